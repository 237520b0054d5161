import { chargedCalls } from '../modules/calls/index.ts';
import type { InvoiceDeps } from '../modules/invoices/index.ts';
import { peersOfMessages } from '../modules/messages/index.ts';
import { numbersOfCharges } from '../modules/numbers/index.ts';

/** By what invoices look up what was charged: calls, messages and numbers keep it. */
export const chargeLookups: Pick<InvoiceDeps, 'chargedCalls' | 'peersOfMessages' | 'numbersOfCharges'> = {
  chargedCalls,
  peersOfMessages,
  numbersOfCharges,
};
