import { type BatchSubscription, eventTypes } from '../../platform/events.ts';
import type { ServerModule } from '../../platform/server-module.ts';
import { everyReceiptOf } from './issue-receipt.ts';
import { deleteMessageReceipts } from './receipts-store.ts';
import { addReceiptRoutes, type ReceiptDeps } from './routes.ts';

export { receiptKeyOf } from './receipt-key.ts';

/** Signed receipts of calls and messages. */
export function createReceipts(deps: ReceiptDeps): ServerModule {
  return {
    routes: async (app) => addReceiptRoutes(app, deps),
    subscriptions: [closedAccounts()],
    exports: [{ name: 'receipts', items: ({ accountId }) => everyReceiptOf(deps.database, accountId) }],
  };
}

/** Who closes an account takes along whom its messages were for, and where that was signed: whoever has the link could read it for ever. */
function closedAccounts(): BatchSubscription<'account.closed'> {
  return {
    name: 'receipts of closed accounts',
    types: eventTypes('account.closed'),
    receiveAll: async (tx, events) =>
      await deleteMessageReceipts(
        tx,
        events.flatMap(({ accountId }) => accountId ?? []),
      ),
  };
}
