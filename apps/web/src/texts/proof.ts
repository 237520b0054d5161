import { defineTexts } from '../lib/language/i18n.ts';

/** Words of proving who one is: the second step of a sign-in, and the question before what could do harm. */
export const proofText = defineTexts('proof', {
  title: 'Confirm it’s you',
  leadPassword: 'This could cost you money or your account: enter your password. We won’t ask again for ten minutes.',
  leadFactor: 'This could cost you money or your account. We won’t ask again for ten minutes.',
  secondStep: 'Second step',
  secondStepLead: 'Your password was right. Now show it’s you.',
  startAgain: 'Sign in as somebody else',
  signInWithPasskey: 'Continue with a passkey',
  usePasskey: 'Use a passkey',
  passkeyLead: 'Your browser asks for your fingerprint, your face, a PIN or your security key.',
  appCode: 'Code of your authenticator app',
  appCodeHint: 'Six digits. A new code comes every 30 seconds.',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'Each of them works once.',
  password: 'Your password',
  goOn: 'Continue',
  checking: 'One moment…',
  notProved: 'That wasn’t accepted',
  passkey_unsupported: 'Passkeys don’t work in this browser, or at this address. Use another way.',
  passkey_refused: 'No passkey came. Try again, or use another way.',
  passkey_known: 'This device or key already has a passkey for your account.',
  instead_passkey: 'Use a passkey instead',
  instead_app: 'Use a code of an app instead',
  instead_recovery_code: 'Use a recovery code instead',
  instead_password: 'Use the password instead',
});
