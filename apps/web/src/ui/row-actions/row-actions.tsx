import { Copy, Phone } from 'lucide-react';
import { notify } from '../../lib/page/notify.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { messagesText } from '../../texts/messages.ts';
import { IconButton } from '../button.tsx';
import { isNumber } from '../peer.tsx';

interface RowActionsProps {
  number: string;
  /** Who it is, as the row says it. */
  who: string;
  onCall: (number: string) => void;
}

/**
 * What can be done with whoever a row (`group/row`) leads to, beside opening it: call them, copy the number. On a desk, at the end of a row that
 * is pointed at, or that somebody came to by keyboard: the row makes room, so that nothing lies over it.
 */
export function RowActions({ number, who, onCall }: RowActionsProps) {
  const t = messagesText.useText();
  if (!isNumber(number)) return null;
  return (
    <div
      data-testid="row-actions"
      className="flex w-0 shrink-0 items-center overflow-hidden opacity-0 group-focus-within/row:w-auto group-focus-within/row:opacity-100 group-hover/row:w-auto group-hover/row:opacity-100 max-lg:hidden"
    >
      <IconButton label={`${t('call')} ${who}`} className="w-9 text-call" onClick={() => onCall(number)}>
        <Phone aria-hidden className="size-4.5" />
      </IconButton>
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
