import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { contactNamesQuery, queryClient } from '../../lib/session/queries.ts';
import { contactsText } from '../../texts/contacts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ContactForm } from './contact-form.tsx';

/** Makes a contact of a number; where it belongs to one already, says to whom. Nothing before that is known. */
export function AddNumber({ number }: { number: string }) {
  const t = contactsText.useText();
  const [isOpen, setOpen] = useState(false);
  const names = useQuery(contactNamesQuery, queryClient);
  if (names.data === undefined) return null;
  const known = names.data.find((one) => one.number === number);
  if (known !== undefined) {
    return (
      <p role="status" className="self-center text-note text-muted">
        {t('knownAs', { name: known.name })}
      </p>
    );
  }
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden className="size-4" />
        {t('add')}
      </Button>
      {isOpen && <AddNumberDialog number={number} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The form of a new contact who has this number. */
export function AddNumberDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const t = contactsText.useText();
  return (
    <Dialog title={t('add')} open onOpenChange={onClose} data-testid="contact-dialog">
      <ContactForm contact={null} number={number} onDone={onClose} />
    </Dialog>
  );
}
