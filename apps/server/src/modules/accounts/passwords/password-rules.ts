import { validationMessages } from '@farline/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { invalidField } from '../../../platform/problems.ts';

/** Whose password it is to be. */
export type PasswordOwner = { email: string; firstName: string; lastName: string };

/** The 49,000 most common passwords of what leaked (zxcvbn-ts, MIT), lower case: whoever guesses begins with them. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Whether a password is one of the most common: in whatever letter case, and with signs before or behind it. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase();
  return COMMON.has(lower) || COMMON.has(lower.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
}

/**
 * Refuses, at `field`, a password that is one of the most common (NIST SP 800-63B §3.1.1.2), or the owner's own name or
 * address with nothing but digits and signs added.
 */
export function refusePoorPassword(field: string, password: string, owner: PasswordOwner): void {
  if (isCommonPassword(password)) throw invalidField(field, validationMessages.passwordCommon);
  if (isOwnName(password, owner)) throw invalidField(field, validationMessages.passwordOwnName);
}

function isOwnName(password: string, { email, firstName, lastName }: PasswordOwner): boolean {
  const [mailbox = ''] = email.split('@');
  const own = [email, mailbox, firstName, lastName, `${firstName}${lastName}`, `${lastName}${firstName}`];
  const words = new Set(own.flatMap((text) => [letters(text), lettersAndDigits(text)]));
  words.delete('');
  return words.has(letters(password)) || words.has(lettersAndDigits(password));
}

const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
const letters = (text: string) => lettersAndDigits(text).replaceAll(/\p{N}/gu, '');
