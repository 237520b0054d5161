import type { ServerModule } from '../../platform/server-module.ts';
import { addCallReceiptRoutes, everyCallReceiptOf, type CallReceiptDeps } from './call-receipts.ts';

export { receiptKeyOf } from './receipt-key.ts';

/** Signed receipts of calls. */
export function createCallReceipts(deps: CallReceiptDeps): ServerModule {
  return {
    routes: async (app) => addCallReceiptRoutes(app, deps),
    exports: [{ name: 'receipts', items: ({ accountId }) => everyCallReceiptOf(deps.database, accountId) }],
  };
}
