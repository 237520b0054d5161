import { Problem, notFound } from '../../../platform/problems.ts';

export const callNotFound = () => notFound('The call');
export const callerIdNotAllowed = () =>
  new Problem('caller_id_not_allowed', 403, 'You can only show a number that belongs to your account.');
export const accountClosed = () => new Problem('account_closed', 403, 'This account is closed: it can’t place calls.');
export const outOfCredit = () =>
  new Problem('out_of_credit', 402, 'Your balance doesn’t cover this call. Add funds and call again.');
export const paymentOwed = () =>
  new Problem(
    'payment_owed',
    402,
    'You owe money for a call that was charged late, or for a payment that went back after it was partly spent. Add funds to pay it; then you can call again.',
  );
export const priceChanged = () =>
  new Problem(
    'price_changed',
    409,
    'The price of this call has gone up since it was shown. Please look at it and call again.',
  );
export const noRoute = () =>
  new Problem('no_route', 503, 'No carrier takes calls to this number at the moment. Please try again later.', {
    retryAfterSeconds: 60,
  });
export const guestCallRunning = () =>
  new Problem('guest_call_running', 409, 'A test call from your network is running. Please end it first.');
export const statusGoesBackwards = (from: string, to: string) =>
  new Problem('status_goes_backwards', 409, `A call that is ${from} can’t become ${to}.`);
export const callNotAnswered = () => new Problem('call_not_answered', 409, 'This call hasn’t been answered.');
export const callOver = () => new Problem('call_over', 409, 'This call ended too long ago.');
