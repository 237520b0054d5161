import { z } from 'zod';
import { initiateRequest } from './calls.ts';
import { microsOfUnits, money, parseDecimal } from './money.ts';
import { destinationKind, rateTerms } from './rates.ts';
import { validationMessages as say } from './validation-messages.ts';

/** What is limited: spending in a day and in an hour, prices, calls at once, and countries never called before in a day. */
export const limitName = z.enum(['day', 'hour', 'per_minute', 'connection_fee', 'calls', 'new_countries']);
export type LimitName = z.infer<typeof limitName>;

/** Whose limits: the whole account's, or those of the one who asks. */
export const limitOwner = z.enum(['account', 'sign_in']);
export type LimitOwner = z.infer<typeof limitOwner>;

export const limitFigures = z.object({
  day: money,
  hour: money,
  perMinute: money,
  connectionFee: money,
  calls: z.int(),
  newCountries: z.int(),
});
export type LimitFigures = z.infer<typeof limitFigures>;

/** How far somebody has come, with what calls under way may still cost. */
export const limitsUsed = z.object({ day: money, hour: money, calls: z.int(), newCountries: z.int() });

export const ownLimits = z.object({
  limits: limitFigures,
  /** What counts where nothing was chosen. */
  usual: limitFigures,
  used: limitsUsed,
});
export type OwnLimits = z.infer<typeof ownLimits>;

/** A kind of number in a country that is expensive, and that the account may call all the same. */
export const openedDestination = z.object({
  /** Names it, to close it again: `GB-premium`. */
  id: z.string(),
  /** ISO 3166-1 alpha-2; null: satellites and other services of no country. */
  countryCode: z.string().nullable(),
  kind: destinationKind,
  openedAt: z.iso.datetime(),
});
export type OpenedDestination = z.infer<typeof openedDestination>;

/** A part of the night, and what the limits of an owner leave of it. Null: lifted. */
export const meterShare = z.object({
  /** What the day limit leaves. */
  dayLeft: money.nullable(),
  /** What the hour limit leaves of the present hour, if it counts here, and `hours` whole hours at `hourLimit`. */
  hourLeft: money.nullable(),
  hourLimit: money.nullable(),
  hours: z.int(),
  /** The smaller of the two; null: neither counts. */
  most: money.nullable(),
});
export type MeterShare = z.infer<typeof meterShare>;

/** "The most that could be lost tonight": until 8 in the morning of the account's time zone, with its arithmetic. */
export const meter = z.object({
  most: money,
  until: z.iso.datetime(),
  /** What makes it so: there is no more money, or the limits allow no more. */
  decidedBy: z.enum(['money', 'limits']),
  money: z.object({
    balance: money,
    /** What automatic top-up may add until then, by its own daily cap. */
    topUps: money,
    /** What add-funds lets a saved card add until then: it asks for no password. */
    savedCards: money,
    sum: money,
  }),
  limits: z.object({
    /** What calls under way and messages that no carrier has taken yet may still cost: held already, and counted as used. */
    underWay: money,
    parts: z.array(
      z.object({
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        account: meterShare,
        /** All sign-ins of the account together. */
        signIns: meterShare,
        most: money.nullable(),
      }),
    ),
    /** Null: some limit that would bound it is lifted. */
    sum: money.nullable(),
  }),
});
export type Meter = z.infer<typeof meter>;

export const spendingLimits = z.object({
  account: ownLimits,
  signIn: ownLimits,
  /** When the present day and hour of the account end, and counting begins again. */
  dayEndsAt: z.iso.datetime(),
  hourEndsAt: z.iso.datetime(),
  lifted: z.array(z.object({ limit: limitName, until: z.iso.datetime() })),
  opened: z.array(openedDestination),
  meter,
});
export type SpendingLimits = z.infer<typeof spendingLimits>;
export const spendingLimitsReply = z.object({ spendingLimits });

/** The bounds of what may be chosen; money in the account's currency. */
export const LIMIT_BOUNDS = { spending: 10_000, price: 100, calls: 1_000, newCountries: 300 } as const;

const amount = (most: number) =>
  z
    .string({ error: 'Write an amount such as 5.00' })
    .refine((text) => {
      const value = parseDecimal(text);
      return value !== null && value >= 0n && value <= microsOfUnits(most);
    }, `Write an amount from 0 to ${most}`)
    .meta({ example: '20.00' });
const count = (least: number, most: number) => {
  const sentence = `Write a whole number from ${least} to ${most}`;
  return z.int({ error: sentence }).min(least, sentence).max(most, sentence);
};
const password = z
  .string({ error: say.passwordRequired })
  .min(1, say.passwordRequired)
  .max(128, say.passwordTooLong)
  .meta({ example: 'Analytical1843' });
// Left out by whoever has a second factor, or has proved within ten minutes who they are.

/** Null: the usual one again. What is left out stays. */
export const limitsChange = z
  .object({
    owner: limitOwner,
    limits: z.object({
      day: amount(LIMIT_BOUNDS.spending).nullable().optional(),
      hour: amount(LIMIT_BOUNDS.spending).nullable().optional(),
      perMinute: amount(LIMIT_BOUNDS.price).nullable().optional(),
      connectionFee: amount(LIMIT_BOUNDS.price).nullable().optional(),
      calls: count(1, LIMIT_BOUNDS.calls).nullable().optional(),
      newCountries: count(0, LIMIT_BOUNDS.newCountries).nullable().optional(),
    }),
    /** Needed when a limit becomes higher. */
    password: password.optional(),
  })
  .meta({ example: { owner: 'account', limits: { day: '20.00' } } });

/** Until midnight of the account's time zone. */
export const limitLift = z.object({ password: password.optional() }).meta({ example: { password: 'Analytical1843' } });

/** An expensive destination, named by a number of it. */
export const destinationAsked = z.object({
  to: initiateRequest.shape.to.meta({ example: '+44 909 879 0000' }),
  defaultCountry: initiateRequest.shape.defaultCountry,
});
export const askedDestination = z.object({
  /** The number as understood. */
  number: z.string(),
  countryCode: z.string().nullable(),
  kind: destinationKind,
  terms: rateTerms,
  /** Why it is refused until it is opened; null: it is not. */
  dearBecause: z.enum(['closed', 'per_minute', 'connection_fee']).nullable(),
  isOpened: z.boolean(),
});
export type AskedDestination = z.infer<typeof askedDestination>;
export const askedDestinationReply = z.object({ destination: askedDestination });
export const destinationOpening = destinationAsked
  .extend({ password: password.optional() })
  .meta({ example: { to: '+44 909 879 0000', password: 'Analytical1843' } });
