import type { Country } from '@farline/contracts/rates';
import { api } from './api-client.ts';
import { type Answer, useAnswer } from './use-answer.ts';

/** The countries that the rate table prices, for a page that must stay light. */
export const useCountries = (): Answer<readonly Country[]> => useAnswer('countries', askCountries);

async function askCountries(): Promise<readonly Country[]> {
  return (await api('GET /rates/countries')).countries;
}
