import { defineTexts } from '../../lib/language/i18n.ts';

/** Why a caller's number is not to be trusted. */
export const callerDoubtText = defineTexts('caller-doubt', {
  failed_check: 'Possibly forged: the carrier checked this number, and it isn’t the caller’s.',
  called_number: 'Possibly forged: it’s the number that was called.',
  own_number: 'Possibly forged: this number belongs to somebody here, who isn’t calling now.',
  no_such_number: 'Possibly forged: there’s no such number.',
  neighbour: 'Possibly forged: it differs from yours only in the last digits, and you don’t know it.',
  blocked: 'You’ve blocked this number.',
});
