import type { ServerModule } from '../../platform/server-module.ts';
import { everyReceiptOf } from './issue-receipt.ts';
import { addReceiptRoutes, type ReceiptDeps } from './routes.ts';

export { receiptKeyOf } from './receipt-key.ts';

/** Signed receipts of calls and messages. */
export function createReceipts(deps: ReceiptDeps): ServerModule {
  return {
    routes: async (app) => addReceiptRoutes(app, deps),
    exports: [{ name: 'receipts', items: ({ accountId }) => everyReceiptOf(deps.database, accountId) }],
  };
}
