import { z } from 'zod';
import { payment } from '../billing.ts';
import { isWholeCents, money, parseDecimal } from '../money.ts';

export const paymentsQuery = z.object({
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
/** Newest first. */
export const paymentsReply = z.object({ items: z.array(payment), nextCursor: z.string().nullable() });

/** Unused credit goes back to the payments that it came from, the oldest first; credit that was given is nobody's. */
export const refundsReply = z.object({
  /** All that could be given back now. */
  refundable: money,
  parts: z.array(z.object({ paymentId: z.uuid(), amount: money })),
  /** What was spent of money that went back since, or charged for a call after its end: the next money pays it first, and no call is placed before. */
  owed: money,
});
/** What could be given back after a refund, and what of the refund the payment provider refused: that is in the balance again. */
export const refundReply = refundsReply.extend({ failed: money });
export const refundRequest = z
  .object({
    /** All of it when left out. */
    amount: z
      .string({ error: 'Write an amount such as 10.00' })
      .refine((text) => {
        const amount = parseDecimal(text);
        return amount !== null && amount > 0n && isWholeCents(amount);
      }, 'Write an amount with at most two decimals, such as 10.00')
      .optional()
      .meta({ example: '10.00' }),
  })
  .meta({ example: { amount: '10.00' } });
