import { Problem } from '../../../platform/problems.ts';

export const verificationUnavailable = () =>
  new Problem('verification_unavailable', 503, 'We can’t place a call with a code at the moment. Try again later.');
export const verificationNeedsRealCall = () =>
  new Problem(
    'verification_needs_real_call',
    403,
    'We verify a number by calling it, and practice calls don’t ring real phones. Add funds first.',
  );
export const verificationSandboxOnly = () =>
  new Problem(
    'verification_sandbox_only',
    403,
    'We verify a number by calling it, and this installation only places practice calls, which don’t ring real phones.',
  );
export const numberIsNoPersons = () =>
  new Problem(
    'number_is_no_persons',
    422,
    'Only a landline, a mobile, a toll-free or an internet number can be verified.',
  );
