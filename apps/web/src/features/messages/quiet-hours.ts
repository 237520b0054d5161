import { isQuiet, senderRuleOf } from '@farline/sms';

/** Whether it is an hour there in which advertising may not be sent; no where a country has several times, or names no hours. */
export function isQuietThere(countryCode: string, now: Date = new Date()): boolean {
  const { quietHours } = senderRuleOf(countryCode);
  const timeZone = onlyZoneOf(countryCode);
  if (quietHours === null || timeZone === null) return false;
  const parts = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23', weekday: 'short' })
    .formatToParts(now)
    .map(({ type, value }) => [type, value] as const);
  const { hour = '', weekday = '' } = Object.fromEntries(parts) as Record<string, string | undefined>;
  return isQuiet(quietHours, { hour: Number(hour), day: DAYS.indexOf(weekday) });
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function onlyZoneOf(countryCode: string): string | null {
  const region: Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] } = new Intl.Locale(
    `und-${countryCode}`,
  );
  const [zone, ...others] = region.getTimeZones?.() ?? region.timeZones ?? [];
  return others.length > 0 ? null : (zone ?? null);
}
