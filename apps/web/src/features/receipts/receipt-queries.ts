import { type ReceiptStep, checkReceipt } from '@farline/contracts/check-receipt';
import type { SignedReceipt } from '@farline/contracts/receipts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';

/** A receipt as it was received, and what checking it here gave; `steps` null: this browser knows no Ed25519. */
export interface CheckedReceipt {
  signed: SignedReceipt;
  steps: ReceiptStep[] | null;
}

/** Fetches a receipt and the issuer's keys, and checks the one by the others. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['receipts', id],
    queryFn: async (): Promise<CheckedReceipt> => {
      const [signed, { keys }] = await Promise.all([api('GET /receipts/{id}', { id }), api('GET /receipts/keys')]);
      const trusted = new Map(keys.map((key) => [key.id, key.publicKey]));
      const steps = await checkReceipt(signed, trusted).catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'NotSupportedError') return null;
        throw error;
      });
      return { signed, steps };
    },
  });
