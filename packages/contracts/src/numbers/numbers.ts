import { z } from 'zod';
import { DECIMAL } from '../micros.ts';
import { money } from '../money.ts';
import { ruleSummary } from './number-rules.ts';
import { e164 } from '../phone-number.ts';
import { isPlainLine } from '../plain-line.ts';
import { verification, verifiedNumber } from './verified-numbers.ts';

const instant = z.iso.datetime();
/** ISO 3166-1 alpha-2. */
const country = z.string().length(2).meta({ example: 'US' });

export const offerKind = z.enum(['fixed', 'mobile', 'toll_free', 'voip']);
export type OfferKind = z.infer<typeof offerKind>;

/** What a number can do. */
const capabilities = { voice: z.boolean(), sms: z.boolean() };

/** A number of the account: calls and texts to it are the account's, and it may be shown on calls and texts out. */
export const ownNumber = z.object({
  number: e164,
  /** `sandbox`: it works in the sandbox only, and costs nothing. */
  kind: z.enum(['sandbox', 'rented']),
  label: z.string().meta({ example: 'Office' }),
  /** What a call shows that names no number. One number of the account is. */
  isDefault: z.boolean(),
  ...capabilities,
  /** What happens when it is called; null: everything rings, always. */
  rule: ruleSummary.nullable(),
  /** Null for one of the sandbox. */
  rent: z
    .object({
      country,
      type: offerKind,
      monthly: money,
      /** Of a call that comes in. */
      perMinute: money,
      since: instant,
      /** Until when it is paid: then the next month is taken. */
      paidUntil: instant,
      /** The next month could not be paid; it is released then. */
      pastDueUntil: instant.nullable(),
      /** Released, it goes back to the provider that it was ordered from: nobody here can rent it again for certain. */
      goesBack: z.boolean(),
    })
    .nullable(),
});
export type OwnNumber = z.infer<typeof ownNumber>;
/** Somebody else has a number that was ordered, the provider wants documents for it, or it did not answer. */
export const orderFailure = z.enum(['gone', 'documents', 'unavailable']);
/** A number that was ordered from the operator's provider. */
export const orderedNumber = z.object({
  number: e164,
  country,
  type: offerKind,
  monthly: money,
  setup: money,
  perMinute: money,
  at: instant,
  /** `pending`: the provider has not said yet; the money for it is set aside. `failed`: nothing was taken. */
  state: z.enum(['pending', 'failed']),
  /** Of one that failed. */
  reason: orderFailure.nullable(),
});
export type OrderedNumber = z.infer<typeof orderedNumber>;

/** The default first. `quarantineDays`: for how long nobody else can rent a number that was released. */
export const ownNumbersReply = z.object({
  numbers: z.array(ownNumber),
  /** Numbers that its people have elsewhere; calls out may show them. */
  verified: z.array(verifiedNumber),
  /** The latest whose code can still be typed; null: there is none. */
  openVerification: verification.nullable(),
  /** Those that are pending, and those of the last day that failed. */
  orders: z.array(orderedNumber),
  quarantineDays: z.int(),
  graceDays: z.int(),
});
export type OwnNumbersReply = z.infer<typeof ownNumbersReply>;
export const ownNumberReply = z.object({ number: ownNumber });
/** One of the two: the number, or its order where its provider has not given it yet. */
export const rentReply = z.object({ number: ownNumber.nullable(), order: orderedNumber.nullable() });

/** A number that can be rented. */
export const offeredNumber = z.object({
  number: e164,
  country,
  type: offerKind,
  ...capabilities,
  /** From the balance when it is rented, and then each month. */
  monthly: money,
  /** Once, when it is rented. */
  setup: money,
  /** Of calls that come in. */
  perMinute: money,
  /** What the carrier wants to see of whoever rents it, as the operator has written it down; null: nothing. */
  documents: z.string().nullable(),
  /** When the first month ends, where days of grace that the asker left unpaid count in it; null: a month after the order. */
  firstMonthTo: z.iso.datetime().nullable(),
});
export type OfferedNumber = z.infer<typeof offeredNumber>;

export const offersQuery = z.object({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'Write the two letters of a country')
    .meta({ example: 'US' })
    .optional(),
  type: offerKind.optional(),
  /** Digits that the number is to have. */
  digits: z
    .string()
    .regex(/^\d{1,15}$/, 'Write up to 15 digits')
    .meta({ example: '777' })
    .optional(),
  /** Where they stand: at its end, or anywhere. */
  where: z.enum(['end', 'anywhere']).default('end'),
  cursor: e164.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
/** In the order of the digits. */
export const offersReply = z.object({ numbers: z.array(offeredNumber), nextCursor: z.string().nullable() });
/** Where numbers can be rented now, and of which types. `providerCountries`: where the operator's provider is asked for more. */
export const offerCountriesReply = z.object({
  countries: z.array(z.object({ country, types: z.array(offerKind), count: z.int() })),
  providerCountries: z.array(country),
});

export const providerOffersQuery = offersQuery.pick({ country: true, type: true, digits: true, where: true });
/**
 * What the operator's provider has beside what is in the catalogue, some of it. `none`: there is no provider, or it is not asked for that
 * country; `country_wanted`: it is asked for one country at a time; `unavailable`: nobody knows now what it has.
 */
export const providerOffersReply = z.object({
  state: z.enum(['none', 'found', 'country_wanted', 'unavailable']),
  numbers: z.array(offeredNumber),
});
export type ProviderOffersReply = z.infer<typeof providerOffersReply>;

const amount = z.string().regex(DECIMAL, 'Write an amount such as 5.00');
/** The prices that were shown. If one is higher now, nothing is rented and nothing taken (409). Who names none for a minute rents only where it is free. */
export const numberOrder = z
  .object({ number: e164, monthly: amount, setup: amount, perMinute: amount.default('0.0000') })
  .meta({ example: { number: '+14155550123', monthly: '1.5000', setup: '0.0000', perMinute: '0.0100' } });

const label = z.string().trim().max(60, 'At most 60 characters').refine(isPlainLine, 'Write it in one line');
/** What is left out stays. */
export const numberChange = z.object({ label: label.optional(), isDefault: z.literal(true).optional() }).meta({
  example: { label: 'Office', isDefault: true },
});
/** What is no number of the account is 404, however it is written. */
export const numberParams = z.object({ number: z.string().max(100).meta({ example: '+14155550123' }) });
