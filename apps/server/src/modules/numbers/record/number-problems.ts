import { formatDecimal, type Micros } from '@farline/contracts';
import { notFound, Problem } from '../../../platform/problems.ts';

export const numberNotFound = () => notFound('The number');
export const numberNotOffered = (number: string) =>
  new Problem('number_not_offered', 404, `${number} can’t be rented here.`);
export const numberTaken = (number: string) =>
  new Problem('number_taken', 409, `Somebody else has ${number} now. Nothing was taken. Choose another one.`);
export const numberNeedsPayment = () =>
  new Problem(
    'number_needs_payment',
    403,
    'Numbers are rented with money you’ve paid in, not with practice credit. Add funds first.',
  );
export const numberPriceChanged = (price: {
  monthlyMicros: Micros;
  setupMicros: Micros;
  perMinuteMicros: Micros;
  currency: string;
}) =>
  new Problem(
    'number_price_changed',
    409,
    `This number costs ${inWords(price.monthlyMicros, price.currency)} a month now, ${inWords(price.setupMicros, price.currency)} once, and ${inWords(price.perMinuteMicros, price.currency)} for each minute of an incoming call. Nothing was taken.`,
  );
export const numberNotCovered = (due: string, available: string) =>
  new Problem(
    'number_not_covered',
    402,
    `This number costs ${due} now, and your balance has ${available} to spend. Nothing was taken. Add funds first.`,
  );
export const tooManyNumbers = (most: number) =>
  new Problem('too_many_numbers', 409, `An account rents at most ${most} numbers. Release one that you don’t need.`);
export const providerSilent = () =>
  new Problem(
    'number_provider_silent',
    503,
    'We couldn’t find out just now whether this number can be rented. Nothing was taken. Try again in a few minutes.',
    { retryAfterSeconds: 60 },
  );
export const numberInDoubt = (number: string) =>
  new Problem(
    'number_in_doubt',
    409,
    `We’re still finding out what became of your last order of ${number}. Nothing is taken for it. Choose another number.`,
  );
export const numberUnpaidFirst = () =>
  new Problem(
    'number_unpaid_first',
    409,
    'One of your numbers isn’t paid for. Add funds to pay for it, or release it, before you rent another.',
  );
export const tooManyOrders = (most: number) =>
  new Problem(
    'too_many_number_orders',
    429,
    `An account orders at most ${most} such numbers in 24 hours. Try again tomorrow.`,
    {
      retryAfterSeconds: 3_600,
    },
  );
export const sandboxNumberStays = () =>
  new Problem('sandbox_number_stays', 409, 'The sandbox number costs nothing and stays with your account.');
export const numberTakesNoCalls = () =>
  new Problem('number_takes_no_calls', 409, 'This number only takes text messages, so calls can’t show it.');

export const ruleChanged = () =>
  new Problem('rule_changed', 409, 'Somebody has changed this in the meantime. Nothing was saved: load it again.');
export const phonesNotYours = () =>
  new Problem('phone_not_yours', 409, 'A SIP phone you chose isn’t there any more. Choose the phones again.');
export const greetingsNotYours = () =>
  new Problem('greeting_not_yours', 409, 'A greeting you chose isn’t there any more. Choose the greetings again.');
export const forwardComesBack = (number: string) =>
  new Problem(
    'forward_comes_back',
    400,
    `Calls forwarded to ${number} would come back to this number. Choose another one.`,
  );
export const forwardMostTooLittle = (number: string, least: string) =>
  new Problem('forward_most_too_little', 400, `A call to ${number} costs at least ${least}. Allow more.`);
export const calendarNotUnderstood = () =>
  new Problem('calendar_not_understood', 400, 'This isn’t a calendar. Choose an iCalendar file, which ends with .ics.');

export const numberOfSomebodyHere = (number: string) =>
  new Problem(
    'number_of_somebody_here',
    409,
    `${number} is rented here, so it can’t be verified as a number you own elsewhere.`,
  );
export const numberForRentHere = (number: string) =>
  new Problem(
    'number_for_rent_here',
    409,
    `${number} is for rent here, so it can’t be verified as a number you own elsewhere.`,
  );
export const verificationMoreExpensive = (most: string) =>
  new Problem('verification_dearer', 409, `This call may cost ${most} now. Nobody was called.`);
export const verificationTextMoreExpensive = (most: string) =>
  new Problem('verification_text_dearer', 409, `This text may cost ${most} now. Nothing was sent.`);
export const tooManyCodes = (retryAfterSeconds: number) =>
  new Problem(
    'too_many_codes',
    429,
    'You’ve reached today’s limit of verification codes for this account or number. Try again tomorrow.',
    { retryAfterSeconds },
  );
export const tooManyVerified = (most: number) =>
  new Problem('too_many_verified', 409, `An account has at most ${most} numbers from elsewhere. Remove one first.`);
export const spokenCodeWrong = (triesLeft: number) =>
  new Problem(
    'spoken_code_wrong',
    422,
    `That isn’t the code from the latest call or text. Check it; you can try ${triesLeft === 1 ? '1 more time' : `${triesLeft} more times`}.`,
  );
export const spokenCodeVoid = () =>
  new Problem('spoken_code_void', 409, 'This code has expired, was used, or was tried too often. Ask for another.');

const WEBHOOK_SENTENCES = {
  bad_signature: 'The signature isn’t the provider’s.',
  too_old: 'It was signed more than five minutes ago.',
  unreadable: 'It can’t be read.',
};
export const numberWebhookRefused = (reason: keyof typeof WEBHOOK_SENTENCES) =>
  new Problem(`webhook_${reason}`, reason === 'unreadable' ? 400 : 401, WEBHOOK_SENTENCES[reason]);

/** The number that an address names. PostgreSQL stores no U+0000, so what has one is nobody's. */
export function named({ number }: { number: string }): string {
  if (number.includes('\0')) throw numberNotFound();
  return number;
}

/** An amount in a sentence: `3.3334 USD`. */
export function inWords(amount: Micros, currency: string): string {
  return `${formatDecimal(amount).replace(/(\.\d\d)00$/, '$1')} ${currency}`;
}
