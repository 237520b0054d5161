import { formatDecimal, isWholeCents, type Micros } from '@farline/contracts';
import { zoneFormats } from '../../platform/zone-formats.ts';

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** A destination in words: `United Kingdom, mobile`. */
export function destinationWords(place: { countryCode: string | null; kind: string }): string {
  const kind = place.kind.replaceAll('_', '-');
  if (place.countryCode === null) return kind;
  return `${countryName(place.countryCode)}, ${kind}`;
}

/** A country's English name; 001 is the world, which satellites and international services belong to. */
export function countryName(code: string): string {
  return countries.of(code) ?? code;
}

/** An amount with its currency: whole cents as `12.30 USD`, all else to the millionth: `0.012500 USD`, `-3.000001 USD`. */
export function amountWords(amount: Micros, currency: string): string {
  const [whole = '0', fraction = ''] = formatDecimal(amount).split('.');
  return `${whole}.${isWholeCents(amount) ? fraction.slice(0, 2) : fraction.padEnd(6, '0')} ${currency}`;
}

/** A duration: 3:24, 1:02:09. */
export function durationWords(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [minutes, rest] = [Math.floor(seconds / 60), two(seconds % 60)];
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

/** A day: `31 March 2026`. */
export function dayWords(day: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** A month: `March 2026`. */
export function monthWords(firstDay: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${firstDay}T00:00:00Z`));
}

const momentFormatIn = zoneFormats(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }),
);

/** An instant in a time zone: `2026-03-31 14:05`. */
export function momentWords(at: Date, timeZone: string): string {
  return momentFormatIn(timeZone).format(at);
}

const KINDS: Record<string, string> = {
  trial_credit: 'Practice credit',
  operator_credit: 'Credit from the operator',
  top_up: 'Payment',
  refund: 'Refund of a payment',
  refund_failed: 'Refund that failed',
  dispute: 'Payment taken back by the bank',
  dispute_won: 'Payment given back by the bank',
  owed_paid: 'Paid off what was owed',
  plan: 'Plan',
  number: 'Number',
  message: 'Message',
  message_refund: 'Message that wasn’t delivered: given back',
  other: 'Correction',
};

/** What moved the balance, in words. */
export function kindWords(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return KINDS[kind] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
