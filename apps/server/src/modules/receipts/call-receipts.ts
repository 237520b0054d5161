import { randomBytes } from 'node:crypto';
import { canonicalJson, receipt as receiptShape, receiptRoutes, type SignedCallReceipt } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Executor } from '../../platform/database.ts';
import { identityOf } from '../../platform/http-server.ts';
import { notFound } from '../../platform/problems.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { type ChargedCall, findQuote } from '../rating/index.ts';
import { callReceipt } from './call-receipt.ts';
import type { CallReceiptKey } from './receipt-key.ts';
import {
  allKeys,
  findCallReceipt,
  insertCallReceipt,
  receiptOfCause,
  receiptsAfter,
  rememberKey,
  type StoredCallReceipt,
} from './call-receipts-store.ts';

export type CallReceiptDeps = {
  database: Database;
  clock: Clock;
  requireUser: (request: FastifyRequest) => Promise<void>;
  key: CallReceiptKey;
  publicUrl: string;
  /** The answered calls with these ids that have ended: from calls, which keep them. */
  chargedCalls: (db: Executor, ids: readonly string[]) => Promise<ChargedCall[]>;
};

const AT_ONCE = 100;
/** The form of an id, as the table has it: 16 random bytes. */
const RECEIPT_ID = /^[\w-]{22}$/;
const receiptNotFound = () => notFound('The receipt');

/** Receipts that can be checked, and the keys to check them with. */
export function addCallReceiptRoutes(app: FastifyInstance, deps: CallReceiptDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });

  serve(receiptRoutes.ofCall, async (request) => {
    const { accountId } = identityOf(request);
    const signed = await receiptOfCall(deps, { callId: request.params.id, accountId });
    return { ...signed, link: `${deps.publicUrl}/receipts/${signed.receipt.id}` };
  });

  serve(receiptRoutes.keys, async () => {
    await rememberKey(deps.database, { ...deps.key, at: deps.clock.now() });
    const keys = await allKeys(deps.database);
    return {
      keys: keys.map(({ id, publicKey, firstUsedAt }) => ({
        ...{ id, publicKey, algorithm: 'Ed25519' as const, firstUsedAt: firstUsedAt.toISOString() },
        isCurrent: id === deps.key.id,
      })),
    };
  });

  serve(receiptRoutes.show, async (request, reply) => {
    const { id } = request.params;
    const found = RECEIPT_ID.test(id) ? await findCallReceipt(deps.database, id) : null;
    if (found === null) throw receiptNotFound();
    // Whoever has the address may see it, and nobody else: no list of it, and no copy on the way.
    reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return signedOf(found);
  });
}

/** Every receipt of an account that was asked for, oldest first, piece by piece: for an export. */
export async function* everyCallReceiptOf(database: Database, accountId: string): AsyncGenerator<unknown> {
  let after: { at: Date; id: string } | null = null;
  for (;;) {
    const receipts: (StoredCallReceipt & { at: Date })[] = await receiptsAfter(database, {
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

/** The receipt of a call: the one that there is, or signed now. It is the same for ever after. */
async function receiptOfCall(
  deps: CallReceiptDeps,
  { callId, accountId }: { callId: string; accountId: string },
): Promise<SignedCallReceipt> {
  const { database, key } = deps;
  const [call] = await deps.chargedCalls(database, [callId]);
  if (call === undefined || call.accountId !== accountId) throw receiptNotFound();
  const cause = { type: 'call', id: callId };
  const before = await receiptOfCause(database, cause);
  if (before !== null) return signedOf(before);

  const at = deps.clock.now();
  const quote = call.quoteId === null ? null : await findQuote(database, call.quoteId);
  const id = randomBytes(16).toString('base64url');
  const said = callReceipt(call, {
    ...{ id, issuer: deps.publicUrl, issuedAt: at, keyId: key.id },
    frozenAt: quote?.frozenAt ?? null,
  });
  const content = canonicalJson(said);
  await rememberKey(database, { ...key, at });
  const causeOf = { causeType: cause.type, causeId: cause.id };
  const signature = key.sign(content);
  await insertCallReceipt(database, { id, accountId, ...causeOf, content, keyId: key.id, signature, at });
  // Somebody may have asked at the same time: the first one counts.
  const written = await receiptOfCause(database, cause);
  if (written === null) throw new Error(`the receipt of call ${callId} was neither written nor there`);
  return signedOf(written);
}

function signedOf({ content, signature, key }: StoredCallReceipt): SignedCallReceipt {
  return {
    receipt: receiptShape.parse(JSON.parse(content)),
    signature,
    key: { ...key, algorithm: 'Ed25519' },
  };
}
