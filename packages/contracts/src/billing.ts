import { z } from 'zod';
import { money } from './money.ts';
import { allowance } from './plans.ts';
import { problem } from './problem.ts';

/** The wallet as a page shows it. Available = balance − held. */
export const walletView = z.object({ balance: money, held: money, available: money });
export type WalletView = z.infer<typeof walletView>;

export const usageReply = z.object({
  usage: z.object({
    currentMonth: z.object({
      calls: z.int(),
      sms: z.int(),
      cost: z.number(),
      price: money,
      /** What of it calls came to, those that came in too; the rest is messages, numbers and plans. */
      callsPrice: money,
      /** What practice calls and messages took of the trial credit: no part of the price. */
      practicePrice: money,
      /** Talked in answered calls; how many of them the plan's minutes covered. */
      seconds: z.int(),
      includedSeconds: z.int(),
    }),
    /** What was spent as far into the month before. */
    previousMonth: z.object({ price: money }),
    /** What the plan includes in its present period, and what became of it. */
    allowances: z.array(allowance),
  }),
  /** Dollars, as the specification's client expects; `wallet` has the exact figures. */
  balance: z.number(),
  wallet: walletView,
  /** What is left to practise with on the sandbox network: no money, and no part of the balance. */
  trialCredit: money,
  /** Another account has had the one trial of this mailbox, browser or card, so this one has none; null where that is not so. */
  trialWithheldFor: z.enum(['mailbox', 'device', 'card']).nullable(),
  /** There is a carrier here that reaches real phones. Without one every call is practice, whoever has paid. */
  reachesRealPhones: z.boolean(),
});

/** What may be added to a balance at once, in whole units of its currency. */
export const ADD_FUNDS = { amounts: [10, 25, 50, 100], least: 5, most: 500 } as const;

const amount = z
  .number({ error: 'Enter an amount' })
  .min(ADD_FUNDS.least, `The least that can be added is ${ADD_FUNDS.least}`)
  .max(ADD_FUNDS.most, `The most that can be added at once is ${ADD_FUNDS.most}`)
  .refine((value) => Number(value.toFixed(2)) === value, 'An amount has at most two decimals');
/** Dollars, as the specification's client sends them. Without a saved method it is paid on the provider's page. */
export const addFundsRequest = z
  .object({ amount, paymentMethodId: z.uuid('Choose a payment method').optional() })
  .meta({ example: { amount: 25 } });

const funds = {
  /** Dollars, as the specification's client expects; `wallet` has the exact figures. */
  balance: z.number(),
  wallet: walletView,
  amounts: z.array(money),
  limits: z.object({ least: money, most: money }),
};
/** What the add-funds dialog shows. */
export const addFundsReply = z.object({
  /** Who takes payments here: nobody, or the sandbox, where no real money moves. */
  payments: z.enum(['not_configured', 'sandbox', 'stripe']),
  ...funds,
});
/** The refusal while nobody has connected a payment provider, with what the dialog shows beside it. Others with its status have no more than a problem has. */
export const paymentsNotConfigured = problem.extend(z.object(funds).partial().shape);

