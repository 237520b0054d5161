import type { CallPerson } from '@farline/contracts/calls';
import { Link } from 'react-router';
import { kindOf, resultOf } from '../../lib/calls/call-kind.ts';
import { isService } from '../../lib/calls/is-service.ts';
import { useNames } from '../../lib/calls/use-names.ts';
import { formatBriefly } from '../../lib/format/brief-times.ts';
import { formatCount } from '../../lib/format/format.ts';
import { formatExactly } from '../../lib/format/format-time.ts';
import { notePath } from '../../lib/messages/note-address.ts';
import { callsText } from '../../texts/calls.ts';
import { CallSign } from '../../ui/call-sign/call-sign.tsx';
import { CallerDoubtSign } from '../../ui/caller-doubt.tsx';
import { cx } from '../../ui/cx.ts';
import { PracticeSign } from '../../ui/practice-badge.tsx';
import { PeerFlag, peerName } from '../../ui/peer.tsx';
import { RowActions } from '../../ui/row-actions/row-actions.tsx';
import { peoplePath } from './calls-address.ts';

interface PersonLineProps {
  person: CallPerson;
  /** What is searched for: it stays, whoever is opened. */
  q: string;
  isOpen: boolean;
  onCall: (number: string) => void;
}

/**
 * One person of the calls at a glance: who, how often, and how the latest call went; on a desk in one line, and what came of it when that is
 * pointed at. A call that was missed is red.
 */
export function PersonLine({ person: { peer, calls, last }, q, isOpen, onCall }: PersonLineProps) {
  const t = callsText.useText();
  const nameOf = useNames();
  const isMissed = kindOf(last) === 'missed';
  return (
    <li className="group/row relative flex border-t border-line first:border-t-0">
      <Link
        to={peoplePath({ q, peer })}
        data-line
        data-abridged
        data-peer={peer}
        data-last={kindOf(last)}
        aria-current={isOpen ? 'page' : undefined}
        className={cx(
          'grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-control px-3 py-3 transition-colors group-hover/row:bg-soft',
          'lg:@[17rem]:min-h-11 lg:@[17rem]:grid-cols-[auto_minmax(0,1fr)_auto] lg:@[17rem]:py-1',
          isOpen && 'bg-soft',
        )}
      >
        <PeerFlag peer={peer} />
        <span className={cx('flex min-w-0 font-medium', isMissed && 'text-stop')}>
          <bdi className="truncate">{peerName(peer, nameOf)}</bdi>
          {calls > 1 && (
            <span
              className="figures ms-1.5 text-note font-normal leading-6 text-muted"
              title={t('found', { count: calls })}
            >
              <span aria-hidden>{formatCount(calls)}</span>
              <span className="sr-only">{t('found', { count: calls })}</span>
            </span>
          )}
        </span>
        <LatestCall call={last} />
      </Link>
      <RowActions
        number={peer}
        who={peerName(peer, nameOf)}
        notePath={notePath(peoplePath({ q, peer }))}
        onCall={onCall}
      />
    </li>
  );
}

/** How it went, and when; on one line in signs. */
function LatestCall({ call }: { call: CallPerson['last'] }) {
  const result = resultOf(call);
  const isPractice = call.isPractice && !isService(call.destination);
  return (
    <span
      title={result === '' ? undefined : result}
      className="col-start-2 flex min-w-0 items-center gap-1.5 text-note text-muted lg:@[17rem]:col-start-3"
    >
      {/* The sign of practice says the way too: on a narrow line it stands alone, and the number has room. */}
      <span
        className={cx(
          'flex items-center gap-1.5',
          isPractice && result !== '' && 'lg:@[17rem]:sr-only lg:@[21rem]:not-sr-only',
        )}
      >
        <CallSign call={call} isWordShown={result === ''} />
      </span>
      <CallerDoubtSign call={call} />
      {isPractice && <PracticeSign way={call.direction} />}
      <span className="figures truncate lg:@[17rem]:sr-only">{result}</span>
      <time dateTime={call.startTime} title={formatExactly(call.startTime)} className="figures ms-auto shrink-0 ps-1.5">
        {formatBriefly(call.startTime)}
      </time>
    </span>
  );
}
