import type { Call } from '@farline/contracts/calls';
import { FlaskConical, PhoneIncoming } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { formatDuration, formatSum } from '../../lib/format/format.ts';
import { formatBriefly } from '../../lib/format/brief-times.ts';
import { formatExactly, formatWhen } from '../../lib/format/format-time.ts';
import { moveByArrows } from '../../lib/page/move-by-arrows.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { exactCostOf } from '../../lib/calls/exact-cost.ts';
import { nameOrNumber, useNames } from '../../lib/calls/use-names.ts';
import { otherSide, shownCaller } from '../../lib/calls/other-side.ts';
import { isolate } from '../../lib/language/i18n.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { notePath } from '../../lib/messages/note-address.ts';
import { threadPath } from '../../lib/messages/thread-path.ts';
import { callsText } from '../../texts/calls.ts';
import { cx } from '../../ui/cx.ts';
import { CallerDoubtSign } from '../../ui/caller-doubt.tsx';
import { PlaceFlag, placeName } from '../../ui/place.tsx';
import { later } from '../../ui/later/later.tsx';
import { CallBadge } from './call-badge.tsx';
import { isService } from '../../lib/calls/is-service.ts';

/** Nobody points at a row before the first view stands. */
const RowActions = later(async () => (await import('../../ui/row-actions/row-actions.tsx')).RowActions, {
  missing: 'nothing',
});

/** Beside a number, which stands whole: a sign that has no room goes to a second line, which is not shown. */
const FITTING = '@max-2xl:flex @max-2xl:h-5 @max-2xl:flex-wrap @max-2xl:items-center @max-2xl:gap-y-5';

/** As wide as both columns of figures, of which half a word would be left beside it; on two lines, what stands before it fades. */
const OVER_FIGURES = cx(
  'justify-end @md:min-w-36 @2xl:min-w-40',
  '@max-md:before:absolute @max-md:before:inset-y-0 @max-md:before:end-full @max-md:before:w-6 @max-md:before:bg-linear-to-r @max-md:before:from-transparent @max-md:before:to-soft @max-md:rtl:before:bg-linear-to-l',
);

interface CallListProps {
  calls: readonly Call[];
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  /** What opens under the selected line; nothing where the detail stands beside the list. */
  renderDetail?: ((call: Call) => ReactNode) | undefined;
  onCall: (number: string) => void;
}

/** One line a call, on a telephone two, read at a glance: who, what, when, how long, how much. Arrow keys, J and K move, Enter opens, Esc closes. */
export function CallList({ calls, selectedId, onSelect, renderDetail, onCall }: CallListProps) {
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
            <div className="group/row relative">
              <button
                type="button"
                data-line
                aria-expanded={isSelected}
                onKeyDown={move}
                onClick={() => onSelect(isSelected ? null : call.id)}
                className={cx(
                  'grid w-full grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 gap-y-0.5 rounded-control px-3 py-3 text-start transition-colors group-hover/row:bg-soft',
                  '@md:min-h-11 @md:grid-cols-[minmax(0,1fr)_auto_4.5rem_3rem_4.5rem] @md:gap-x-3 @md:py-1 @2xl:grid-cols-[minmax(0,1fr)_auto_9.5rem_3.5rem_5rem]',
                  isSelected && 'bg-soft',
                )}
              >
                <Line call={call} name={nameOf(otherSide(call) ?? '')} />
              </button>
              <Actions call={call} name={nameOf(otherSide(call) ?? '')} onCall={onCall} />
            </div>
            {isSelected && renderDetail?.(call)}
          </li>
        );
      })}
    </ul>
  );
}

/** What can be done with the other side of a call, where it showed a number and is no service of ours. */
function Actions({ call, name, onCall }: { call: Call; name: string | null; onCall: (number: string) => void }) {
  const number = otherSide(call);
  if (number === null || isService(call.destination)) return null;
  const path = notePath(threadPath(number));
  return (
    <RowActions
      number={number}
      who={nameOrNumber(name, number)}
      notePath={path}
      className={OVER_FIGURES}
      onCall={onCall}
    />
  );
}

function Line({ call, name }: { call: Call; name: string | null }) {
  const t = callsText.useText();
  const number = otherSide(call);
  const who = number === null ? (shownCaller(call) ?? t('unknownCaller')) : nameOrNumber(name, number);
  const isNumber = number !== null && name === null && !isService(call.destination);
  return (
    <>
      <span data-abridged className="col-span-2 flex min-w-0 items-center gap-3 @md:order-1 @md:col-span-1">
        <PlaceFlag destination={call.destination} />
        <span
          className={cx(
            'flex min-w-0 font-medium @2xl:shrink-0 @2xl:max-w-[65%]',
            name === null && 'phone-number',
            isNumber && 'shrink-0',
          )}
        >
          <bdi className="truncate">{isService(call.destination) ? placeName(call.destination) : who}</bdi>
        </span>
        <span
          className={cx(
            'min-w-0 truncate text-note text-muted @max-md:hidden',
            isNumber ? FITTING : '@max-2xl:shrink-0',
          )}
        >
          <About call={call} name={name} />
        </span>
      </span>
      <span className="figures justify-self-end font-medium @md:order-5" title={exactCostOf(call)}>
        {priceOf(call)}
      </span>
      <span
        data-abridged
        className="min-w-0 truncate text-note text-muted @max-md:flex @max-md:h-5 @max-md:flex-wrap @max-md:gap-x-1 @max-md:gap-y-5 @max-md:ps-9 @md:order-3"
      >
        <time dateTime={call.startTime} title={formatExactly(call.startTime)} className="figures @2xl:text-body">
          <span className="@2xl:hidden">{formatBriefly(call.startTime)}</span>
          <span className="hidden @2xl:inline">{formatWhen(call.startTime)}</span>
        </time>
        <span className="min-w-16 flex-1 truncate @md:hidden">
          {' · '}
          <About call={call} name={name} />
        </span>
      </span>
      <span className="justify-self-end @md:order-2">
        <CallBadge call={call} />
      </span>
      <span className="figures justify-self-end @max-md:text-note @max-md:text-muted @md:order-4">
        <Talked call={call} />
      </span>
    </>
  );
}

/** What else there is to say of a call: its signs, and where there is room for words the words, too. */
function About({ call, name }: { call: Call; name: string | null }) {
  const t = callsText.useText();
  const isOurs = isService(call.destination);
  const number = otherSide(call);
  const words = '@max-2xl:@md:sr-only';
  return (
    <>
      <CallerDoubtSign call={call} />
      {call.direction === 'inbound' && (
        <>
          <PhoneIncoming aria-hidden className="me-1 inline size-3.5 align-[-0.1em]" />
          <span className={words}>
            {t('incoming')}
            {number !== null && ' · '}
          </span>
        </>
      )}
      {call.isPractice && !isOurs && (
        <span title={t('practiceNote')}>
          <FlaskConical aria-hidden className="me-1 inline size-3.5 align-[-0.1em]" />
          <span className="@max-2xl:sr-only">
            {t('practice')}
            {number !== null && ' · '}
          </span>
        </span>
      )}
      <span className={words}>
        {isOurs
          ? isolate(call.to)
          : number !== null && (name === null ? placeName(call.destination) : showNumber(number))}
      </span>
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
