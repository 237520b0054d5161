/** The time zones of a country (ISO 3166-1 alpha-2) as this JavaScript engine knows them; none where it does not say. */
export function zonesOf(countryCode: string): readonly string[] {
  const region: Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] } = new Intl.Locale(
    `und-${countryCode}`,
  );
  return region.getTimeZones?.() ?? region.timeZones ?? [];
}
