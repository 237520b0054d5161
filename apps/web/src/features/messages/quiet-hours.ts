import { isQuiet, senderRuleOf } from '@farline/sms';

/** Why advertising may not be sent there now; `source` says so. */
export type Quiet =
  /** `time`: what it is there; null: the country has several times, and it is night at all of them. Hours as `22:00`. */
  { is: 'night'; time: string | null; from: string; to: string; source: string } | { is: 'rest_day'; source: string };

/** Whether advertising may not be sent to a country now; null: it may, or no source names hours, or they are over in a part of it. */
export function quietThere(countryCode: string, now: Date = new Date()): Quiet | null {
  const { quietHours } = senderRuleOf(countryCode);
  if (quietHours === null) return null;
  const times = timesIn(countryCode, now);
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

function timesIn(countryCode: string, now: Date): { hour: number; day: number; clock: string }[] {
  const region: Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] } = new Intl.Locale(
    `und-${countryCode}`,
  );
  return (region.getTimeZones?.() ?? region.timeZones ?? []).map((timeZone) => {
    const parts = new Intl.DateTimeFormat('en', {
      ...{ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', weekday: 'short' },
    })
      .formatToParts(now)
      .map(({ type, value }) => [type, value] as const);
    const { hour = '', minute = '', weekday = '' } = Object.fromEntries(parts) as Record<string, string | undefined>;
    return { hour: Number(hour), day: DAYS.indexOf(weekday), clock: `${hour}:${minute}` };
  });
}
