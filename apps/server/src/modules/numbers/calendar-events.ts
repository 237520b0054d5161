import { utcDay } from '../../platform/local-days.ts';
/** A whole-day event of a calendar file. Dates as `2026-12-25`; `until` is the day after its last one. */
export type CalendarEvent = { from: string; until: string; name: string; yearly: Yearly | null };

/**
 * Each year on the same day, or on the nth weekday of a month (negative: from its end; weekday 0 is Sunday). `times` counts the first.
 */
export type Yearly = {
  weekday: { month: number; nth: number; weekday: number } | null;
  until: string | null;
  times: number | null;
};

type Property = { name: string; params: string; value: string };

const DAY_MS = 24 * 60 * 60_000;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const UNDERSTOOD = new Set(['FREQ', 'INTERVAL', 'WKST', 'COUNT', 'UNTIL', 'BYMONTH', 'BYMONTHDAY', 'BYDAY']);
/** These make of an event something else than its rule says. */
const EXCEPTIONS = ['EXDATE', 'RDATE', 'RECURRENCE-ID'];

/**
 * Reads the whole-day events of a calendar file (RFC 5545 §3.6.1), once or each year; what else it holds is counted, and nothing of it is
 * worked out. Null: it is no calendar. Takes time in proportion to the text.
 */
export function calendarEvents(text: string): { events: CalendarEvent[]; skipped: number } | null {
  // A line that begins with a space goes on with the one before (RFC 5545 §3.1).
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
  if (lines[0]?.trim().toUpperCase() !== 'BEGIN:VCALENDAR') return null;
  const found = eventsIn(lines).filter((event) => valueOf(event, 'STATUS') !== 'CANCELLED');
  const events = found.map(wholeDays).filter((event) => event !== null);
  return { events, skipped: found.length - events.length };
}

/** The properties of each event, without those of what lies within it. */
function eventsIn(lines: string[]): Property[][] {
  const events: Property[][] = [];
  let event: Property[] | null = null;
  let depth = 0;
  for (const line of lines) {
    const property = readProperty(line);
    if (property === null) continue;
    const { name, value } = property;
    const isEvent = value.trim().toUpperCase() === 'VEVENT';
    if (name === 'BEGIN' && event !== null) depth += 1;
    else if (name === 'BEGIN' && isEvent) event = [];
    else if (name === 'END' && depth > 0) depth -= 1;
    else if (name === 'END' && event !== null) {
      events.push(event);
      event = null;
    } else if (event !== null && depth === 0) event.push(property);
  }
  return events;
}

/** `DTSTART;VALUE=DATE:20261225`. A parameter may have a colon between quotation marks. */
function readProperty(line: string): Property | null {
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted;
    if (line[at] !== ':' || isQuoted) continue;
    const [name = '', ...params] = line.slice(0, at).toUpperCase().split(';');
    return { name, params: params.join(';'), value: line.slice(at + 1) };
  }
  return null;
}

const valueOf = (event: Property[], name: string) => event.find((each) => each.name === name)?.value.trim() ?? null;

function wholeDays(event: Property[]): CalendarEvent | null {
  const from = dateOf(valueOf(event, 'DTSTART'));
  if (from === null || EXCEPTIONS.some((name) => valueOf(event, name) !== null)) return null;
  const until = untilOf(event, from);
  const rule = valueOf(event, 'RRULE');
  const yearly = rule === null ? null : yearlyOf(rule, from);
  if (until === null || until < from || yearly === 'another') return null;
  // Some write the last day in place of the one after.
  return { from, until: until === from ? daysAfter(from, 1) : until, name: nameOf(event), yearly };
}

/** Where it has no end, it is as long as its duration says (RFC 5545 §3.3.6), or a day. Null: that is no number of whole days. */
function untilOf(event: Property[], from: string): string | null {
  const [end, duration] = [valueOf(event, 'DTEND'), valueOf(event, 'DURATION')];
  if (end !== null) return dateOf(end);
  if (duration === null) return daysAfter(from, 1);
  const [, count, unit] = /^\+?P(\d{1,3})([DW])$/.exec(duration.toUpperCase()) ?? [];
  return count === undefined ? null : daysAfter(from, Number(count) * (unit === 'W' ? 7 : 1));
}

/** Null for anything but a date of the calendar: also for a time of a day. */
function dateOf(written: string | null): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(written ?? '') ?? [];
  const date = `${year}-${month}-${day}`;
  const read = new Date(`${date}T00:00Z`);
  return Number.isNaN(read.getTime()) || utcDay(read) !== date ? null : date;
}

const daysAfter = (date: string, days: number) => utcDay(new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS));

/** `another`: it comes again in a way that is not read here. */
function yearlyOf(rule: string, from: string): Yearly | 'another' {
  const parts = new Map(
    rule
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=', 2))
      .map(([key = '', value = '']) => [key, value]),
  );
  const isKnown = [...parts.keys()].every((key) => UNDERSTOOD.has(key));
  if (!isKnown || parts.get('FREQ') !== 'YEARLY' || (parts.get('INTERVAL') ?? '1') !== '1') return 'another';
  const times = parts.get('COUNT');
  const until = parts.get('UNTIL');
  const weekday = weekdayOf(parts, from);
  const untilDate = until === undefined ? null : dateOf(until.slice(0, 8));
  if (weekday === 'another' || (times !== undefined && !/^\d{1,4}$/.test(times))) return 'another';
  if (until !== undefined && untilDate === null) return 'another';
  return { weekday, until: untilDate, times: times === undefined ? null : Number(times) };
}

function weekdayOf(parts: Map<string, string>, from: string): Yearly['weekday'] | 'another' {
  const [month, day] = [Number(from.slice(5, 7)), Number(from.slice(8, 10))];
  const byDay = parts.get('BYDAY');
  const [byMonth, byMonthDay] = [parts.get('BYMONTH') ?? String(month), parts.get('BYMONTHDAY')];
  if (byDay === undefined) {
    return Number(byMonth) === month && Number(byMonthDay ?? day) === day ? null : 'another';
  }
  const [, nth, name = ''] = /^([+-]?[1-5])([A-Z]{2})$/.exec(byDay) ?? [];
  const weekday = WEEKDAYS.indexOf(name);
  if (nth === undefined || weekday < 0 || byMonthDay !== undefined) return 'another';
  return Number(byMonth) === month ? { month, nth: Number(nth), weekday } : 'another';
}

function nameOf(event: Property[]): string {
  const written = valueOf(event, 'SUMMARY') ?? '';
  return written.replace(/\\[nN]/g, ' ').replace(/\\([\\;,])/g, '$1');
}
