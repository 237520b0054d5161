import { type Micros } from '@farline/contracts';
import type { RateBook } from './rate-book.ts';

/** What a segment of a message to a number costs now. */
export type SegmentPrice = { rateId: string; currency: string; perSegmentMicros: Micros };

/** By this book; null: messages to the number (E.164) are not priced. */
export function segmentPrice(book: RateBook, number: string): SegmentPrice | null {
  const countryCode = book.find(number)?.destination.countryCode ?? null;
  const rate = countryCode === null ? null : book.segments.find(countryCode, number);
  return rate === null ? null : { rateId: rate.id, currency: book.currency, perSegmentMicros: rate.perSegmentMicros };
}
