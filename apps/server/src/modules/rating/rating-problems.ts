import { EMERGENCY_SENTENCE, type NUMBER_REFUSALS } from '@farline/contracts';
import { Problem } from '../../platform/problems.ts';
import type { NumberRefusal } from './dialled-number.ts';
import type { RatingRefusal } from './rate-number.ts';

type NumberCode = (typeof NUMBER_REFUSALS)[number] | 'destination_closed';

const SENTENCES: Record<NumberRefusal | RatingRefusal, { code: NumberCode; sentence: string }> = {
  emergency: { code: 'number_emergency', sentence: EMERGENCY_SENTENCE },
  too_short: { code: 'number_too_short', sentence: 'This number is too short. Please check it.' },
  too_long: { code: 'number_too_long', sentence: 'This number is too long. Please check it.' },
  not_a_number: {
    code: 'number_not_understood',
    sentence: 'This isn’t a telephone number. Enter one such as +44 7700 900123.',
  },
  unknown_country: {
    code: 'number_country_unknown',
    sentence: 'We don’t know the country of this number. Enter it with + and the country code.',
  },
  with_extension: {
    code: 'number_with_extension',
    sentence: 'Call the number without its extension, and enter the extension on the keypad when it answers.',
  },
  unknown_service_code: {
    code: 'service_code_unknown',
    sentence: 'This service code doesn’t exist. *43 is the echo test.',
  },
  unknown_destination: {
    code: 'destination_unknown',
    sentence: 'There’s no price for this number, so it can’t be called.',
  },
  destination_closed: {
    code: 'destination_closed',
    sentence: 'Numbers of this type are blocked because they’re expensive, until you open them.',
  },
};

/** Why a number cannot be called: 422, with the sentence at the field `to`. */
export function numberRefused(reason: NumberRefusal | RatingRefusal): Problem {
  const { code, sentence } = SENTENCES[reason];
  return new Problem(code, 422, sentence, { errors: { to: sentence } });
}
