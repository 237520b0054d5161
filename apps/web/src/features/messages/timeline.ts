import type { Call } from '@farline/contracts/calls';
import type { Message } from '@farline/contracts/messages/messages';
import { dayIn } from '../../lib/format/time-zone.ts';

/** What was written and said with somebody, each at its instant. */
export type Entry =
  | { is: 'message'; id: string; at: string; message: Message }
  | { is: 'call'; id: string; at: string; call: Call };

/** What was read of a list so far, newest first. */
export interface ReadSoFar<Item> {
  items: readonly Item[];
  hasMore: boolean;
}

export interface Timeline {
  /** Oldest first. */
  entries: Entry[];
  /** Which list must be read further for what was before; null: nothing was. */
  next: 'messages' | 'calls' | null;
}

/**
 * Messages and calls as one story. Where a list was not read to its end, what is older than its oldest is left out: it
 * would stand beside a gap.
 */
export function timelineOf(messages: ReadSoFar<Message>, calls: ReadSoFar<Call>): Timeline {
  const written = messages.items.map((message): Entry => {
    return { is: 'message', id: message.id, at: message.createdAt, message };
  });
  const said = calls.items.map((call): Entry => ({ is: 'call', id: call.id, at: call.startTime, call }));
  const from = { messages: knownFrom(written, messages.hasMore), calls: knownFrom(said, calls.hasMore) };
  const knownFromMs = Math.max(from.messages, from.calls);
  const entries = [...written, ...said]
    .filter(({ at }) => Date.parse(at) >= knownFromMs)
    // A list with two at the same instant has the later one first.
    .toReversed()
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  if (knownFromMs === Number.NEGATIVE_INFINITY) return { entries, next: null };
  return { entries, next: from.messages === knownFromMs ? 'messages' : 'calls' };
}

/** The instant, in ms, from which on nothing of a list is missing. */
function knownFrom(entries: readonly Entry[], hasMore: boolean): number {
  const oldest = entries.at(-1);
  return hasMore && oldest !== undefined ? Date.parse(oldest.at) : Number.NEGATIVE_INFINITY;
}

/** The entries of each day, in their order; a day is one of the shown time zone. */
export function byDay(entries: readonly Entry[]): { day: string; entries: Entry[] }[] {
  const days: { day: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const day = dayIn(new Date(entry.at));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
