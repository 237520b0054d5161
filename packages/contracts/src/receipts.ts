import { z } from 'zod';
import { lostBecause } from './calls.ts';

const at = z.iso.datetime();
/** Whole millionths: JSON has no integers of their size. */
const wholeMicros = z.string().regex(/^\d+$/).meta({ example: '20000' });
const seconds = z.int().min(0);

/** The price of a call as it was frozen before the call. */
export const receiptQuote = z.object({
  id: z.string().nullable(),
  number: z.string(),
  prefix: z.string(),
  countryCode: z.string().nullable(),
  kind: z.string(),
  operator: z.string().nullable(),
  currency: z.string().length(3),
  perMinuteMicros: wholeMicros,
  connectionMicros: wholeMicros,
  minimumSeconds: seconds,
  firstSeconds: seconds,
  nextSeconds: seconds,
  rateTable: z.string(),
  rateTableVersion: z.int(),
  frozenAt: at.nullable(),
});
export type CallReceiptQuote = z.infer<typeof receiptQuote>;

/**
 * A call in its parts, in this order: what the plan included, what was paid by the quote, and what nobody pays because its
 * sound was lost.
 */
export const receiptPart = z.discriminatedUnion('pays', [
  z.object({ pays: z.literal('allowance'), group: z.string(), seconds }),
  z.object({
    pays: z.literal('money'),
    seconds,
    billedSeconds: seconds,
    firstIncrements: z.int(),
    nextIncrements: z.int(),
    timeMicros: wholeMicros,
    connectionMicros: wholeMicros,
    amountMicros: wholeMicros,
  }),
  z.object({ pays: z.literal('nobody'), because: lostBecause, seconds }),
]);
export type CallReceiptPart = z.infer<typeof receiptPart>;

/** What a receipt says: all that its price is made of. docs/receipts.md tells how it is checked. */
export const receipt = z.object({
  /** The second has a part that nobody pays. */
  format: z.enum(['farline-receipt-1', 'farline-receipt-2']),
  /** Nobody can guess it: whoever knows it may see the receipt. */
  id: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  kind: z.literal('call'),
  issuer: z.string(),
  issuedAt: at,
  keyId: z.string(),
  call: z.object({
    id: z.string(),
    from: z.string().nullable(),
    to: z.string(),
    answeredAt: at,
    endedAt: at,
    /** Whole, rounded up; never more than was granted. */
    answeredSeconds: seconds,
  }),
  /** Of a practice call alone, which no real telephone heard: what its parts of money were paid by. */
  practice: z.object({ paidBy: z.enum(['balance', 'trial_credit']) }).optional(),
  quote: receiptQuote,
  parts: z.array(receiptPart).min(1).max(3),
  total: z.object({ amountMicros: wholeMicros, currency: z.string().length(3) }),
});
export type CallReceipt = z.infer<typeof receipt>;

/** A receipt with its Ed25519 signature (RFC 8032) over its canonical JSON; both binary texts are base64url. */
export const signedReceipt = z.object({
  receipt,
  signature: z.string(),
  key: z.object({ id: z.string(), algorithm: z.literal('Ed25519'), publicKey: z.string() }),
});
export type SignedCallReceipt = z.infer<typeof signedReceipt>;

/** To the owner: the receipt, and the page where anybody with its address can check it. */
export const callReceiptReply = z.object({ ...signedReceipt.shape, link: z.url() });

export const receiptKeysReply = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      algorithm: z.literal('Ed25519'),
      publicKey: z.string(),
      firstUsedAt: at,
      /** Whether new receipts are signed with it. Former ones stay, for the receipts that they signed. */
      isCurrent: z.boolean(),
    }),
  ),
});
