import { type StatusComponent, type StatusReply, statusComponent } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { availabilityOf, NOTHING_MEASURED } from './availability.ts';
import { inTime } from '../../platform/concurrency/in-time.ts';
import { NO_SLOTS, type Reading, type SlotCounts } from './reading.ts';
import { SLOT_SECONDS, slotOf } from './slot.ts';
import { countSlots, countSlotsByDay, firstSlot, newestReading } from './status-store.ts';
import { utcDay } from '../../platform/local-days.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const READ_WITHIN_MS = 5_000;
/** An older reading says nothing of now. */
const FRESH_MS = 45_000;

type Stretch = { from: Date; to: Date };
type History = {
  since: Date | null;
  newest: Reading | null;
  last24Hours: Stretch & { slots: SlotCounts };
  last30Days: Stretch & { slots: SlotCounts };
  days: (Stretch & { day: string; slots: SlotCounts })[];
};

/** What was measured, and how it stands now. Never throws: a database that cannot be read is part of the answer. */
export async function reportStatus(deps: {
  database: Database;
  clock: Clock;
  latest: () => Reading | null;
}): Promise<StatusReply> {
  const now = deps.clock.now();
  const history = await inTime(async () => await readHistory(deps.database, now), READ_WITHIN_MS);
  const newest = freshest([history?.newest ?? null, deps.latest()], now);
  const components = statusComponent.options.map((name) => ({
    name,
    state: stateOf(name === 'database' && history === null ? false : (newest?.[name] ?? null)),
    ...measuredOf(history, name),
    days: (history?.days ?? []).map(({ day, slots, ...stretch }) => ({
      day,
      availability: availabilityOf({ ...stretch, measured: slots.measured, answered: slots[name] }),
    })),
  }));
  const failing = components.filter(({ state }) => state === 'failing').map(({ name }) => name);
  return {
    status: failing.length === 0 ? 'ok' : 'failing',
    service: 'farline',
    time: now.toISOString(),
    message: sentence(failing),
    measuredEverySeconds: SLOT_SECONDS,
    since: history?.since?.toISOString() ?? null,
    overall: measuredOf(history, 'all'),
    components,
  };
}

async function readHistory(database: Database, now: Date): Promise<History> {
  // The present slot is still being measured.
  const to = slotOf(now);
  const [since, newest] = await Promise.all([firstSlot(database), newestReading(database)]);
  const begin = since ?? to;
  const last = (lengthMs: number): Stretch => ({ from: later(begin, new Date(to.getTime() - lengthMs)), to });
  const day = last(DAY_MS);
  const month = last(30 * DAY_MS);
  const [daySlots, monthSlots, byDay] = await Promise.all([
    countSlots(database, day),
    countSlots(database, month),
    countSlotsByDay(database, month),
  ]);
  return {
    since,
    newest,
    last24Hours: { ...day, slots: daySlots },
    last30Days: { ...month, slots: monthSlots },
    days: utcDays(month).map((stretch) => ({ ...stretch, slots: byDay.get(stretch.day) ?? NO_SLOTS })),
  };
}

/** The UTC days that a stretch touches, each cut to the stretch. */
export function utcDays(stretch: Stretch): (Stretch & { day: string })[] {
  const days: (Stretch & { day: string })[] = [];
  const first = Math.floor(stretch.from.getTime() / DAY_MS) * DAY_MS;
  for (let at = first; at < stretch.to.getTime(); at += DAY_MS) {
    const next = new Date(at + DAY_MS);
    days.push({
      day: utcDay(new Date(at)),
      from: later(new Date(at), stretch.from),
      to: next < stretch.to ? next : stretch.to,
    });
  }
  return days;
}

function measuredOf(history: History | null, name: StatusComponent | 'all') {
  if (history === null) return { last24Hours: NOTHING_MEASURED, last30Days: NOTHING_MEASURED };
  const over = ({ slots, ...stretch }: Stretch & { slots: SlotCounts }) =>
    availabilityOf({ ...stretch, measured: slots.measured, answered: slots[name] });
  return { last24Hours: over(history.last24Hours), last30Days: over(history.last30Days) };
}

function freshest(readings: (Reading | null)[], now: Date): Reading | null {
  const fresh = readings.filter(
    (reading): reading is Reading => reading !== null && now.getTime() - reading.slot.getTime() < FRESH_MS,
  );
  return fresh.reduce<Reading | null>((best, one) => (best === null || one.slot > best.slot ? one : best), null);
}

function stateOf(answered: boolean | null): 'ok' | 'failing' | 'unknown' {
  if (answered === null) return 'unknown';
  return answered ? 'ok' : 'failing';
}

const NAMES: Record<StatusComponent, string> = {
  web: 'the pages',
  engine: 'the voice engine',
  database: 'the database',
};

function sentence(failing: StatusComponent[]): string {
  if (failing.length === 0) return 'All systems operational.';
  return `Not answering: ${failing.map((name) => NAMES[name]).join(', ')}.`;
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
