import { clockParts, locale } from './format.ts';
import { formatDay } from './format-time.ts';
import { dayIn, shownTimeZone } from './time-zone.ts';
import { i18n } from '../language/i18n.ts';

/** A day as people say it: `Today`, `Yesterday`, `Mon, 31 Mar`, `31 Mar 2025` where it was another year. */
export function dayName(day: string, now: Date = new Date()): string {
  const today = dayIn(now);
  const days = daysBetween(today, day);
  if (days === 0 || days === -1) {
    const said = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(days, 'day');
    return said.charAt(0).toUpperCase() + said.slice(1);
  }
  return formatDay(day, day.slice(0, 4) === today.slice(0, 4) ? 'weekday' : 'full');
}

/** When it was, as short as can be: `14:05` today, `Yesterday`, `Mon` this week, `31 Mar` before. */
export function formatBriefly(instant: string, now: Date = new Date()): string {
  const then = new Date(instant);
  const day = dayIn(then);
  const days = daysBetween(dayIn(now), day);
  if (days === 0) return formatClockTime(instant);
  if (days === -1) return dayName(day, now);
  return days > -7 ? inZone({ weekday: 'short' }).format(then) : formatDay(day);
}

/** The time of day of an instant, in hours and minutes: the day stands above it. */
export function formatClockTime(instant: string): string {
  return inZone(clockParts()).format(new Date(instant));
}

/** A moment to come, where its day and minute matter: `Tue, 24 Nov, 09:00`; in the shown zone or another. */
export function formatMoment(instant: Date, timeZone: string | undefined = shownTimeZone()): string {
  return new Intl.DateTimeFormat(locale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...clockParts(),
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(instant);
}

function inZone(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = shownTimeZone();
  return new Intl.DateTimeFormat(locale(), { ...options, ...(timeZone === undefined ? {} : { timeZone }) });
}

function daysBetween(today: string, day: string): number {
  return (Date.parse(day) - Date.parse(today)) / 86_400_000;
}
