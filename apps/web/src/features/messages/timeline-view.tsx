import type { ScheduledMessage } from '@farline/contracts/messages/messages';
import { type UIEvent, useRef } from 'react';
import { messagesText } from '../../texts/messages.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { Bubble } from './bubble.tsx';
import { CallLine } from './call-line.tsx';
import { dayName } from './message-times.ts';
import { OutgoingBubble } from './outgoing-bubble.tsx';
import type { Outbox } from './outbox-state.ts';
import { ScheduledBubble } from './later/scheduled-bubble.tsx';
import { byDay, type Entry } from './timeline.ts';

/** As near to the end as this, in CSS pixels, somebody reads along. */
const END_PX = 48;

interface TimelineViewProps {
  /** Oldest first. */
  entries: readonly Entry[];
  outgoing: Outbox;
  /** What waits for its time, in the order of these. */
  scheduled: readonly ScheduledMessage[];
  hasMore: boolean;
  isReadingOn: boolean;
  onReadOn: () => void;
  /** Whether the end is in sight. */
  onAtEnd: (isAtEnd: boolean) => void;
}

/** The story with one person, day by day, its end in sight; what is added is read out. */
export function TimelineView({
  entries,
  outgoing,
  scheduled,
  hasMore,
  isReadingOn,
  onReadOn,
  onAtEnd,
}: TimelineViewProps) {
  const t = messagesText.useText();
  const shared = sharedText.useText();
  const wasAtEnd = useRef(true);
  const look = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    // What is laid out from its end on counts from 0 there.
    const isAtEnd = Math.abs(currentTarget.scrollTop) < END_PX;
    if (isAtEnd === wasAtEnd.current) return;
    wasAtEnd.current = isAtEnd;
    onAtEnd(isAtEnd);
  };
  return (
    // Laid out from its end on, it stays there by itself when something is added, and where it is when older ones are.
    <div
      role="log"
      aria-label={t('log')}
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={look}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-3 @[38rem]:px-4"
    >
      <div className="grid gap-5 py-4">
        {hasMore && (
          <Button look="quiet" size="small" className="justify-self-center" disabled={isReadingOn} onClick={onReadOn}>
            {isReadingOn ? shared('loadingMore') : t('earlier')}
          </Button>
        )}
        {entries.length === 0 && outgoing.length === 0 && scheduled.length === 0 && (
          <p className="prose-width text-center text-muted">{t('nothingYet')}</p>
        )}
        <Days entries={entries} />
        {outgoing.length > 0 && (
          <ul className="grid gap-2">
            {outgoing.map((one) => (
              <OutgoingBubble key={one.key} outgoing={one} />
            ))}
          </ul>
        )}
        {scheduled.length > 0 && <ScheduledOnes scheduled={scheduled} />}
      </div>
    </div>
  );
}

function Days({ entries }: { entries: readonly Entry[] }) {
  return byDay(entries).map(({ day, entries: ofDay }) => (
    <section key={day} aria-label={dayName(day)} className="grid gap-2">
      <h2 className="text-center font-sans text-note font-medium tracking-normal text-muted">{dayName(day)}</h2>
      <ul className="grid gap-2">
        {ofDay.map((entry) =>
          entry.is === 'message' ? (
            <Bubble key={entry.id} message={entry.message} />
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
