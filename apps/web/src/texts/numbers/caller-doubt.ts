import { defineTexts } from '../../lib/language/i18n.ts';

/** Why a caller's number is not to be trusted. */
export const callerDoubtText = defineTexts('caller-doubt', {
  failed_check: 'Possibly forged: the carrier checked this number, and it is not the caller’s.',
  called_number: 'Possibly forged: it is the number that was called.',
  own_number: 'Possibly forged: this number belongs to somebody here, who isn’t calling now.',
  no_such_number: 'Possibly forged: there is no such number.',
  neighbour: 'Possibly forged: it differs from yours in the last digits alone, and you don’t know it.',
  blocked: 'You have blocked this number.',
});
