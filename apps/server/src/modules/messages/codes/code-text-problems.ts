import { Problem } from '../../../platform/problems.ts';

export const verificationNeedsRealText = () =>
  new Problem(
    'verification_needs_real_text',
    403,
    'We verify a number by texting it, and practice texts don’t reach real phones. Add funds first.',
  );
export const verificationTextSandboxOnly = () =>
  new Problem(
    'verification_text_sandbox_only',
    403,
    'We verify a number by texting it, and this installation only sends practice texts, which don’t reach real phones.',
  );
export const numberTakesNoCode = () =>
  new Problem(
    'number_takes_no_code',
    422,
    'Texts don’t reach this number: it’s a landline, or of a type that doesn’t take them. Have us call it instead.',
  );