/** Money that somebody set out to add. */
export const payment = z.object({
  id: z.uuid(),
  amount: money,
  /**
   * `waiting` for the payer, on the provider's page; `processing`: it is under way and comes by itself. Only of
   * `succeeded` the money is in the balance; of `failed` and `cancelled` nothing was taken.
   */
  state: z.enum(['waiting', 'processing', 'succeeded', 'failed', 'cancelled']),
  /** The card that was tried last. */
  card: z.object({ brand: z.string(), lastFour: z.string() }).nullable(),
  /** Why that card was refused, in the provider's word: `card_declined`, `insufficient_funds`, … */
  decline: z.string().nullable(),
  /** The provider's page, while it waits. */
  payUrl: z.url().nullable(),
  /** What it is for: `top_up`, `auto_top_up`, … */
  purpose: z.string(),
  /** What was given back, by whoever asked for it; and what is on its way. */
  refunds: z.array(
    z.object({
      id: z.uuid(),
      amount: money,
      /** Of a `failed` one the money is in the balance again. */
      state: z.enum(['pending', 'succeeded', 'failed']),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** What the payer's bank took back: for the time being while it is `open`, for good when it is `lost`. */
  disputes: z.array(
    z.object({
      id: z.uuid(),
      amount: money,
      state: z.enum(['open', 'won', 'lost']),
      openedAt: z.iso.datetime(),
      closedAt: z.iso.datetime().nullable(),
    }),
  ),
  createdAt: z.iso.datetime(),
});
export type PaymentView = z.infer<typeof payment>;
/** To a payment that begins: `payUrl` is where the browser goes next. Nothing is charged before the payer pays there. */
export const paymentReply = z.object({ payment });

/** The answer to a provider that told something. `isRepeat`: nothing of it was new. */
export const webhookReply = z.object({ received: z.literal(true), isRepeat: z.boolean() });

const day = z.iso.date('Write a date as 2026-03-31').meta({ example: '2026-03-31' });
const dayOrInstant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Write a date as 2026-03-31')
  .meta({ example: '2026-03-31' });
/** What a balance moved for, as the sums of some days name it. */
export const billingGroup = z.enum(['added', 'calls', 'messages', 'numbers', 'plans', 'other']);
export type BillingGroup = z.infer<typeof billingGroup>;
/**
 * First and last day of the account's time zone, both counted; the last 30 days when left out. An instant stands for the day
 * that it falls on there.
 */
export const billingHistoryQuery = z.object({
  startDate: dayOrInstant.optional(),
  endDate: dayOrInstant.optional(),
  /** Only what moved it for this. */
  group: billingGroup.optional(),
  cursor: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
/** One line of the ledger. */
export const billingEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum([
    'call',
    'message',
    /** A message that expired, or that its carrier refused after all. */
    'message_refund',
    'plan',
    /** A rented number, for a month. */
    'number',
    'trial_credit',
    'operator_credit',
    'top_up',
    'refund',
    /** A refund that failed: its money is back. */
    'refund_failed',
    /** A payer's bank took a payment back. */
    'dispute',
    'dispute_won',
    /** What was owed since a payment was taken back, or since a call that was answered after its end. */
    'owed_paid',
    'other',
  ]),
  /** Negative: taken from the balance. */
  amount: money,
  balanceAfter: money,
  cause: z.object({ type: z.string(), id: z.string() }),
  /** The page that explains it, if there is one. */
  link: z.string().nullable().meta({ example: '/calls/0198c0de-0000-7000-8000-000000000000' }),
  /** The receipt of the payment, once it is written. */
  invoiceId: z.uuid().nullable(),
  /** Who it is of: of a call its other side, of a message whom it went to, of a rent the number. Null: nobody, or not known. */
  peer: z.string().nullable().meta({ example: '+447700900123' }),
  /** Of a call: which way it went, the number that was called, how long it was answered, and whether it was practice. Null: the entry is of something else. */
  call: z
    .object({
      direction: z.enum(['outbound', 'inbound']),
      to: z.string(),
      seconds: z.int(),
      isPractice: z.boolean(),
    })
    .nullable(),
});
export type BillingEntry = z.infer<typeof billingEntry>;
/** Newest first. */
export const billingHistoryReply = z.object({
  startDate: day,
  endDate: day,
  history: z.array(billingEntry),
  nextCursor: z.string().nullable(),
});

/** The days in one line: `opening` and every sum make `closing`, to the millionth. */
export const billingSumsReply = z.object({
  startDate: day,
  endDate: day,
  /** The balance before the first day. */
  opening: money,
  /** In this order; what nothing moved for is left out. Negative: taken from the balance. */
  sums: z.array(z.object({ group: billingGroup, amount: money, entries: z.int() })),
  /** The balance after the last day, or now. */
  closing: money,
});
export type BillingSums = z.infer<typeof billingSumsReply>;
