import { MESSAGE_LIMITS } from '@farline/contracts/messages/messages';
import { NotebookPen } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { messagesText } from '../../texts/messages.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { changeThread } from './messages-queries.ts';

/** Opens the note of a person. Undefined: it is not known yet. */
export function NoteButton({ note, onOpen }: { note: string | undefined; onOpen: () => void }) {
  const t = messagesText.useText();
  return (
    <IconButton label={t('note')} disabled={note === undefined} onClick={onOpen}>
      <NotebookPen aria-hidden className="size-5 text-muted" />
    </IconButton>
  );
}

interface NoteLineProps {
  note: string | undefined;
  onOpen: () => void;
  /** Nothing beside it gives the room around it. */
  isAlone?: boolean;
}

/** The beginning of a note, below the name of whom it is of; nothing where there is none. */
export function NoteLine({ note, onOpen, isAlone = false }: NoteLineProps) {
  const t = messagesText.useText();
  if (note === undefined || note === '') return null;
  return (
    <button
      type="button"
      onClick={onOpen}
      data-testid="thread-note"
      className={cx(
        'min-h-6 w-full rounded-small text-start text-note text-muted hover:text-text',
        !isAlone && 'px-3 pb-1 @[38rem]:ps-0',
      )}
    >
      <span className="sr-only">{t('note')}: </span>
      <bdi className="line-clamp-2 whitespace-pre-line [overflow-wrap:anywhere]">{note}</bdi>
    </button>
  );
}

interface NoteDialogProps {
  peer: string;
  note: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** What is noted of a person, for the account alone. */
export function NoteDialog({ peer, note, isOpen, onOpenChange }: NoteDialogProps) {
  const t = messagesText.useText();
  return (
    <Dialog title={t('note')} lead={t('noteLead')} open={isOpen} onOpenChange={onOpenChange} data-testid="note-dialog">
      <NoteForm peer={peer} note={note} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NoteForm({ peer, note, onDone }: { peer: string; note: string; onDone: () => void }) {
  const t = messagesText.useText();
  const shared = sharedText.useText();
  const id = useId();
  const [text, setText] = useState(note);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await changeThread(peer, { note: text });
      onDone();
    } catch (error) {
      setFailure(failureOf(error, t('noteFailed')));
      setBusy(false);
    }
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void save(event)}>
      <FailureBox failure={failure} />
      <div>
        <label htmlFor={id} className="sr-only">
          {t('note')}
        </label>
        <textarea
          id={id}
          rows={6}
          dir="auto"
          maxLength={MESSAGE_LIMITS.noteLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="w-full rounded-control border border-edge bg-raised px-3.5 py-2.5 text-body transition-colors hover:border-text"
        />
      </div>
      <Button type="submit" disabled={isBusy} className="justify-self-start">
        {isBusy ? shared('saving') : shared('save')}
      </Button>
    </form>
  );
}
