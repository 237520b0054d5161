import { isQuiet, senderRuleOf } from '@farline/sms';
import { zonesOf } from '../../lib/format/country-zones.ts';

/** Why advertising may not be sent there now; `source` says so. */
export type Quiet =
  /** `time`: what it is there; null: the country has several times, and it is night at all of them. Hours as `22:00`. */
  { is: 'night'; time: string | null; from: string; to: string; source: string } | { is: 'rest_day'; source: string };

/**
 * Whether advertising may not be sent to a country at an instant; null: it may, or no source names hours, or they are over in a part of it.
 * `timeZone`: of the place, if it is known.
 */
export function quietThere(countryCode: string, at: Date = new Date(), timeZone: string | null = null): Quiet | null {
  const { quietHours } = senderRuleOf(countryCode);
  if (quietHours === null) return null;
  const times = (timeZone === null ? zonesOf(countryCode) : [timeZone]).map((zone) => timeIn(zone, at));
  const { source } = quietHours;
  if (times.length === 0 || !times.every((time) => isQuiet(quietHours, time))) return null;
  const isNight = times.every(({ hour }) => isQuiet({ ...quietHours, restDays: false }, { hour, day: 1 }));
  if (!isNight) return { is: 'rest_day', source };
  const [time, ...others] = new Set(times.map((one) => one.clock));
  const whole = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const hours = { from: whole(quietHours.fromHour), to: whole(quietHours.toHour) };
  return { is: 'night', time: others.length > 0 ? null : (time ?? null), ...hours, source };
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function timeIn(timeZone: string, at: Date): { hour: number; day: number; clock: string } {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    weekday: 'short',
  })
    .formatToParts(at)
    .map(({ type, value }) => [type, value] as const);
  const { hour = '', minute = '', weekday = '' } = Object.fromEntries(parts) as Record<string, string | undefined>;
  return { hour: Number(hour), day: DAYS.indexOf(weekday), clock: `${hour}:${minute}` };
}
