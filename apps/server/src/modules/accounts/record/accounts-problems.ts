import { validationMessages } from '@farline/contracts';
import { invalidField, Problem } from '../../../platform/problems.ts';

/** The same for an address that nobody has and for a wrong password. */
export const wrongCredentials = () => new Problem('wrong_credentials', 401, 'Email or password is incorrect.');
export const emailTaken = () =>
  new Problem('email_taken', 409, 'An account with this email already exists. Sign in instead.', {
    errors: { email: 'An account with this email already exists' },
  });
/** Not 401: the person stays signed in. */
export const wrongCurrentPassword = () =>
  new Problem('wrong_password', 400, 'The current password is incorrect.', {
    errors: { currentPassword: 'The current password is incorrect' },
  });
/** A change of the address that does not come with the password. */
export const currentPasswordMissing = () => invalidField('currentPassword', validationMessages.passwordRequired);
/** Where a password confirms something. */
export const wrongPassword = () =>
  new Problem('wrong_password', 400, 'The password is incorrect.', {
    errors: { password: 'The password is incorrect' },
  });
export const accountClosed = () =>
  new Problem('account_closed', 403, 'This account was closed. Open a new one with another email address.');
/** What an operator reads. */
export const closedForGood = () => new Problem('account_closed', 403, 'This account is closed: nothing was changed.');
export const resetLinkInvalid = () =>
  new Problem('reset_link_invalid', 400, 'This link has expired or was used already. Please ask for a new one.');
export const confirmationLinkInvalid = () =>
  new Problem('confirm_link_invalid', 400, 'This link has expired, was used already, or a newer one was sent.');
/** Not 401: whoever is signed in stays so. */
export const confirmationNeedsPassword = () =>
  new Problem(
    'link_password_needed',
    403,
    'Enter the password of the account, or open the link where you’re signed in.',
  );
export const wrongCode = () => {
  const message = 'This isn’t the code from the newest email. Please look again.';
  return new Problem('wrong_code', 400, message, { errors: { code: message } });
};
export const codeVoid = () => {
  const message = 'This code has expired or was tried too often. Please ask for a new one.';
  return new Problem('code_void', 400, message, { errors: { code: message } });
};
export const nothingToConfirm = () =>
  new Problem('nothing_to_confirm', 409, 'There’s no email address to confirm: it was confirmed already, or changed.');
/** What an account cannot do before its address is confirmed. */
export const emailUnconfirmed = () =>
  new Problem(
    'email_unconfirmed',
    403,
    'Confirm your email address first: type the code from our email on your dashboard.',
  );
export const sessionEnded = () => new Problem('session_ended', 401, 'Your session has ended. Please sign in again.');
