import { chargedCalls } from '../modules/calls/index.ts';
import type { InvoiceDeps } from '../modules/invoices/index.ts';
import { peersOfMessages } from '../modules/messages/index.ts';
import { numbersOfCharges } from '../modules/numbers/index.ts';

/** What invoices are told of what was charged: by calls, messages and numbers, which keep it. */
export const toldOfCharges: Pick<InvoiceDeps, 'chargedCalls' | 'peersOfMessages' | 'numbersOfCharges'> = {
  chargedCalls,
  peersOfMessages,
  numbersOfCharges,
};
