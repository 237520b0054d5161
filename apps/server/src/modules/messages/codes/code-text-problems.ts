import { Problem } from '../../../platform/problems.ts';

export const verificationNeedsRealText = () =>
  new Problem(
    'verification_needs_real_text',
    403,
    'We verify a number by a text to it, and practice texts reach no real telephone. Add funds first.',
  );
export const verificationTextSandboxOnly = () =>
  new Problem(
    'verification_text_sandbox_only',
    403,
    'We verify a number by a text to it, and this installation only sends practice texts, which reach no real telephone.',
  );
export const numberTakesNoCode = () =>
  new Problem(
    'number_takes_no_code',
    422,
    'No text reaches this number: it is a landline, or of a kind that takes none. Have us call it instead.',
  );
