export { receiptKeyOf } from './receipt-key.ts';
export { addReceiptRoutes, everyReceiptOf } from './receipts.ts';
