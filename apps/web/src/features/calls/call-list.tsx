import type { Call } from '@farline/contracts/calls';
import { FlaskConical, PhoneIncoming } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { formatDuration, formatSum } from '../../lib/format/format.ts';
import { formatExactly, formatWhen } from '../../lib/format/format-time.ts';
import { moveByArrows } from '../../lib/page/move-by-arrows.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { nameOrNumber, useNames } from '../../lib/calls/use-names.ts';
import { otherSide, shownCaller } from '../../lib/calls/other-side.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { callsText } from '../../texts/calls.ts';
import { cx } from '../../ui/cx.ts';
import { CallerDoubtSign } from '../../ui/caller-doubt.tsx';
import { PlaceFlag, placeName } from '../../ui/place.tsx';
import { CallBadge } from './call-badge.tsx';
import { isService } from '../../lib/calls/is-service.ts';

interface CallListProps {
  calls: readonly Call[];
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  /** What opens under the selected line; nothing where the detail stands beside the list. */
  renderDetail?: ((call: Call) => ReactNode) | undefined;
}

/** One line a call, read at a glance: who, what, when, how long, how much. Arrow keys, J and K move, Enter opens, Esc closes. */
export function CallList({ calls, selectedId, onSelect, renderDetail }: CallListProps) {
  const t = callsText.useText();
  const list = useRef<HTMLUListElement>(null);
  const nameOf = useNames();

  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && selectedId !== null) onSelect(null);
    moveByArrows(event, list);
  };

  return (
    <ul ref={list} aria-label={t('listLabel')} className="-mx-3" data-testid="call-list">
      {calls.map((call) => {
        const isSelected = call.id === selectedId;
        return (
          <li key={call.id} className="border-t border-line first:border-t-0" data-call={call.id}>
            <button
              type="button"
              data-line
              aria-expanded={isSelected}
              onKeyDown={move}
              onClick={() => onSelect(isSelected ? null : call.id)}
              className={cx(
                'grid w-full grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 rounded-control px-3 py-3 text-start transition-colors hover:bg-soft',
                '@2xl:grid-cols-[minmax(0,1fr)_10rem_8rem_3.5rem_5rem] @3xl:grid-cols-[minmax(0,1fr)_10rem_9.5rem_3.5rem_5rem]',
                isSelected && 'bg-soft',
              )}
            >
              <Line call={call} name={nameOf(otherSide(call) ?? '')} />
            </button>
            {isSelected && renderDetail?.(call)}
          </li>
        );
      })}
    </ul>
  );
}

function Line({ call, name }: { call: Call; name: string | null }) {
  const t = callsText.useText();
  const isOurs = isService(call.destination);
  const number = otherSide(call);
  const who = number === null ? (shownCaller(call) ?? t('unknownCaller')) : nameOrNumber(name, number);
  return (
    <>
      <span className="order-1 flex min-w-0 items-center gap-3">
        <PlaceFlag destination={call.destination} />
        <span data-abridged className="min-w-0">
          <span className={cx('flex font-medium', name === null && 'phone-number')}>
            <bdi className="truncate">{isOurs ? placeName(call.destination) : who}</bdi>
          </span>
          <span className="block truncate text-note text-muted">
            <CallerDoubtSign call={call} />
            {call.direction === 'inbound' && (
              <>
                <PhoneIncoming aria-hidden className="me-1 inline size-3.5 align-[-0.1em]" />
                {t('incoming')}
                {number !== null && ' · '}
              </>
            )}
            {call.isPractice && !isOurs && (
              <span title={t('practiceNote')} className="me-1 inline-flex items-center gap-1 align-bottom">
                <FlaskConical aria-hidden className="size-3.5" />
                {t('practice')}
                {number !== null && ' · '}
              </span>
            )}
            {isOurs ? call.to : number !== null && (name === null ? placeName(call.destination) : showNumber(number))}
          </span>
        </span>
      </span>
      <span className="order-4 justify-self-end @2xl:order-2 @2xl:justify-self-start">
        <CallBadge call={call} />
      </span>
      <time
        dateTime={call.startTime}
        title={formatExactly(call.startTime)}
        className="figures order-3 text-note text-muted @max-2xl:ps-9 @3xl:text-body"
      >
        {formatWhen(call.startTime)}
      </time>
      <span className="figures order-2 justify-self-end text-end @2xl:order-4">
        <span className="block font-medium @2xl:hidden">{priceOf(call)}</span>
        <span className="@max-2xl:text-note @max-2xl:text-muted">
          <Talked call={call} />
        </span>
      </span>
      <span className="figures order-5 hidden justify-self-end font-medium @2xl:block">{priceOf(call)}</span>
    </>
  );
}

/** How long the call lasted, or lasts. */
function Talked({ call }: { call: Call }) {
  const runningSince = call.endedAt === null ? call.answeredAt : null;
  const now = useNow(runningSince !== null);
  if (call.endedAt !== null && call.answeredAt === null) return '–';
  return formatDuration(runningSince === null ? call.duration : Math.max(0, (now - Date.parse(runningSince)) / 1000));
}

function priceOf(call: Call): string {
  if (call.cost === null) return '';
  if (call.endedAt !== null && call.answeredAt === null && Number(call.cost.amount) === 0) return '–';
  const isIncluded = (call.included?.seconds ?? 0) > 0 && Number(call.cost.amount) === 0;
  return isIncluded ? callsText.say('included') : formatSum(call.cost);
}
