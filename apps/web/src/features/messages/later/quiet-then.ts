import { isQuiet, senderRuleOf } from '@farline/sms';
import { zonesOf } from '../../../lib/format/country-zones.ts';

/**
 * Whether it is an hour there in which advertising may not be sent. Where a country has several times, that is known of a
 * place alone whose time zone is told; where it names no hours, never.
 */
export function isQuietThere(
  countryCode: string,
  at: Date = new Date(),
  timeZone: string | null = onlyZoneOf(countryCode),
): boolean {
  const { quietHours } = senderRuleOf(countryCode);
  if (quietHours === null || timeZone === null) return false;
  const parts = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23', weekday: 'short' })
    .formatToParts(at)
    .map(({ type, value }) => [type, value] as const);
  const { hour = '', weekday = '' } = Object.fromEntries(parts) as Record<string, string | undefined>;
  return isQuiet(quietHours, { hour: Number(hour), day: DAYS.indexOf(weekday) });
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function onlyZoneOf(countryCode: string): string | null {
  const [zone, ...others] = zonesOf(countryCode);
  return others.length > 0 ? null : (zone ?? null);
}
