import type { Message } from '@farline/contracts/messages/messages';
import { ChevronDown, FlaskConical, RotateCw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatExactly } from '../../lib/format/format-time.ts';
import { messagesText } from '../../texts/messages.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { formatClockTime } from '../../lib/format/brief-times.ts';
import { MessageFacts } from './message-facts.tsx';
import { reasonOf, stateOf, tryingAgain } from './message-state.ts';
import { PeerNumber } from './person/peer-number.tsx';
import { sendAgain, useIsSentAgain } from './send-again.ts';
import { Words } from './words.tsx';

/** One message, `isFound` where somebody came for it: its text, how far it is and why, and on demand what it cost. */
export function Bubble({ message, isFound = false }: { message: Message; isFound?: boolean }) {
  const t = messagesText.useText();
  const [factsId, textId] = [useId(), useId()];
  const [isOpen, setOpen] = useState(false);
  const { direction, text, createdAt, isPractice } = message;
  const state = stateOf(message);
  const reason = reasonOf(message);
  const again = tryingAgain(message);
  const isSentAgain = useIsSentAgain(message.id);
  return (
    <BubbleLine direction={direction} testId="message" id={message.id} status={message.status} isFound={isFound}>
      <BubbleText id={textId} direction={direction} text={text} />
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? factsId : undefined}
        aria-describedby={textId}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-6 flex-wrap items-center gap-x-1.5 rounded-small text-note text-muted hover:text-text"
      >
        <time dateTime={createdAt} title={formatExactly(createdAt)} className="figures">
          {formatClockTime(createdAt)}
        </time>
        <PeerNumber peer={message.peer} />
        {isPractice && (
          <span title={t('practiceNote')}>
            <FlaskConical aria-label={t('practice')} className="size-3.5" />
          </span>
        )}
        {state !== null && (
          <span className={cx('inline-flex items-center gap-1', state.colour)}>
            <state.icon aria-hidden className="size-3.5" />
            {state.word}
          </span>
        )}
        <span className="sr-only">{t('facts')}</span>
        <ChevronDown aria-hidden className={cx('size-3.5 transition-transform', isOpen && 'rotate-180')} />
      </button>
      {reason !== null && <p className="max-w-80 text-note">{reason}</p>}
      {again === 'perhaps_twice' && <p className="max-w-80 text-note">{t('sendTwice')}</p>}
      {again !== null && (
        <Button
          look="quiet"
          size="small"
          aria-describedby={textId}
          disabled={isSentAgain}
          onClick={() => void sendAgain(message)}
        >
          <RotateCw aria-hidden className="size-4" />
          {t('sendAgain')}
        </Button>
      )}
      {isOpen && <MessageFacts id={factsId} message={message} />}
    </BubbleLine>
  );
}

interface BubbleLineProps {
  direction: Message['direction'];
  testId: string;
  id: string;
  status: string;
  /** Somebody came for this one. */
  isFound?: boolean;
  children: ReactNode;
}

/** A bubble's place: ours at the end of the line, theirs at its start. */
export function BubbleLine({ direction, testId, id, status, isFound = false, children }: BubbleLineProps) {
  const isOurs = direction === 'outbound';
  return (
    <li
      data-testid={testId}
      data-id={id}
      data-status={status}
      {...(isFound ? { tabIndex: -1, 'aria-current': true } : {})}
      className={cx(
        'grid gap-0.5',
        isOurs ? 'justify-items-end text-end' : 'justify-items-start',
        isFound && 'rounded-card outline-2 outline-offset-4 outline-accent',
      )}
    >
      {children}
    </li>
  );
}

/** The words themselves, `id` to describe by them what can be done; which side they stand on is said too. */
export function BubbleText({ id, direction, text }: { id?: string; direction: Message['direction']; text: string }) {
  const t = messagesText.useText();
  const isOurs = direction === 'outbound';
  return (
    <p
      className={cx(
        'max-w-[85%] rounded-card px-4 py-2 text-start [overflow-wrap:anywhere]',
        isOurs ? 'rounded-ee-small bg-accent-soft' : 'rounded-es-small bg-soft',
      )}
    >
      <span className="sr-only">{t(isOurs ? 'fromYou' : 'fromThem')} </span>
      <span id={id} dir="auto" className="block whitespace-pre-wrap">
        <Words text={text} />
      </span>
    </p>
  );
}
