/** The time zones of a country as this browser knows them; none where it does not say. */
export function zonesOf(countryCode: string): readonly string[] {
  const region: Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] } = new Intl.Locale(
    `und-${countryCode}`,
  );
  return region.getTimeZones?.() ?? region.timeZones ?? [];
}
