import { Copy, NotebookPen, Phone } from 'lucide-react';
import { Link } from 'react-router';
import { notify } from '../../lib/page/notify.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { messagesText } from '../../texts/messages.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { isNumber } from '../peer.tsx';

const NOTE_LOOK = 'inline-grid h-11 w-9 shrink-0 place-items-center rounded-control transition-colors hover:bg-press';

interface RowActionsProps {
  number: string;
  /** Who it is, as the row says it. */
  who: string;
  /** Where the note of them is opened (lib/messages/note-address.ts). */
  notePath: string;
  onCall: (number: string) => void;
  /** How wide it is, where it must hide more of the row. */
  className?: string;
}

/**
 * What can be done with whoever a row (`group/row`, `relative`) leads to, beside opening it: call them, note something, copy the number. On a
 * desk, over the end of a row that is pointed at, or that somebody came to by keyboard: who it is stays whole. Not at once: a finger that taps the end of
 * a row points at it, too, and would call.
 */
export function RowActions({ number, who, notePath, onCall, className }: RowActionsProps) {
  const t = messagesText.useText();
  if (!isNumber(number)) return null;
  return (
    <div
      data-testid="row-actions"
      data-over-row
      className={cx(
        'invisible absolute inset-y-0 end-0 flex items-center rounded-control bg-soft opacity-0 delay-150 duration-0 group-hover/row:visible group-hover/row:transition-[visibility,opacity] group-hover/row:opacity-100 group-has-focus-visible/row:visible group-has-focus-visible/row:opacity-100 max-lg:hidden',
        className,
      )}
    >
      <IconButton label={`${t('call')} ${who}`} look="callText" className="w-9" onClick={() => onCall(number)}>
        <Phone aria-hidden className="size-4.5" />
      </IconButton>
      <Link to={notePath} aria-label={`${t('note')} ${who}`} title={t('note')} className={NOTE_LOOK}>
        <NotebookPen aria-hidden className="size-4.5" />
      </Link>
      <CopyNumber number={number} className="w-9" />
    </div>
  );
}

/** Copies a number, to be typed elsewhere. */
export function CopyNumber({ number, className }: { number: string; className: string }) {
  const t = messagesText.useText();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(number);
      await notify({ type: 'success', message: t('numberCopied') });
    } catch {
      await notify({ type: 'warning', message: t('numberNotCopied') });
    }
  };
  const label = t('copyNumber', { number: showNumber(number) });
  return (
    <IconButton label={label} className={className} onClick={() => void copy()}>
      <Copy aria-hidden className="size-4.5" />
    </IconButton>
  );
}
