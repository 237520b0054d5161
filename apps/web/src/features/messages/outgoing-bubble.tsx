import { CircleAlert, Clock, RotateCw, Trash2 } from 'lucide-react';
import { messagesText } from '../../texts/messages.ts';
import { Button } from '../../ui/button.tsx';
import { BubbleLine, BubbleText } from './bubble.tsx';
import { formatClockTime } from '../../lib/format/brief-times.ts';
import { useOutbox } from './outbox.ts';
import { type Outbox, type Outgoing, TOO_OLD } from './outbox-state.ts';
import { PeerNumber } from './person/peer-number.tsx';
import { refusalSentence } from '../../lib/messages/refusal-sentence.ts';
import { forgetRefused, sendRefused } from './send-again.ts';

/** The messages to somebody that are not sent yet, in the order in which they were written; nothing where none is. */
export function OutgoingOnes({ outgoing }: { outgoing: Outbox }) {
  if (outgoing.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {outgoing.map((one) => (
        <OutgoingBubble key={one.key} outgoing={one} />
      ))}
    </ul>
  );
}

/** A message that is not sent yet: on its way, waiting for the line, or refused. */
function OutgoingBubble({ outgoing }: { outgoing: Outgoing }) {
  const t = messagesText.useText();
  const isSending = useOutbox(({ sendingKey }) => sendingKey === outgoing.key);
  const { key, text, at, refusal } = outgoing;
  const status = refusal !== null ? 'refused' : isSending ? 'sending' : 'waiting';
  return (
    <BubbleLine direction="outbound" testId="outgoing" id={key} status={status}>
      <BubbleText direction="outbound" text={text} />
      <p className="flex min-h-6 items-center gap-1.5 text-note text-muted">
        <time dateTime={at} className="figures">
          {formatClockTime(at)}
        </time>
        <PeerNumber peer={outgoing.peer} />
        {refusal === null ? (
          <Clock aria-hidden className="size-3.5" />
        ) : (
          <CircleAlert aria-hidden className="size-3.5 text-stop" />
        )}
        <span className={refusal === null ? undefined : 'text-stop'}>{t(`outgoing_${status}`)}</span>
      </p>
      {refusal !== null && (
        <>
          <p className="max-w-80 text-note">
            {refusal.code === TOO_OLD ? t('waitedTooLong') : refusalSentence(refusal)}
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button look="quiet" size="small" onClick={() => void sendRefused(outgoing)}>
              <RotateCw aria-hidden className="size-4" />
              {t('sendAgain')}
            </Button>
            <Button look="quiet" size="small" onClick={() => void forgetRefused(outgoing)}>
              <Trash2 aria-hidden className="size-4" />
              {t('discard')}
            </Button>
          </div>
        </>
      )}
    </BubbleLine>
  );
}
