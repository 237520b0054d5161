import { shownTimeZone } from './time-zone.ts';

/** The time of day to the second, 24 hours, in the shown zone: `14:05:09`. The same in every language, as in any log. */
export function formatClock(atMs: number): string {
  const timeZone = shownTimeZone();
  // Swedish times are ISO 8601 times.
  return new Intl.DateTimeFormat('sv-SE', {
    ...(timeZone === undefined ? {} : { timeZone }),
    timeStyle: 'medium',
  }).format(atMs);
}
