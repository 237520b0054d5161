import { type CallReceipt, type CallReceiptPart, checkArithmetic } from '@farline/contracts';
import { billedSeconds, type CallTerms, type ChargedCall, priceCall, paidByView } from '../rating/index.ts';
import type { ReceiptHead } from './receipt-head.ts';

/**
 * What the receipt of a call says. Its arithmetic gives what was charged, to the micro-unit: one that would not is a fault of
 * ours, and is never written.
 */
export function callReceipt(call: ChargedCall, more: ReceiptHead & { frozenAt: Date | null }): CallReceipt {
  const { destination, terms, rateTable, rateTableVersion, number } = call.rated;
  const receipt: CallReceipt = {
    // Who knows the first format alone would take a part that nobody pays for one of money.
    format: call.forgiven === null ? 'farline-receipt-1' : 'farline-receipt-2',
    id: more.id,
    kind: 'call',
    issuer: more.issuer,
    issuedAt: more.issuedAt.toISOString(),
    keyId: more.keyId,
    call: {
      id: call.id,
      from: call.from,
      to: call.to,
      answeredAt: call.answeredAt.toISOString(),
      endedAt: call.endedAt.toISOString(),
      answeredSeconds: call.answeredSeconds,
    },
    ...(call.isPractice ? { practice: { paidBy: paidByView(call.paidBy) } } : {}),
    quote: {
      id: call.quoteId,
      number,
      prefix: destination.prefix,
      countryCode: destination.countryCode,
      kind: destination.kind,
      operator: destination.operator,
      currency: terms.currency,
      perMinuteMicros: terms.perMinuteMicros.toString(),
      connectionMicros: terms.connectionMicros.toString(),
      minimumSeconds: terms.minimumSeconds,
      firstSeconds: terms.firstSeconds,
      nextSeconds: terms.nextSeconds,
      rateTable,
      rateTableVersion,
      frozenAt: more.frozenAt?.toISOString() ?? null,
    },
    parts: partsOf(call),
    total: { amountMicros: call.costMicros.toString(), currency: terms.currency },
  };
  const wrong = checkArithmetic(receipt).filter((step) => !step.holds);
  if (wrong.length > 0) {
    throw new Error(
      `the charge of call ${call.id} is not what its quote gives: ${wrong.map(({ step }) => step).join(', ')}`,
    );
  }
  return receipt;
}

function partsOf({ included, forgiven, answeredSeconds, rated }: ChargedCall): CallReceiptPart[] {
  const rest = answeredSeconds - (included?.seconds ?? 0) - (forgiven?.seconds ?? 0);
  const isAllUnpaid = rest === 0 && (included !== null || forgiven !== null);
  return [
    ...(included === null ? [] : [{ pays: 'allowance' as const, ...included }]),
    ...(isAllUnpaid ? [] : [moneyPart(rated.terms, rest)]),
    ...(forgiven === null ? [] : [{ pays: 'nobody' as const, ...forgiven }]),
  ];
}

function moneyPart(terms: CallTerms, seconds: number): CallReceiptPart {
  const amount = priceCall(terms, seconds);
  const billed = billedSeconds(terms, seconds);
  const connection = seconds === 0 ? 0n : terms.connectionMicros;
  return {
    pays: 'money',
    seconds,
    billedSeconds: billed,
    firstIncrements: billed === 0 ? 0 : 1,
    nextIncrements: billed === 0 ? 0 : (billed - terms.firstSeconds) / terms.nextSeconds,
    timeMicros: (amount - connection).toString(),
    connectionMicros: connection.toString(),
    amountMicros: amount.toString(),
  };
}
