import { Problem } from '../../../platform/problems.ts';

export const verificationUnavailable = () =>
  new Problem('verification_unavailable', 503, 'No call with a code can be placed at this moment. Try again later.');
export const verificationNeedsRealCall = () =>
  new Problem(
    'verification_needs_real_call',
    403,
    'A number is verified by a call that rings a real telephone. Practice calls ring none: add funds first, where calls leave the sandbox.',
  );
export const numberIsNoPersons = () =>
  new Problem(
    'number_is_no_persons',
    422,
    'Only a landline, a mobile, a toll-free or an internet number can be verified.',
  );
