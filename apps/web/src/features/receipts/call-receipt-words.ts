import type { CallReceipt, CallReceiptPart } from '@farline/contracts/receipts';
import { formatPrice, formatRateShort } from '../../lib/format/format.ts';
import { formatExactly } from '../../lib/format/format-time.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { invoicesText } from '../../texts/invoices.ts';
import { type Lines, moneyOf, type ReceiptWords } from './receipt-words.ts';

/** The receipt of a call in words. */
export function callWords(receipt: CallReceipt): ReceiptWords {
  return {
    factsTitle: invoicesText.say('factsTitle'),
    facts: callFacts(receipt),
    quoteFacts: quoteFacts(receipt),
    sumLines: receipt.parts.flatMap((part) => sumLines(receipt, part)),
  };
}

function callFacts({ call, practice }: CallReceipt): Lines {
  const t = invoicesText.say;
  return [
    [t('to'), showNumber(call.to)],
    ...(practice === undefined ? [] : [[t('practiceName'), t(`practice_${practice.paidBy}`)] as const]),
    [t('answered'), formatExactly(call.answeredAt)],
    [t('ended'), formatExactly(call.endedAt)],
    [t('talked'), t('seconds', { seconds: call.answeredSeconds })],
  ];
}

function quoteFacts(receipt: CallReceipt): Lines {
  const t = invoicesText.say;
  const { quote } = receipt;
  return [
    ...(quote.frozenAt === null ? [] : [[t('frozen'), formatExactly(quote.frozenAt)] as const]),
    [t('perMinute'), formatRateShort(moneyOf(receipt, quote.perMinuteMicros))],
    [t('fee'), formatPrice(moneyOf(receipt, quote.connectionMicros))],
    [t('least'), t('seconds', { seconds: quote.minimumSeconds })],
    [t('increments'), t('incrementsValue', { first: quote.firstSeconds, next: quote.nextSeconds })],
  ];
}

function sumLines(receipt: CallReceipt, part: CallReceiptPart): Lines {
  const t = invoicesText.say;
  if (part.pays === 'allowance') {
    return [[t('included', { group: part.group }), t('seconds', { seconds: part.seconds })]];
  }
  if (part.pays === 'nobody') {
    return [[t(`forgiven_${part.because}`), t('seconds', { seconds: part.seconds })]];
  }
  const rate = formatRateShort(moneyOf(receipt, receipt.quote.perMinuteMicros));
  return [
    [t('billed', { seconds: part.seconds, billed: part.billedSeconds }), t('seconds', { seconds: part.billedSeconds })],
    [t('timeCost', { billed: part.billedSeconds, rate }), formatPrice(moneyOf(receipt, part.timeMicros))],
    [t('fee'), formatPrice(moneyOf(receipt, part.connectionMicros))],
  ];
}
