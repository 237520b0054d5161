import type { CountryFigures, DayFigures, DestinationFigures } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { dayText, type LocalDay, startOfDay } from '../../platform/local-days.ts';
import { addDays, daysBetween } from './days.ts';
import { callSums, type CountedDestination, sumsOfDestinations } from './call-sums-store.ts';
import { figuresOf, NOTHING, plus, type Sums } from './figures.ts';

/** Days of a time zone, both ends counted, of an account. */
export type Days = { accountId: string; currency: string; zone: string; from: LocalDay; to: LocalDay };

export type CallInsight = {
  total: Sums;
  byDay: DayFigures[];
  byCountry: CountryFigures[];
  byDestination: DestinationFigures[];
};

/** What an account's calls of some days came to: in all, by day (each has its line), by country and by destination. */
export async function callInsight(database: Executor, days: Days): Promise<CallInsight> {
  const { accountId, currency, zone } = days;
  const count = daysBetween(days.from, days.to);
  const dates = Array.from({ length: count }, (_, place) => addDays(days.from, place));
  const starts = dates.slice(1).map((date) => startOfDay(date, zone));
  const sums = await callSums(database, {
    accountId,
    zone,
    starts: [startOfDay(days.from, zone), ...starts],
    before: startOfDay(addDays(days.to, 1), zone),
  });
  const ofDays = sums.byStart;
  const ofDestinations = sumsOfDestinations(sums);
  return {
    total: ofDestinations.reduce((sum: Sums, each) => plus(sum, each), NOTHING),
    byDay: dates.map((date, place) => ({ day: dayText(date), ...figuresOf(ofDays.get(place) ?? NOTHING, currency) })),
    byCountry: countriesOf(ofDestinations).map(([countryCode, sums]) => ({
      countryCode,
      ...figuresOf(sums, currency),
    })),
    byDestination: ofDestinations.map(({ countryCode, kind, ...sums }) => ({
      countryCode,
      kind,
      ...figuresOf(sums, currency),
    })),
  };
}

function countriesOf(destinations: (CountedDestination & Sums)[]): [string | null, Sums][] {
  const countries = new Map<string | null, Sums>();
  for (const each of destinations) {
    countries.set(each.countryCode, plus(countries.get(each.countryCode) ?? NOTHING, each));
  }
  return [...countries].toSorted(
    ([, one], [, other]) => Number(other.spendMicros - one.spendMicros) || other.calls - one.calls,
  );
}
