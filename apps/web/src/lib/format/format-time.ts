import { clockParts, formatTimeOfDay, locale } from './format.ts';
import { i18n } from '../language/i18n.ts';
import { dayIn, shownTimeZone } from './time-zone.ts';

/** When it was, as people say it: `14:05` today, `Yesterday, 14:05`, `Mon 14:05` this week, `3 Mar` before. */
export function formatWhen(instant: string, now: Date = new Date()): string {
  const then = new Date(instant);
  const time = new Intl.DateTimeFormat(locale(), { ...zone(), ...clockParts() }).format(then);
  const days = daysBetween(then, now);
  if (days === 0) return time;
  if (days === 1) {
    const yesterday = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(-1, 'day');
    return `${yesterday.charAt(0).toUpperCase()}${yesterday.slice(1)}, ${time}`;
  }
  if (days < 7) return `${new Intl.DateTimeFormat(locale(), { ...zone(), weekday: 'short' }).format(then)} ${time}`;
  const isThisYear = dayIn(then).slice(0, 4) === dayIn(now).slice(0, 4);
  return new Intl.DateTimeFormat(locale(), {
    ...zone(),
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(then);
}

/** The exact instant with its zone: what hovering shows. */
export function formatExactly(instant: string): string {
  return new Intl.DateTimeFormat(locale(), {
    ...zone(),
    dateStyle: 'full',
    timeStyle: 'long',
  }).format(new Date(instant));
}

/** The day of an instant, in words: `31 March 2026`. */
export function formatDate(instant: string): string {
  return new Intl.DateTimeFormat(locale(), { ...zone(), dateStyle: 'long' }).format(new Date(instant));
}

/** A day of the calendar, `2026-03-31`, as people write it: `31 Mar`, with the year where it is told. */
export function formatDay(day: string, style: 'short' | 'weekday' | 'full' = 'short'): string {
  return new Intl.DateTimeFormat(locale(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(style === 'weekday' ? { weekday: 'short' } : {}),
    ...(style === 'full' ? { year: 'numeric' } : {}),
  }).format(new Date(`${day}T00:00:00Z`));
}

/** The time of day of an instant, to the second. */
export function formatTime(instant: string): string {
  return new Intl.DateTimeFormat(locale(), { ...zone(), timeStyle: 'medium' }).format(new Date(instant));
}

/** The time of day in a zone at this moment. */
export function formatTimeIn(timeZone: string, now: Date = new Date()): string {
  return formatTimeOfDay(now, timeZone);
}

function zone(): { timeZone?: string } {
  const timeZone = shownTimeZone();
  return timeZone === undefined ? {} : { timeZone };
}

function daysBetween(then: Date, now: Date): number {
  return (Date.parse(dayIn(now)) - Date.parse(dayIn(then))) / 86_400_000;
}
