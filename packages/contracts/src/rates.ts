import { z } from 'zod';
import { money } from './money.ts';

export const destinationKind = z.enum([
  'fixed',
  'mobile',
  'toll_free',
  'premium',
  'shared_cost',
  'voip',
  'personal',
  'uan',
  'pager',
  'echo',
  'voicemail',
]);
export type DestinationKind = z.infer<typeof destinationKind>;

/** Where a number lies: what the phone shows beside the flag. `echo` is the free echo test and `voicemail` one's own mailbox, both without a country. */
export const destination = z.object({
  prefix: z.string().meta({ example: '447700' }),
  countryCode: z.string().nullable().meta({ example: 'GB' }),
  kind: destinationKind,
  operator: z.string().nullable(),
});
export type Destination = z.infer<typeof destination>;

/** What a call costs: per minute, billed in steps after a first step, with a fee on answer. */
export const rateTerms = z.object({
  perMinute: money,
  connectionFee: money,
  minimumSeconds: z.int(),
  firstSeconds: z.int(),
  nextSeconds: z.int(),
});
export type RateTerms = z.infer<typeof rateTerms>;

export const country = z.object({
  code: z.string().length(2),
  name: z.string(),
  callingCode: z.string().meta({ example: '44' }),
  /** Where many countries share a calling code, the digits after it that are this one's: Anguilla is +1 264. */
  areaCodes: z.array(z.string()),
  /** The usual price of a fixed and of a mobile number there; null where nothing is priced. */
  fixedPerMinute: money.nullable(),
  mobilePerMinute: money.nullable(),
  /** The usual price of a segment of a message to there. */
  messagePerSegment: money.nullable(),
});
export type Country = z.infer<typeof country>;

export const rate = rateTerms.extend({
  id: z.string(),
  countryCode: z.string(),
  kind: destinationKind,
  prefixes: z.array(z.string()),
  /** A closed destination is refused until it is opened. */
  open: z.boolean(),
});
export type Rate = z.infer<typeof rate>;

/** What a segment of a message costs: to a country, or to its numbers that start with `prefix`. */
export const segmentRate = z.object({
  id: z.string(),
  countryCode: z.string(),
  prefix: z.string().meta({ example: '' }),
  perSegment: money,
});
export type SegmentRate = z.infer<typeof segmentRate>;

export const countriesReply = z.object({ countries: z.array(country) });
export const ratesQuery = z.object({ countryCode: z.string().length(2).toUpperCase().optional() });
export const ratesReply = z.object({ rates: z.array(rate), messageRates: z.array(segmentRate) });
