import type { Clock } from '../../platform/clock.ts';
import { dayText, type LocalDay, localDay } from '../../platform/local-days.ts';
import { invalidField } from '../../platform/problems.ts';
import { addDays, daysBetween, readDay } from './days.ts';

const USUAL_DAYS = 30;
const MOST_DAYS = 400;

/** The days that a request means: the last 30 up to today unless it says others, in the zone that it names. */
export function readDays(
  clock: Clock,
  asked: { from?: string | undefined; to?: string | undefined; zone: string },
): { from: LocalDay; to: LocalDay } {
  if (!isZone(asked.zone)) throw invalidField('zone', 'Unknown time zone');
  const to = asked.to === undefined ? localDay(clock.now(), asked.zone) : readDay(asked.to);
  const from = asked.from === undefined ? addDays(to, 1 - USUAL_DAYS) : readDay(asked.from);
  const days = daysBetween(from, to);
  if (days < 1) throw invalidField('to', `The last day is before the first, ${dayText(from)}`);
  if (days > MOST_DAYS) throw invalidField('from', `Choose at most ${MOST_DAYS} days`);
  return { from, to };
}

/** An IANA name. */
function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}
