import type { Call } from '@farline/contracts/calls';
import { FlaskConical, Phone, PhoneIncoming, PhoneMissed, PhoneOutgoing } from 'lucide-react';
import { Link } from 'react-router';
import { endSentence } from '../../lib/calls/end-sentence.ts';
import { formatDuration, formatPrice } from '../../lib/format/format.ts';
import { formatExactly } from '../../lib/format/format-time.ts';
import { messagesText } from '../../texts/messages.ts';
import { cx } from '../../ui/cx.ts';
import { formatClockTime } from './message-times.ts';
import { ThreadVoicemail } from './voicemail/thread-voicemail.tsx';

/** A call among the messages: which way, how long or why not, what it cost; it leads to all that is known of it. */
export function CallLine({ call }: { call: Call }) {
  const t = messagesText.useText();
  const kind = kindOf(call);
  const isVoicemail = wentToVoicemail(call);
  const { icon: Icon, word } = KINDS[kind];
  const colour = kind === 'missed' ? 'text-stop' : '';
  return (
    <li className={cx('grid min-w-0 gap-1.5', !isVoicemail && 'justify-self-center')} data-testid="thread-call">
      <Link
        to={`/calls/${call.id}`}
        className="flex max-w-120 flex-wrap items-center justify-center gap-x-2 justify-self-center rounded-control px-3 py-1.5 text-note text-muted transition-colors hover:bg-soft hover:text-text"
      >
        <Icon aria-hidden className={cx('size-4', colour)} />
        <span className={cx('font-medium', colour)}>{t(word)}</span>
        <span className="figures text-center">{resultOf(call)}</span>
        {call.isPractice && (
          <span title={t('practiceNote')}>
            <FlaskConical aria-label={t('practice')} className="size-3.5" />
          </span>
        )}
        <time dateTime={call.startTime} title={formatExactly(call.startTime)} className="figures">
          {formatClockTime(call.startTime)}
        </time>
      </Link>
      {isVoicemail && <ThreadVoicemail call={call} />}
    </li>
  );
}

/** Nobody took it: the voicemail of its number did. */
const wentToVoicemail = (call: Call) => call.reason === 'voicemail';

type Kind = 'running' | 'missed' | 'in' | 'out';

const KINDS = {
  running: { icon: Phone, word: 'callRunning' },
  missed: { icon: PhoneMissed, word: 'callMissed' },
  in: { icon: PhoneIncoming, word: 'callIn' },
  out: { icon: PhoneOutgoing, word: 'callOut' },
} as const;

function kindOf(call: Call): Kind {
  if (call.endedAt === null) return 'running';
  if (call.direction === 'outbound') return 'out';
  return call.answeredAt === null || wentToVoicemail(call) ? 'missed' : 'in';
}

/** How long it was and what it cost; why nobody talked, where nobody did. */
function resultOf(call: Call): string {
  if (call.endedAt === null) return '';
  if (call.answeredAt === null) return call.direction === 'inbound' ? '' : (endSentence(call) ?? '');
  const price = call.cost === null || Number(call.cost.amount) === 0 ? [] : [formatPrice(call.cost)];
  return [formatDuration(call.duration), ...price].join(' · ');
}
