import { z } from 'zod';
import { lostBecause } from './calls.ts';
import { messageEncoding } from './messages/messages.ts';

const at = z.iso.datetime();
/** Whole millionths: JSON has no integers of their size. */
const wholeMicros = z.string().regex(/^\d+$/).meta({ example: '20000' });
const seconds = z.int().min(0);
const segments = z.int().min(0);

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

/** What every receipt has. */
const common = {
  /** Nobody can guess it: whoever knows it may see the receipt. */
  id: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  issuer: z.string(),
  issuedAt: at,
  keyId: z.string(),
  /** Of practice alone, which no real telephone heard or got: what its parts of money were paid by. */
  practice: z.object({ paidBy: z.enum(['balance', 'trial_credit']) }).optional(),
  total: z.object({ amountMicros: wholeMicros, currency: z.string().length(3) }),
};

export const callReceipt = z.object({
  ...common,
  /** The second has a part that nobody pays. */
  format: z.enum(['farline-receipt-1', 'farline-receipt-2']),
  kind: z.literal('call'),
  call: z.object({
    id: z.string(),
    from: z.string().nullable(),
    to: z.string(),
    answeredAt: at,
    endedAt: at,
    /** Whole, rounded up; never more than was granted. */
    answeredSeconds: seconds,
  }),
  quote: receiptQuote,
  parts: z.array(receiptPart).min(1).max(3),
});
export type CallReceipt = z.infer<typeof callReceipt>;

/**
 * A message's segments, in this order: what the plan included, what was paid by the quote, and what nobody pays because the
 * carrier did not carry it.
 */
export const messageReceiptPart = z.discriminatedUnion('pays', [
  z.object({ pays: z.literal('allowance'), segments }),
  z.object({ pays: z.literal('money'), segments, amountMicros: wholeMicros }),
  z.object({ pays: z.literal('nobody'), because: z.literal('not_carried'), segments }),
]);
export type MessageReceiptPart = z.infer<typeof messageReceiptPart>;

export const messageReceipt = z.object({
  ...common,
  format: z.literal('farline-receipt-3'),
  kind: z.literal('message'),
  /** Its words are not in it. */
  message: z.object({
    id: z.string(),
    from: z.string(),
    to: z.string(),
    encoding: messageEncoding,
    segments: z.int().min(1),
    writtenAt: at,
    /** When a carrier had taken it; null: none said that it did. */
    acceptedAt: at.nullable(),
  }),
  /** The price of a segment as it was frozen when the message was written. */
  quote: z.object({
    id: z.string().nullable(),
    currency: z.string().length(3),
    perSegmentMicros: wholeMicros,
    frozenAt: at,
  }),
  parts: z.array(messageReceiptPart).min(1).max(3),
  /** What was given back until the receipt was issued, because it expired or was refused after all. Absent: nothing. */
  returned: z.object({ included: segments, paid: segments, amountMicros: wholeMicros }).optional(),
});
export type MessageReceipt = z.infer<typeof messageReceipt>;

/** What a receipt says: all that its price is made of. docs/receipts.md tells how it is checked. */
export const receipt = z.discriminatedUnion('kind', [callReceipt, messageReceipt]);
export type Receipt = z.infer<typeof receipt>;

const signed = {
  signature: z.string(),
  key: z.object({ id: z.string(), algorithm: z.literal('Ed25519'), publicKey: z.string() }),
};
/** A receipt with its Ed25519 signature (RFC 8032) over its canonical JSON; both binary texts are base64url. */
export const signedReceipt = z.object({ receipt, ...signed });
export type SignedReceipt = z.infer<typeof signedReceipt>;
export type SignedCallReceipt = SignedReceipt & { receipt: CallReceipt };

/** To the owner: the receipt, and the page where anybody with its address can check it. */
export const callReceiptReply = z.object({ receipt: callReceipt, ...signed, link: z.url() });
export const messageReceiptReply = z.object({ receipt: messageReceipt, ...signed, link: z.url() });

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
