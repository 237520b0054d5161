import type { Call } from '@farline/contracts/calls';
import { FlaskConical } from 'lucide-react';
import { Link } from 'react-router';
import { exactCostOf } from '../../lib/calls/exact-cost.ts';
import { resultOf, wentToVoicemail } from '../../lib/calls/call-kind.ts';
import { formatExactly } from '../../lib/format/format-time.ts';
import { messagesText } from '../../texts/messages.ts';
import { CallerDoubtSign } from '../../ui/caller-doubt.tsx';
import { CallSign } from '../../ui/call-sign/call-sign.tsx';
import { cx } from '../../ui/cx.ts';
import { formatClockTime } from '../../lib/format/brief-times.ts';
import { otherSide } from '../../lib/calls/other-side.ts';
import { PeerNumber } from './person/peer-number.tsx';
import { ThreadVoicemail } from './voicemail/thread-voicemail.tsx';

/** A call among the messages: which way, how long or why not, what it cost; it leads to all that is known of it. */
export function CallLine({ call }: { call: Call }) {
  const t = messagesText.useText();
  const isVoicemail = wentToVoicemail(call);
  const number = otherSide(call);
  return (
    <li className={cx('grid min-w-0 gap-1.5', !isVoicemail && 'justify-self-center')} data-testid="thread-call">
      <Link
        to={`/calls/${call.id}`}
        className="flex max-w-120 flex-wrap items-center justify-center gap-x-2 justify-self-center rounded-control px-3 py-1.5 text-note text-muted transition-colors hover:bg-soft hover:text-text"
      >
        <CallSign call={call} isWordShown />
        <CallerDoubtSign call={call} />
        <span className="figures text-center" title={exactCostOf(call)}>
          {resultOf(call)}
        </span>
        {call.isPractice && (
          <span title={t('practiceNote')}>
            <FlaskConical aria-label={t('practice')} className="size-3.5" />
          </span>
        )}
        {number !== null && <PeerNumber peer={number} />}
        <time dateTime={call.startTime} title={formatExactly(call.startTime)} className="figures">
          {formatClockTime(call.startTime)}
        </time>
      </Link>
      {isVoicemail && <ThreadVoicemail call={call} />}
    </li>
  );
}
