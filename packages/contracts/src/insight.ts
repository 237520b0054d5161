import { z } from 'zod';
import { statsPeriod } from './calls.ts';
import { money } from './money.ts';
import { destinationKind } from './rates.ts';

/**
 * What calls came to. Calls, answers and time count in the period in which a call began; spend when it was charged, as in
 * the ledger. Only calls that have ended count.
 */
export const callFigures = z.object({
  calls: z.int(),
  answered: z.int(),
  answeredSeconds: z.int(),
  /** Answered minutes, to two decimals. */
  minutes: z.number(),
  spend: money,
  /** Answered calls of all calls, 0 to 1 (the trade's ASR); null without a call. */
  answerRate: z.number().nullable(),
  /** Of the answered calls (the trade's ACD), whole; null without one. */
  averageSeconds: z.int().nullable(),
});
export type CallFigures = z.infer<typeof callFigures>;

const day = z.iso.date('Write a date as 2026-03-31').meta({ example: '2026-03-31' });
const zone = z.string().min(1).max(64).meta({ example: 'Europe/London' });

export const dayFigures = callFigures.extend({ day });
/** Null: the echo test, which lies in no country. */
export const countryFigures = callFigures.extend({ countryCode: z.string().nullable() });
export const destinationFigures = countryFigures.extend({ kind: destinationKind });
export type DayFigures = z.infer<typeof dayFigures>;
export type CountryFigures = z.infer<typeof countryFigures>;
export type DestinationFigures = z.infer<typeof destinationFigures>;

/** First and last day, both counted, at most 400; the last 30 when left out. The zone is the account's when left out. */
export const insightQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  zone: zone.optional(),
  by: z.enum(['day', 'country', 'destination']).default('day'),
});
const span = { from: day, to: day, zone, total: callFigures };
/** Days stand in order and each has its line; countries and destinations stand by spend, then by calls. */
export const insightReply = z.discriminatedUnion('by', [
  z.object({ ...span, by: z.literal('day'), items: z.array(dayFigures) }),
  z.object({ ...span, by: z.literal('country'), items: z.array(countryFigures) }),
  z.object({ ...span, by: z.literal('destination'), items: z.array(destinationFigures) }),
]);
export type InsightReply = z.infer<typeof insightReply>;

export const analyticsQuery = z.object({ period: statsPeriod.default('month') });
/**
 * The running day, week, month or year of the account's time zone, beside as much of the one before. Calls alone: the
 * price of a plan stands in the history, in the usage of the month and on statements.
 */
export const analyticsReply = z.object({
  period: statsPeriod,
  from: day,
  /** Today. */
  to: day,
  zone,
  analytics: z.object({
    current: callFigures,
    previous: callFigures,
    byDay: z.array(dayFigures),
    byCountry: z.array(countryFigures),
    byDestination: z.array(destinationFigures),
  }),
});

/** The facts of an ended call that sums are made of: what the event of its end carries, beside the call's id. */
export const countedCall = z.object({
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  isAnswered: z.boolean(),
  answeredSeconds: z.int(),
  /** Whole micro-units: JSON has no bigint. */
  costMicros: z.string().regex(/^\d+$/),
  countryCode: z.string().nullable(),
  kind: destinationKind,
  /** The other side, as threads name it; null: it showed no number. Events from before sums were made by person leave it out. */
  peer: z.string().nullish(),
});
export type CountedCall = z.infer<typeof countedCall>;

/**
 * What messages came to. A message that was sent counts where a carrier took it, and there too what it cost in the end: what was given
 * back of it counts as never spent. Messages that a plan includes cost nothing, and trial credit is no money.
 */
export const messageFigures = z.object({ sent: z.int(), received: z.int(), spend: money });
export type MessageFigures = z.infer<typeof messageFigures>;

export const messageDayFigures = messageFigures.extend({ day });
/** Null: senders that are no number, or one of no country. */
export const messageCountryFigures = messageFigures.extend({ countryCode: z.string().nullable() });
/** The other side: a number, or the name of a sender. */
export const personFigures = messageFigures.extend({ peer: z.string() });
export type MessageDayFigures = z.infer<typeof messageDayFigures>;
export type MessageCountryFigures = z.infer<typeof messageCountryFigures>;
export type PersonFigures = z.infer<typeof personFigures>;

/** As of calls. */
export const messageInsightQuery = insightQuery.extend({ by: z.enum(['day', 'country', 'person']).default('day') });
const messageSpan = { from: day, to: day, zone, total: messageFigures };
/** Days stand in order and each has its line; countries and people stand by spend, then by messages, at most 3,000. */
export const messageInsightReply = z.discriminatedUnion('by', [
  z.object({ ...messageSpan, by: z.literal('day'), items: z.array(messageDayFigures) }),
  z.object({ ...messageSpan, by: z.literal('country'), items: z.array(messageCountryFigures) }),
  z.object({ ...messageSpan, by: z.literal('person'), items: z.array(personFigures) }),
]);
export type MessageInsightReply = z.infer<typeof messageInsightReply>;

/** A number, or the name of a sender. */
export const personParams = z.object({
  peer: z
    .string()
    .max(40)
    .regex(/^[^\0]*$/, 'This is nobody’s number or name'),
});
/**
 * What everything with one person has come to since the account began: calls that have ended, messages that a carrier took, less what was given
 * back. Null: calls from before sums were made by person are still being counted.
 */
export const personSpend = z.object({
  peer: z.string(),
  spend: money.nullable(),
  onCalls: money.nullable(),
  onMessages: money,
});
export type PersonSpend = z.infer<typeof personSpend>;

/** The facts of a message that sums are made of, as they are now, beside its id. */
export const countedMessage = z.object({
  direction: z.enum(['outbound', 'inbound']),
  peer: z.string(),
  /** When a carrier took it, or it came in. */
  at: z.iso.datetime(),
  /** Money, in whole micro-units: what it cost, and what was given back of that. */
  chargedMicros: z.string().regex(/^\d+$/),
  returnedMicros: z.string().regex(/^\d+$/),
});
export type CountedMessage = z.infer<typeof countedMessage>;
