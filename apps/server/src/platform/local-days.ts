import { zoneFormats } from './zone-formats.ts';

/** A day of the calendar, in no time zone. Months count from 1; a month or day past the end is the next one's. */
export type LocalDay = { year: number; month: number; day: number };

/** A span of time: from the first instant on, before the second. */
export type Span = { from: Date; to: Date };

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** The day that an instant falls on, in a time zone of the IANA database. */
export function localDay(at: Date, timeZone: string): LocalDay {
  const { year, month, day } = localParts(at, timeZone);
  return { year, month, day };
}

/** The first instant of a day in a time zone, also where the clocks skip midnight. */
export function startOfDay(day: LocalDay, timeZone: string): Date {
  const asUtc = Date.UTC(day.year, day.month - 1, day.day);
  const first = asUtc - offsetMs(new Date(asUtc), timeZone);
  const second = asUtc - offsetMs(new Date(first), timeZone);
  const earlier = new Date(Math.min(first, second));
  return dayText(localDay(earlier, timeZone)) === dayText(day) ? earlier : new Date(Math.max(first, second));
}

/**
 * So many months after an instant, on the clocks of a time zone: the same day and time, or the last day of a month that lacks it.
 * A time that clocks skip is that much later; of one that comes twice it is the first.
 */
export function monthsLater(anchor: Date, months: number, timeZone: string): Date {
  const { year, month, day, hour, minute, second } = localParts(anchor, timeZone);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const ms = ((anchor.getTime() % 1000) + 1000) % 1000;
  const asUtc = Date.UTC(year, month - 1 + months, Math.min(day, lastDay), hour, minute, second, ms);
  // A day to either side lie the two offsets that may count.
  const before = asUtc - offsetMs(new Date(asUtc - DAY_MS), timeZone);
  const after = asUtc - offsetMs(new Date(asUtc + DAY_MS), timeZone);
  const isShown = (at: number) => at + offsetMs(new Date(at), timeZone) === asUtc;
  const shown = [before, after].filter(isShown);
  return new Date(shown.length === 0 ? before : Math.min(...shown));
}

/** When the clocks of a time zone show a full hour of a day; for hours at which no clocks are changed, which are those by day. */
export function hourOfDay(day: LocalDay, hour: number, timeZone: string): Date {
  const asUtc = Date.UTC(day.year, day.month - 1, day.day, hour);
  const near = asUtc - offsetMs(new Date(asUtc), timeZone);
  return new Date(asUtc - offsetMs(new Date(near), timeZone));
}

/** The day that an instant falls in, in a time zone. */
export function dayOf(at: Date, timeZone: string): Span {
  const { year, month, day } = localDay(at, timeZone);
  return { from: startOfDay({ year, month, day }, timeZone), to: startOfDay({ year, month, day: day + 1 }, timeZone) };
}

/** The hour of the clock that an instant falls in, in a time zone: not each begins with an hour of UTC. */
export function hourOf(at: Date, timeZone: string): Span {
  const { minute, second } = localParts(at, timeZone);
  const from = at.getTime() - (minute * 60 + second) * 1000 - at.getUTCMilliseconds();
  return { from: new Date(from), to: new Date(from + HOUR_MS) };
}

/** The calendar month that an instant falls in, in a time zone. */
export function monthOf(at: Date, timeZone: string): Span {
  const { year, month } = localDay(at, timeZone);
  return {
    from: startOfDay({ year, month, day: 1 }, timeZone),
    to: startOfDay({ year, month: month + 1, day: 1 }, timeZone),
  };
}

function offsetMs(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = localParts(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000;
}

/** A day as text, `2026-03-31`: also one past the end of its month, which is the next one's. */
export function dayText(day: LocalDay): string {
  return utcDay(new Date(Date.UTC(day.year, day.month - 1, day.day)));
}

/** The day of an instant in UTC as text, `2026-03-31`. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

const formatIn = zoneFormats(
  (timeZone) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);

function localParts(at: Date, timeZone: string) {
  const written = formatIn(timeZone).formatToParts(at);
  const parts = Object.fromEntries(written.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}
