import { randomBytes } from 'node:crypto';
import { canonicalJson, type Receipt, receipt as receiptShape, type SignedReceipt } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, type Executor, inTransaction } from '../../platform/database.ts';
import { notFound } from '../../platform/problems.ts';
import { requireOpen } from '../accounts/index.ts';
import { type ChargedCall, type ChargedMessage, findQuote } from '../rating/index.ts';
import { callReceipt } from './call-receipt.ts';
import { messageReceipt } from './message-receipt.ts';
import type { ReceiptHead } from './receipt-head.ts';
import type { ReceiptSigner } from './receipt-key.ts';
import { insertReceipt, receiptOfCause, receiptsAfter, rememberKey, type StoredReceipt } from './receipts-store.ts';

export type IssueDeps = {
  database: Database;
  clock: Clock;
  key: ReceiptSigner;
  publicUrl: string;
  /** The answered calls with these ids that have ended: from calls, which keep them. */
  chargedCalls: (db: Executor, ids: readonly string[]) => Promise<ChargedCall[]>;
  /** The message with this id once it went to a carrier and its price is settled, or null: from messages. */
  chargedMessage: (db: Executor, id: string) => Promise<ChargedMessage | null>;
};

const AT_ONCE = 100;
export const receiptNotFound = () => notFound('The receipt');

/** The receipt of a call: the one that there is, or signed now. It is the same for ever after. */
export async function receiptOfCall(
  deps: IssueDeps,
  { callId, accountId }: { callId: string; accountId: string },
): Promise<SignedReceipt> {
  const [call] = await deps.chargedCalls(deps.database, [callId]);
  if (call === undefined || call.accountId !== accountId) throw receiptNotFound();
  return await receiptOf(deps, { accountId, cause: { type: 'call', id: callId } }, async (head) => {
    const quote = call.quoteId === null ? null : await findQuote(deps.database, call.quoteId);
    return callReceipt(call, { ...head, frozenAt: quote?.frozenAt ?? null });
  });
}

/** The receipt of a message as its money stands: signed when it is first asked for, and anew after something was given back. */
export async function receiptOfMessage(
  deps: IssueDeps,
  { messageId, accountId }: { messageId: string; accountId: string },
): Promise<SignedReceipt> {
  const message = await deps.chargedMessage(deps.database, messageId);
  if (message === null || message.accountId !== accountId) throw receiptNotFound();
  const { includedSegments, paidSegments } = message.returned;
  const isWhole = includedSegments + paidSegments === 0;
  const id = isWhole ? messageId : `${messageId} ${includedSegments} ${paidSegments}`;
  const cause = { type: 'message', id };
  return await receiptOf(deps, { accountId, cause }, (head) => messageReceipt(message, head));
}

/** The receipt of a cause: the one that there is, or written and signed now. */
async function receiptOf(
  { database, clock, key, publicUrl }: IssueDeps,
  { accountId, cause }: { accountId: string; cause: { type: string; id: string } },
  write: (head: ReceiptHead) => Receipt | Promise<Receipt>,
): Promise<SignedReceipt> {
  const before = await receiptOfCause(database, cause);
  if (before !== null) return signedOf(before);

  const at = clock.now();
  const id = randomBytes(16).toString('base64url');
  const content = canonicalJson(await write({ id, issuer: publicUrl, issuedAt: at, keyId: key.id }));
  await rememberKey(database, { ...key, at });
  const causeOf = { causeType: cause.type, causeId: cause.id };
  const signature = key.sign(content);
  await inTransaction(database, async (tx) => {
    // Of a message none may come once those of its account are deleted.
    if (cause.type === 'message') await requireOpen(tx, accountId);
    await insertReceipt(tx, { id, accountId, ...causeOf, content, keyId: key.id, signature, at });
  });
  // Somebody may have asked at the same time: the first one counts.
  const written = await receiptOfCause(database, cause);
  if (written === null) throw new Error(`the receipt of ${cause.type} ${cause.id} was neither written nor there`);
  return signedOf(written);
}

/** A receipt as it is shown: what was signed, its signature, and the key to check it with. */
export function signedOf({ content, signature, key }: StoredReceipt): SignedReceipt {
  return {
    receipt: receiptShape.parse(JSON.parse(content)),
    signature,
    key: { ...key, algorithm: 'Ed25519' },
  };
}

/** Every receipt of an account that was asked for, oldest first, piece by piece: for an export. */
export async function* everyReceiptOf(database: Database, accountId: string): AsyncGenerator<unknown> {
  let after: { at: Date; id: string } | null = null;
  for (;;) {
    const receipts: (StoredReceipt & { at: Date })[] = await receiptsAfter(database, {
      accountId,
      after,
      most: AT_ONCE,
    });
    for (const one of receipts) yield signedOf(one);
    const last = receipts.at(-1);
    if (last === undefined || receipts.length < AT_ONCE) return;
    after = { at: last.at, id: last.id };
  }
}
