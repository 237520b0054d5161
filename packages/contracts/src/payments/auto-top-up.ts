import { z } from 'zod';
import { ADD_FUNDS } from '../billing.ts';
import { isWholeCents, microsOfUnits, money, parseDecimal } from '../money.ts';

/** What automatic top-up may be set to, in whole units of the account's currency. */
export const AUTO_TOP_UP = { leastMark: 1, mostMark: 500, mostCap: 2_000 } as const;

/** Money that is added by itself when what can be spent falls below the mark. Off until somebody switches it on. */
export const autoTopUp = z.object({
  /** `stopped`: it was on, and has stopped by itself; it stays so until it is switched on again. */
  state: z.enum(['off', 'on', 'stopped']),
  stoppedBecause: z.enum(['declined', 'unusual_spending', 'no_method', 'disputed', 'refunded']).nullable(),
  mark: money,
  amount: money,
  /** No more than this is added by itself on one day of the account's time zone. */
  dailyCap: money,
  /** Null: the default one. */
  paymentMethodId: z.uuid().nullable(),
  addedToday: money,
  /** Another after each change. */
  version: z.string(),
});
export const autoTopUpReply = z.object({ autoTopUp });
export type AutoTopUpView = z.infer<typeof autoTopUp>;

const between = (least: number, most: number) =>
  z.string({ error: 'Write an amount such as 25.00' }).refine((text) => {
    const amount = parseDecimal(text);
    const [from, to] = [microsOfUnits(least), microsOfUnits(most)];
    return amount !== null && amount >= from && amount <= to && isWholeCents(amount);
  }, `Write an amount from ${least} to ${most}, with at most two decimals`);

/** All of it at once: what is not said is not kept. */
export const autoTopUpChange = z
  .object({
    isOn: z.boolean({ error: 'Say whether it is on' }),
    mark: between(AUTO_TOP_UP.leastMark, AUTO_TOP_UP.mostMark),
    amount: between(ADD_FUNDS.least, ADD_FUNDS.most),
    dailyCap: between(ADD_FUNDS.least, AUTO_TOP_UP.mostCap),
    paymentMethodId: z.uuid('Choose a payment method').nullable().default(null),
    /** The one that was read. If it is another by now, nothing is changed: 409, unless it is as said already. Left out: it is changed whatever it is. */
    version: z.string().max(100).optional(),
  })
  .meta({ example: { isOn: false, mark: '5.00', amount: '25.00', dailyCap: '100.00', paymentMethodId: null } });
