import type { ScheduledMessage } from '@farline/contracts/messages/messages';
import { type ComponentProps, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { messagesText } from '../../texts/messages.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Bubble } from './bubble.tsx';
import { CallLine } from './call-line.tsx';
import { dayName } from '../../lib/format/brief-times.ts';
import { OutgoingOnes } from './outgoing-bubble.tsx';
import type { Outbox } from './outbox-state.ts';
import { ScheduledBubble } from './later/scheduled-bubble.tsx';
import { byDay, type Entry } from './timeline.ts';

/** As near to the end as this, in CSS pixels, somebody reads along. */
const END_PX = 48;

/** What was read does not reach the end of the story. */
interface End {
  isReading: boolean;
  read: () => void;
}

interface TimelineViewProps {
  /** The message that somebody came for; null: none. */
  at: string | null;
  /** Oldest first. */
  entries: readonly Entry[];
  outgoing: Outbox;
  /** What waits for its time, in the order of these. */
  scheduled: readonly ScheduledMessage[];
  older: ComponentProps<typeof MoreButton>['list'];
  /** Null: the end of the story is among what is shown. */
  newer: End | null;
  /** Leads to the end of the story. */
  onEnd: () => void;
  /** Whether the end of what is shown is in sight. */
  onAtEnd: (isAtEnd: boolean) => void;
}

/** The story with one person, day by day, with its end in sight, or a message that was found; what is added is read out. */
export function TimelineView({ at, entries, outgoing, scheduled, ...ends }: TimelineViewProps) {
  const { older, newer, onEnd, onAtEnd } = ends;
  const t = messagesText.useText();
  const pane = useRef<HTMLDivElement>(null);
  const look = useEnd(pane, onAtEnd);
  useFound(pane, { id: at, isThere: entries.some(({ id }) => id === at), onShown: look });
  const stay = useStay(pane, entries.at(-1)?.id);
  return (
    // Laid out from its end on, it stays there by itself when something is added, and where it is when older ones are.
    <div
      ref={pane}
      role="log"
      aria-label={t('log')}
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={look}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-3 @[38rem]:px-4"
    >
      <div className="grid gap-5 py-4">
        <MoreButton list={older} label={t('earlier')} className="justify-self-center" />
        {entries.length === 0 && outgoing.length === 0 && scheduled.length === 0 && (
          <p className="prose-width mx-auto text-center text-muted">{t('nothingYet')}</p>
        )}
        <Days entries={entries} found={at} />
        {newer !== null && <LaterOnes newer={newer} onBefore={stay} onEnd={onEnd} />}
        <OutgoingOnes outgoing={outgoing} />
        {scheduled.length > 0 && <ScheduledOnes scheduled={scheduled} />}
      </div>
    </div>
  );
}

interface LaterOnesProps {
  newer: End;
  /** Before they are read. */
  onBefore: () => void;
  onEnd: () => void;
}

/** The ways on from what was found to the end of the story. */
function LaterOnes({ newer, onBefore, onEnd }: LaterOnesProps) {
  const t = messagesText.useText();
  const shared = sharedText.useText();
  const read = (): void => {
    onBefore();
    newer.read();
  };
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Button look="quiet" size="small" disabled={newer.isReading} onClick={read}>
        {newer.isReading ? shared('loadingMore') : t('laterOnes')}
      </Button>
      <Button look="quiet" size="small" onClick={onEnd}>
        {t('toEnd')}
      </Button>
    </div>
  );
}

/** Tells whether the end is in sight, whenever that changes; gives what looks. */
function useEnd(pane: RefObject<HTMLElement | null>, onAtEnd: (isAtEnd: boolean) => void): () => void {
  const wasAtEnd = useRef<boolean | null>(null);
  return useCallback(() => {
    if (pane.current === null) return;
    // What is laid out from its end on counts from 0 there.
    const isAtEnd = Math.abs(pane.current.scrollTop) < END_PX;
    if (isAtEnd === wasAtEnd.current) return;
    wasAtEnd.current = isAtEnd;
    onAtEnd(isAtEnd);
  }, [pane, onAtEnd]);
}

/** What somebody came for is in sight, and has the focus, once it is there. */
function useFound(
  pane: RefObject<HTMLElement | null>,
  { id, isThere, onShown }: { id: string | null; isThere: boolean; onShown: () => void },
): void {
  useLayoutEffect(() => {
    const found = isThere && id !== null ? entryIn(pane.current, id) : null;
    found?.scrollIntoView({ block: 'center' });
    found?.focus({ preventScroll: true });
    onShown();
  }, [pane, id, isThere, onShown]);
}

/** Gives what is called before later ones are read: the last that is shown stays in sight then, and not the end. */
function useStay(pane: RefObject<HTMLElement | null>, lastId: string | undefined): () => void {
  const staying = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (staying.current === undefined || staying.current === lastId) return;
    entryIn(pane.current, staying.current)?.scrollIntoView({ block: 'end' });
    staying.current = undefined;
  }, [pane, lastId]);
  return () => {
    staying.current = lastId;
  };
}

function entryIn(pane: HTMLElement | null, id: string): HTMLElement | null {
  return pane?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null;
}

function Days({ entries, found }: { entries: readonly Entry[]; found: string | null }) {
  return byDay(entries).map(({ day, entries: ofDay }) => (
    <section key={day} aria-label={dayName(day)} className="grid gap-2">
      <h2 className="text-center font-sans text-note font-medium tracking-normal text-muted">{dayName(day)}</h2>
      <ul className="grid gap-2">
        {ofDay.map((entry) =>
          entry.is === 'message' ? (
            <Bubble key={entry.id} message={entry.message} isFound={entry.id === found} />
          ) : (
            <CallLine key={entry.id} call={entry.call} />
          ),
        )}
      </ul>
    </section>
  ));
}

function ScheduledOnes({ scheduled }: { scheduled: readonly ScheduledMessage[] }) {
  const t = messagesText.useText();
  return (
    <section aria-label={t('scheduled')} className="grid gap-2">
      <h2 className="text-center font-sans text-note font-medium tracking-normal text-muted">{t('scheduled')}</h2>
      <ul className="grid gap-3">
        {scheduled.map((one) => (
          <ScheduledBubble key={one.id} scheduled={one} />
        ))}
      </ul>
    </section>
  );
}
