import { e164, isEmergencyNumber, isEmergencyTyped, plainDigits, withoutSeparators } from '@farline/contracts';
import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import { serviceDestination } from './destination.ts';

export type NumberRefusal =
  | 'emergency'
  | 'too_short'
  | 'too_long'
  | 'not_a_number'
  | 'unknown_country'
  | 'with_extension'
  | 'unknown_service_code';

/** What somebody typed, understood. */
export type DialledNumber =
  /** A number that has the length of one: not checked to exist, so ranges for films and tests pass. */
  | { kind: 'e164'; number: string }
  /** The code of a service of our own. */
  | { kind: 'service'; number: string }
  | { kind: 'refused'; reason: NumberRefusal };

/** Shorter digits without plus are not guessed to carry a country's calling code. */
const SHORTEST_WITH_CALLING_CODE = 10;
const EXTENSION = /(?:;?ext(?:ension)?\.?[=:\s]*|[x#]\s*)\d{1,7}$/iu;
const KEYPAD_LETTERS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/**
 * Reads a number in any usual notation: `+44 7700 900123`, `0044 …`, `(415) 555-0100`, `tel:` links, digits of other
 * scripts, letters for digits. Without calling code it is read in `defaultCountry` (ISO 3166-1 alpha-2), if given.
 */
export function readDialledNumber(typed: string, defaultCountry?: string): DialledNumber {
  if (isEmergencyTyped(typed)) return refused('emergency');
  const text = lettersToDigits(plainDigits(typed));
  const dialled = withoutSeparators(text);
  if (/^[*#]/.test(dialled)) {
    return serviceDestination(dialled) === null
      ? refused('unknown_service_code')
      : { kind: 'service', number: dialled };
  }
  if (EXTENSION.test(text) && /\d/.test(text.replace(EXTENSION, ''))) return refused('with_extension');
  if (!/^\+?\d+$/.test(dialled)) return refused('not_a_number');
  const country = defaultCountry !== undefined && isSupportedCountry(defaultCountry) ? defaultCountry : undefined;

  for (const reading of readings(text, dialled, country)) {
    const parsed = parsePhoneNumberFromString(reading, { extract: false, ...(country && { defaultCountry: country }) });
    if (parsed?.isPossible() && e164.safeParse(parsed.number).success) return { kind: 'e164', number: parsed.number };
    if (parsed !== undefined && isEmergencyInItsCountry(parsed)) return refused('emergency');
  }
  return refused(whyNot(dialled, country));
}

/** The ways to read it, the likeliest first: as typed, with 00 or 011 for plus, with the plus forgotten. */
function readings(text: string, dialled: string, country: CountryCode | undefined): string[] {
  if (dialled.startsWith('+')) return [text];
  const asTyped = country === undefined ? [] : [text];
  if (dialled.startsWith('00')) return [...asTyped, `+${dialled.slice(2)}`];
  if (dialled.startsWith('011')) return [...asTyped, `+${dialled.slice(3)}`];
  return dialled.length < SHORTEST_WITH_CALLING_CODE ? asTyped : [...asTyped, `+${dialled}`];
}

/** `+44 999` calls for help as much as `999` does. */
function isEmergencyInItsCountry(parsed: PhoneNumber): boolean {
  return isEmergencyNumber(parsed.nationalNumber);
}

function whyNot(dialled: string, country: CountryCode | undefined): NumberRefusal {
  const international = dialled.replace(/^00/, '+');
  if (!international.startsWith('+') && country === undefined) {
    return dialled.length < SHORTEST_WITH_CALLING_CODE ? 'too_short' : 'unknown_country';
  }
  switch (validatePhoneNumberLength(international, country)) {
    case 'TOO_LONG':
      return 'too_long';
    case 'INVALID_COUNTRY':
      return dialled.length < SHORTEST_WITH_CALLING_CODE ? 'too_short' : 'unknown_country';
    case 'NOT_A_NUMBER':
      return 'not_a_number';
    case 'TOO_SHORT':
    case 'INVALID_LENGTH':
    case undefined:
      return 'too_short';
  }
}

/** `1-800-FLOWERS` as the keypad has it: at least three letters in a row after at least three digits. */
function lettersToDigits(text: string): string {
  if (!/^\+?[\d\s().-]*\d[\s().-]*[A-Z]{3}[A-Z\d\s().-]*$/i.test(text)) return text;
  if (EXTENSION.test(text) || text.replace(/\D/g, '').length < 3) return text;
  return text.replace(/[A-Z]/gi, (letter) =>
    String(KEYPAD_LETTERS.findIndex((letters) => letters.includes(letter.toUpperCase())) + 2),
  );
}

const refused = (reason: NumberRefusal): DialledNumber => ({ kind: 'refused', reason });
