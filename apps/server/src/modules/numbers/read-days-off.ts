import { type DayOff, isPlainLine, RULE_LIMITS } from '@farline/contracts';
import { type CalendarEvent, calendarEvents, type Yearly } from './calendar-events.ts';
import { utcDay } from '../../platform/local-days.ts';

/** What a calendar says of days off; `skipped`: events that were not understood, and days for which there is no room. */
export type DaysOff = { daysOff: DayOff[]; skipped: number };

/** Weekdays of a month are worked out so many years ahead. */
const YEARS_AHEAD = 5;
/** Nobody is away for longer by one entry of a calendar of holidays. */
const LONGEST_DAYS = 62;
/** Of those that are not over; the rest is counted alone, so that no file keeps the server busy. */
const MOST_EVENTS = 1_000;
/** Of all events together. */
const MOST_DAYS = 20_000;
/** Nobody sees the rest of a name, but it may be as long as the file. */
const LONGEST_READ = 1_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * The days off of a calendar file from a day on (`2026-03-31`), in their order, each once: whole-day events, alone or each year. Null: it is no
 * calendar.
 */
export function readDaysOff(text: string, today: string): DaysOff | null {
  const read = calendarEvents(text);
  if (read === null) return null;
  const ahead = read.events.filter(({ until, yearly }) => until > today || yearly !== null);
  let skipped = read.skipped + Math.max(0, ahead.length - MOST_EVENTS);
  const found = new Map<string, DayOff>();
  let worked = 0;
  for (const event of ahead.slice(0, MOST_EVENTS)) {
    const days = worked < MOST_DAYS ? daysOf(event, today) : null;
    worked += days?.length ?? 0;
    if (days === null) skipped += 1;
    for (const day of days ?? []) {
      const key = `${day.isYearly ? day.date.slice(5) : day.date}`;
      if (found.has(key)) continue;
      if (found.size < RULE_LIMITS.daysOff) found.set(key, day);
      else skipped += 1;
    }
  }
  return { daysOff: [...found.values()].sort((one, other) => (one.date < other.date ? -1 : 1)), skipped };
}

/** Null: it is too long. */
function daysOf({ from, until, name, yearly }: CalendarEvent, today: string): DayOff[] | null {
  const length = (Date.parse(until) - Date.parse(from)) / DAY_MS;
  if (length > LONGEST_DAYS) return null;
  // Once for all of its days: there may be hundreds, and a file may be one long name.
  const shown = plain(name);
  const isYearly = yearly !== null && yearly.weekday === null && yearly.until === null && yearly.times === null;
  const firsts = yearly === null || isYearly ? [from] : yearsOf(yearly, from, today);
  return firsts
    .flatMap((first) => Array.from({ length }, (_, more) => daysAfter(first, more)))
    .filter((date) => isYearly || date >= today)
    .map((date) => ({ date, name: shown, isYearly }));
}

/** The days on which something begins that comes each year, from a day's year on. */
function yearsOf({ weekday, until, times }: Yearly, from: string, today: string): string[] {
  const [began, now] = [Number(from.slice(0, 4)), Number(today.slice(0, 4))];
  const first = Math.max(began, now);
  const dates: string[] = [];
  for (let year = first; year <= now + YEARS_AHEAD; year += 1) {
    if (times !== null && year - began >= times) break;
    const date = weekday === null ? sameDay(from, year) : nthWeekday(year, weekday);
    if (date !== null && date >= from && (until === null || date <= until)) dates.push(date);
  }
  return dates;
}

/** Null: the year has no 29 February. */
function sameDay(date: string, year: number): string | null {
  const same = `${year}${date.slice(4)}`;
  return daysAfter(same, 0) === same ? same : null;
}

/** Null: the month has no fifth one. */
function nthWeekday(
  year: number,
  { month, nth, weekday }: { month: number; nth: number; weekday: number },
): string | null {
  const edge = new Date(nth > 0 ? Date.UTC(year, month - 1, 1) : Date.UTC(year, month, 0));
  const toFirst = nth > 0 ? (weekday - edge.getUTCDay() + 7) % 7 : -((edge.getUTCDay() - weekday + 7) % 7);
  const weeks = nth > 0 ? nth - 1 : nth + 1;
  const date = new Date(edge.getTime() + (toFirst + 7 * weeks) * DAY_MS);
  return date.getUTCMonth() === month - 1 ? utcDay(date) : null;
}

const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date.slice(0, 8)}01T00:00Z`) + (Number(date.slice(8)) - 1 + days) * DAY_MS)
    .toISOString()
    .slice(0, 10);

/** The name as a list shows it: in one line, and not too long. */
function plain(name: string): string {
  const line = [...name.slice(0, LONGEST_READ)].filter(isPlainLine).join('').trim();
  return line.length <= RULE_LIMITS.nameLength ? line : `${cut(line)}…`;
}

/** Without half of a character at its end. */
const cut = (line: string) =>
  line
    .slice(0, RULE_LIMITS.nameLength - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
