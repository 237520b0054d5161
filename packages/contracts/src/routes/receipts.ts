import { z } from 'zod';
import { defineRoute, idParams } from '../define-route.ts';
import { callReceiptReply, messageReceiptReply, receiptKeysReply, signedReceipt } from '../receipts.ts';

export const receiptRoutes = {
  ofCall: defineRoute('GET /calls/{id}/receipt', {
    tag: 'billing',
    access: 'user',
    summary: 'Get the signed receipt of an answered call that has ended',
    params: z.object({ id: z.uuid() }),
    reply: callReceiptReply,
  }),
  ofMessage: defineRoute('GET /messages/{id}/receipt', {
    tag: 'billing',
    access: 'user',
    summary: 'Get the signed receipt of a message that was charged or included; after a refund there’s a new one',
    params: z.object({ id: z.uuid() }),
    reply: messageReceiptReply,
  }),
  keys: defineRoute('GET /receipts/keys', {
    tag: 'billing',
    access: 'anyone',
    summary: 'List the public keys that receipts are and were signed with',
    reply: receiptKeysReply,
  }),
  show: defineRoute('GET /receipts/{id}', {
    tag: 'billing',
    access: 'anyone',
    summary: 'Get a receipt; open to whoever has its address',
    params: idParams,
    reply: signedReceipt,
  }),
};
