import { z } from 'zod';
import { money } from './money.ts';

/** The wallet as a page shows it. Available = balance − held. */
export const walletView = z.object({ balance: money, held: money, available: money });
export type WalletView = z.infer<typeof walletView>;

export const usageReply = z.object({
  usage: z.object({ currentMonth: z.object({ calls: z.int(), sms: z.int(), cost: z.number(), price: money }) }),
  /** Dollars, as the specification's client expects; `wallet` has the exact figures. */
  balance: z.number(),
  wallet: walletView,
});
