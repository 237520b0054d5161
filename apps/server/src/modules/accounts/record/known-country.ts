import { zonesOf } from '@farline/contracts';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { invalidField } from '../../../platform/problems.ts';

/** A country with telephone numbers, or where clocks go (ISO 3166-1 alpha-2): numbers that somebody types are read there. */
export function knownCountry(code: string): string {
  if (isSupportedCountry(code) || zonesOf(code).length > 0) return code;
  throw invalidField('country', 'Write a country as GB');
}
