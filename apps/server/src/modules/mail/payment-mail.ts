import { formatDecimal, type Micros, micros } from '@farline/contracts';
import type { Language } from '../../platform/languages.ts';
import { say as sayInNotice } from './notice-texts/index.ts';
import { PAYMENT_MAIL_WORDS, type PaymentMailWords } from './payment-mail-words.ts';

/** A payment, as far as a mail tells of it. */
type Payment = {
  id: string;
  amountMicros: Micros;
  currency: string;
  card: { brand: string; lastFour: string } | null;
};
type Refund = { id: string; amountMicros: Micros };

/** To whom, and when, a mail about a payment is written. `isClosed`: the account is, and its pages can't be opened. */
export type Written = { at: Date; publicUrl: string; language: Language; isClosed: boolean };

/** The mail that says that the money of a payment has come. */
export function writePaymentMail(
  payment: Payment,
  more: Written & { balanceMicros: Micros; owedPaidMicros: Micros },
): { subject: string; body: string } {
  const say = sayIn(more.language);
  const sum = (amount: Micros) => written(amount, payment.currency);
  const card = cardOf(payment, say);
  const lines = [
    say('amount', { amount: sum(payment.amountMicros) }),
    ...(card === null ? [] : [say('paidBy', { card })]),
    say('date', { date: dateOf(more.at) }),
    say('payment', { id: payment.id }),
    ...(more.owedPaidMicros === 0n ? [] : [say('ofWhichOwed', { amount: sum(more.owedPaidMicros) })]),
    say('balance', { amount: sum(more.balanceMicros) }),
  ];
  const { publicUrl: link, isClosed } = more;
  const left = micros(payment.amountMicros - more.owedPaidMicros);
  const nextOfClosed = left > 0n ? [sayInNotice(more.language, 'next_closed', { link, amount: sum(left) })] : [];
  const last = isClosed ? nextOfClosed : [say('more', { link: `${link}/billing` })];
  return {
    subject: say('receiptSubject', { amount: sum(payment.amountMicros) }),
    body: [say('arrived'), lines.join('\n'), ...last].join('\n\n'),
  };
}

/** The mail that says that money goes back. */
export function writeRefundMail(payment: Payment, refund: Refund, more: Written): { subject: string; body: string } {
  const say = sayIn(more.language);
  const amount = written(refund.amountMicros, payment.currency);
  const card = cardOf(payment, say);
  const lines = [
    say('amount', { amount }),
    say('payment', { id: payment.id }),
    say('refund', { id: refund.id }),
    say('date', { date: dateOf(more.at) }),
  ];
  const opening = card === null ? say('goesBack', { amount }) : say('goesBackToCard', { amount, card });
  const last = more.isClosed ? [] : [say('more', { link: `${more.publicUrl}/billing` })];
  return {
    subject: say('refundSubject', { amount }),
    body: [opening, lines.join('\n'), ...last].join('\n\n'),
  };
}

type Say = (key: keyof PaymentMailWords, values?: Record<string, string>) => string;

function sayIn(language: Language): Say {
  return (key, values = {}) =>
    PAYMENT_MAIL_WORDS[language][key].replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => values[name] ?? '');
}

function cardOf({ card }: Payment, say: Say): string | null {
  return card === null ? null : say('card', { brand: card.brand, lastFour: card.lastFour });
}

function dateOf(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}

function written(amount: Micros, currency: string): string {
  return `${formatDecimal(amount).replace(/(\.\d\d)00$/, '$1')} ${currency}`;
}
