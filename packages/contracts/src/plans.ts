import { z } from 'zod';
import { DECIMAL } from './micros.ts';
import { money } from './money.ts';

const planId = z.string().meta({ example: 'plus' });
const instant = z.iso.datetime();

/** Minutes of a destination group that a plan includes each month. */
export const includedMinutes = z.object({
  group: z.string().meta({ example: 'europe-fixed' }),
  /** As people read it, in English. */
  title: z.string().meta({ example: 'Europe, landlines' }),
  minutes: z.int(),
  /** Where those numbers are: ISO 3166-1 alpha-2, and their kinds. */
  countryCodes: z.array(z.string()),
  kinds: z.array(z.string()),
});

export const plan = z.object({
  id: planId,
  name: z.string().meta({ example: 'Plus' }),
  /** For each month; nothing for Basic. */
  pricePerMonth: money,
  /** One English sentence each, true of this server; a page in another language makes its own of the keys below. */
  features: z.array(z.string()),
  included: z.array(includedMinutes),
  /** Segments of messages, to any country. */
  includedMessages: z.int(),
  /** How much less a minute beyond them costs than on Basic, in percent. */
  percentOff: z.int(),
  /** Made up to show how it works. */
  isSample: z.boolean(),
});
export type Plan = z.infer<typeof plan>;
export const plansReply = z.object({ plans: z.array(plan) });

/** What a plan included for a period, and what became of it; in whole seconds, or messages. From the ledger. */
export const allowance = z.object({
  unit: z.enum(['seconds', 'messages']),
  /** Null for messages. */
  group: z.string().nullable(),
  title: z.string().nullable(),
  included: z.int(),
  used: z.int(),
  /** Set aside for calls under way. */
  held: z.int(),
  left: z.int(),
  expiresAt: instant,
});
export type AllowanceView = z.infer<typeof allowance>;

export const subscription = z.object({
  planId,
  name: z.string(),
  /** `past_due`: the next month could not be paid. The plan's rates count until `pastDue.until`; its minutes do not. */
  status: z.enum(['active', 'past_due']),
  pricePerMonth: money,
  startedAt: instant,
  /** When the price is taken again, or `next` begins. Null: it has no end and is not renewed. */
  renewsAt: instant.nullable(),
  /** What comes instead when the period ends: another plan, or Basic after a cancellation. */
  next: z.object({ planId, name: z.string(), pricePerMonth: money, startsAt: instant }).nullable(),
  pastDue: z.object({ amount: money, until: instant }).nullable(),
  allowances: z.array(allowance),
});
export type SubscriptionView = z.infer<typeof subscription>;
export const subscriptionReply = z.object({ subscription });

/**
 * What a change of plan would do and cost now. `upgrade`: at once, for the days that are left of the period; `later`: when
 * the period ends; `keep`: what was to come does not; `pay`: the month that could not be paid; `end`: at once.
 */
export const planQuote = z.object({
  kind: z.enum(['start', 'upgrade', 'later', 'keep', 'pay', 'end']),
  from: z.object({ planId, name: z.string(), pricePerMonth: money }),
  to: z.object({ planId, name: z.string(), pricePerMonth: money }),
  /** When it counts. */
  at: instant,
  /** Until when what is paid lasts; null when nothing is paid for. */
  until: instant.nullable(),
  /** Only of an upgrade: so many of the period's days are left, what they cost on the new plan, and are worth on the old. */
  proration: z.object({ days: z.int(), daysLeft: z.int(), newPart: money, unusedPart: money }).nullable(),
  /** What is taken from the balance on confirmation: send it back with the change. */
  dueNow: money,
  /** What the balance has to spend. */
  available: money,
  isCovered: z.boolean(),
  /** What is filled at once, in whole seconds or messages. */
  adds: z.array(allowance.pick({ unit: true, group: true, title: true }).extend({ count: z.int() })),
});
export type PlanQuote = z.infer<typeof planQuote>;
export const planQuoteReply = z.object({ quote: planQuote });
const choice = z.string({ error: 'Choose a plan' }).min(1, 'Choose a plan').max(60);
export const planQuoteQuery = z.object({ planId: choice.meta({ example: 'plus' }) });

/** `dueNow`: the amount that was quoted. If it is no longer true nothing is changed (409). Left out: whatever it costs. */
export const subscriptionChange = z
  .object({
    planId: choice,
    dueNow: z.string().regex(DECIMAL, 'Write an amount such as 5.00').optional(),
  })
  .meta({ example: { planId: 'basic' } });
