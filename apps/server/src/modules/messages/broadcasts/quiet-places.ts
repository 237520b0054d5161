import { wallClockAt } from '@farline/contracts';
import { isNight, isRestDay, senderRuleOf } from '@farline/sms';
import { zonesOfNumber } from '../../rating/index.ts';

/** Where somebody may be, in a country for which a source names hours without advertising; the zones are of the IANA database. */
export type QuietPlace = { countryCode: string; timeZones: readonly string[] };

/** Where the owner of a number (E.164) may be; null: nothing is known of quiet hours there. */
export function quietPlaceOf(number: string, countryCode: string | null): QuietPlace | null {
  if (countryCode === null || senderRuleOf(countryCode).quietHours === null) return null;
  return { countryCode, timeZones: zonesOfNumber(number) };
}

/** How many people are where advertising may not be sent at an instant, by the clocks of any place where they may be. */
export function countQuiet(places: readonly (QuietPlace & { count: number })[], at: Date): number {
  const clocks = new Map<string, string>();
  const clockOf = (zone: string): string => {
    const local = clocks.get(zone) ?? wallClockAt(at, zone).local;
    clocks.set(zone, local);
    return local;
  };
  const isQuiet = ({ countryCode, timeZones }: QuietPlace): boolean => {
    const { quietHours } = senderRuleOf(countryCode);
    if (quietHours === null) return false;
    return timeZones.map(clockOf).some((local) => isNight(quietHours, local) || isRestDay(quietHours, local));
  };
  return places.filter(isQuiet).reduce((sum, { count }) => sum + count, 0);
}
