import type { Call } from '@farline/contracts/calls';
import { termsInWords } from '../../../lib/calls/terms-in-words.ts';

/** By what a call to the number in the field is billed. */
export const TermsNote = ({ terms }: Pick<Call, 'terms'>) => termsInWords(terms);
