import type { Micros, OfferKind } from '@farline/contracts';

/** A number that an operator offers for rent. */
export type Offer = {
  e164: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  kind: OfferKind;
  carrier: string;
  /** For each month, and once when it is rented. */
  monthlyMicros: Micros;
  setupMicros: Micros;
  /** A minute of a call that comes in. */
  perMinuteMicros: Micros;
  /** ISO 4217. */
  currency: string;
  hasVoice: boolean;
  hasSms: boolean;
  /** What the carrier wants to see of whoever rents it; null: nothing. */
  documents: string | null;
};
