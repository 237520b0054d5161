import { callReceiptReply, messageReceiptReply, receiptRoutes, type SignedReceipt } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { identityOf } from '../../platform/http-server.ts';
import { idOf } from '../../platform/id-params.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { type IssueDeps, receiptNotFound, receiptOfCall, receiptOfMessage, signedOf } from './issue-receipt.ts';
import { allKeys, findReceipt, rememberKey } from './receipts-store.ts';

export type ReceiptDeps = IssueDeps & { requireUser: (request: FastifyRequest) => Promise<void> };

/** The form of an id, as the table has it: 16 random bytes. */
const RECEIPT_ID = /^[\w-]{22}$/;

/** Receipts that can be checked, and the keys to check them with. */
export function addReceiptRoutes(app: FastifyInstance, deps: ReceiptDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const linked = (signed: SignedReceipt) => ({ ...signed, link: `${deps.publicUrl}/receipts/${signed.receipt.id}` });

  serve(receiptRoutes.ofCall, async (request) => {
    const { accountId } = identityOf(request);
    return callReceiptReply.parse(
      linked(await receiptOfCall(deps, { callId: idOf(request.params, receiptNotFound), accountId })),
    );
  });

  serve(receiptRoutes.ofMessage, async (request) => {
    const { accountId } = identityOf(request);
    return messageReceiptReply.parse(
      linked(await receiptOfMessage(deps, { messageId: idOf(request.params, receiptNotFound), accountId })),
    );
  });

  serve(receiptRoutes.keys, async () => {
    await rememberKey(deps.database, { ...deps.key, at: deps.clock.now() });
    const keys = await allKeys(deps.database);
    return {
      keys: keys.map(({ id, publicKey, firstUsedAt }) => ({
        id,
        publicKey,
        algorithm: 'Ed25519' as const,
        firstUsedAt: firstUsedAt.toISOString(),
        isCurrent: id === deps.key.id,
      })),
    };
  });

  serve(receiptRoutes.show, async (request, reply) => {
    const { id } = request.params;
    const found = RECEIPT_ID.test(id) ? await findReceipt(deps.database, id) : null;
    if (found === null) throw receiptNotFound();
    // Whoever has the address may see it, and nobody else: no list of it, and no copy on the way.
    reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return signedOf(found);
  });
}
