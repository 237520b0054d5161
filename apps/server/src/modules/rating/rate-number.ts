import { e164, micros } from '@farline/contracts';
import type { CallTerms } from './call-terms.ts';
import { type Destination, serviceDestination } from './destination.ts';
import { kindOfNumber } from './number-kind.ts';
import { type PricedDestination, type RateBook, moreExpensive } from './rate-book.ts';

/** A number with what calling it costs now. */
export type RatedNumber = {
  /** E.164, or a service code. */
  number: string;
  destination: Destination;
  terms: CallTerms;
  /** Null for our own services, which have no rate. */
  rateId: string | null;
  rateTable: string;
  rateTableVersion: number;
};

export type RatingRefusal = 'not_a_number' | 'unknown_destination' | 'destination_closed';

/** A closed destination has a price all the same: some accounts opened it. */
export type NumberRating =
  | { allowed: true; rated: RatedNumber }
  | { allowed: false; reason: 'destination_closed'; rated: RatedNumber }
  | { allowed: false; reason: Exclude<RatingRefusal, 'destination_closed'> };

const FREE: Omit<CallTerms, 'currency'> = {
  perMinuteMicros: micros(0n),
  connectionMicros: micros(0n),
  minimumSeconds: 0,
  firstSeconds: 1,
  nextSeconds: 1,
};

/** What a call to a number (E.164, or a service code) costs by this book, or why it cannot be called. */
export function rateNumber(book: RateBook, number: string): NumberRating {
  const service = serviceDestination(number);
  if (service !== null) return { allowed: true, rated: ratedService(book, service) };
  if (!e164.safeParse(number).success) return { allowed: false, reason: 'not_a_number' };
  const found = book.find(number);
  if (found === null) return { allowed: false, reason: 'unknown_destination' };

  const { destination, rate } = asTheNumberingPlanHasIt(book, number, found);
  const rated: RatedNumber = {
    number,
    destination,
    terms: rate.terms,
    rateId: rate.id,
    rateTable: book.name,
    rateTableVersion: book.version,
  };
  return rate.isOpen ? { allowed: true, rated } : { allowed: false, reason: 'destination_closed', rated };
}

/** Where the whole number is of a more expensive kind than its prefix says, the more expensive counts. */
function asTheNumberingPlanHasIt(book: RateBook, number: string, found: PricedDestination): PricedDestination {
  const kind = kindOfNumber(number);
  const { destination } = found;
  if (kind === null || kind === destination.kind || destination.countryCode === null) return found;
  const rate = book.rateOfKind(destination.countryCode, kind);
  if (rate === null || moreExpensive(found.rate, rate) === found.rate) return found;
  return { destination: { ...destination, kind }, rate };
}

function ratedService(book: RateBook, destination: Destination): RatedNumber {
  return {
    number: destination.prefix,
    destination,
    terms: { currency: book.currency, ...FREE },
    rateId: null,
    rateTable: book.name,
    rateTableVersion: book.version,
  };
}
