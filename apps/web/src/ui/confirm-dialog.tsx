import { useState } from 'react';
import { sharedText } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { type Failure, FailureBox, failureOf } from './failure-box.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What happens then. */
  lead: string;
  /** What the button says that does it. */
  confirm: string;
  /** Said when the server gave no sentence of its own. */
  failed: string;
  /** Does it; closes the dialog itself once it is done. */
  act: () => Promise<void>;
  onClose: () => void;
  'data-testid'?: string;
}

/** Asks before something is taken away. What fails is said in it, and may be tried again: it stays until the server has answered. */
export function ConfirmDialog({ title, lead, confirm, failed, act, onClose, ...rest }: ConfirmDialogProps) {
  const shared = sharedText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(failureOf(error, failed));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} lead={lead} open onOpenChange={() => !isBusy && onClose()} {...rest}>
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="stop" disabled={isBusy} onClick={() => void run()}>
          {confirm}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={onClose}>
          {shared('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
