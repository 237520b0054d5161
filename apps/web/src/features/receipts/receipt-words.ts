import { formatDecimal, micros } from '@farline/contracts/micros';
import type { Money } from '@farline/contracts/money';
import type { Receipt } from '@farline/contracts/receipts';

/** A name and a value for each line of a receipt. */
export type Lines = readonly (readonly [string, string])[];

/** What a receipt says, in the page's language. */
export interface ReceiptWords {
  factsTitle: string;
  facts: Lines;
  quoteFacts: Lines;
  sumLines: Lines;
}

/** Whole millionths of a receipt's currency as an amount. */
export function moneyOf({ quote }: Receipt, amountMicros: string): Money {
  return { amount: formatDecimal(micros(BigInt(amountMicros))), currency: quote.currency };
}
