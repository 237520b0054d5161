import { Slot } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { later } from '../../ui/later/later.tsx';

export const FundsDialog = later(async () => (await import('./funds-dialog.tsx')).FundsDialog, {
  missing: 'floating',
  close: ({ onClose }) => onClose(),
});

/** Makes its child, a button, open the dialog that adds to the balance. */
export function AddFunds({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Slot.Root onClick={() => setOpen(true)}>{children}</Slot.Root>
      {isOpen && <FundsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
