import type { CallReceipt, MessageReceipt, Receipt, SignedReceipt } from './receipts.ts';

/** One step of the check: what was looked at, and whether it holds. */
export type ReceiptStep = { step: ReceiptStepName; holds: boolean };
export type ReceiptStepName =
  | ('signature' | 'key' | 'total')
  | ('seconds' | 'increments' | 'time' | 'connection')
  | ('segments' | 'price' | 'returned');

/**
 * Canonical JSON as receipts are signed: RFC 8785 of values that are objects, lists, texts, whole numbers, true, false and
 * null. Members stand in the order of their names' UTF-16 units; no white space.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error(`${value} is no whole number`);
  return JSON.stringify(value);
}

/** Works a receipt out again from its quote: every step of its arithmetic, and whether it holds. */
export function checkArithmetic(receipt: Receipt): ReceiptStep[] {
  return receipt.kind === 'call' ? checkCall(receipt) : checkMessage(receipt);
}

function checkCall(receipt: CallReceipt): ReceiptStep[] {
  const { call, quote, parts, total } = receipt;
  const money = parts.find((part) => part.pays === 'money');
  const talked = Math.ceil((Date.parse(call.endedAt) - Date.parse(call.answeredAt)) / 1000);
  const all = parts.reduce((sum, part) => sum + part.seconds, 0);
  const steps: ReceiptStep[] = [
    { step: 'seconds', holds: all === call.answeredSeconds && call.answeredSeconds <= talked },
  ];
  // What a plan included, and what nobody pays, costs nothing.
  if (money === undefined) return [...steps, { step: 'total', holds: total.amountMicros === '0' }];

  const billed = billedSeconds(quote, money.seconds);
  const counted =
    money.seconds === 0 ? 0 : quote.firstSeconds * money.firstIncrements + quote.nextSeconds * money.nextIncrements;
  const time = divideUp(BigInt(quote.perMinuteMicros) * BigInt(billed), 60n);
  const connection = money.seconds === 0 ? 0n : BigInt(quote.connectionMicros);
  return [
    ...steps,
    { step: 'increments', holds: money.billedSeconds === billed && counted === billed && money.firstIncrements <= 1 },
    { step: 'time', holds: BigInt(money.timeMicros) === time },
    { step: 'connection', holds: BigInt(money.connectionMicros) === connection },
    {
      step: 'total',
      holds:
        BigInt(money.amountMicros) === time + connection &&
        total.amountMicros === money.amountMicros &&
        total.currency === quote.currency,
    },
  ];
}

function checkMessage({ message, quote, parts, returned, total }: MessageReceipt): ReceiptStep[] {
  const countOf = (pays: string) => parts.reduce((sum, part) => sum + (part.pays === pays ? part.segments : 0), 0);
  const money = parts.find((part) => part.pays === 'money');
  const perSegment = BigInt(quote.perSegmentMicros);
  const paid = BigInt(money?.amountMicros ?? '0');
  const back = BigInt(returned?.amountMicros ?? '0');
  const all = parts.reduce((sum, part) => sum + part.segments, 0);
  const steps: ReceiptStep[] = [
    { step: 'segments', holds: all === message.segments },
    { step: 'price', holds: paid === perSegment * BigInt(countOf('money')) },
  ];
  if (returned !== undefined) {
    const isWithin = returned.paid <= countOf('money') && returned.included <= countOf('allowance');
    steps.push({ step: 'returned', holds: isWithin && back === perSegment * BigInt(returned.paid) });
  }
  const isSum = BigInt(total.amountMicros) === paid - back && total.currency === quote.currency;
  return [...steps, { step: 'total', holds: isSum }];
}

/**
 * Checks who signed a receipt, and its arithmetic. `trusted`: the public keys of the issuer, by id, as fetched from it; a
 * receipt of another key does not hold. It is worked out by Web Crypto, in browsers and in Node alike; throws where that
 * knows no Ed25519.
 */
export async function checkReceipt(
  { receipt, signature, key }: SignedReceipt,
  trusted: ReadonlyMap<string, string>,
): Promise<ReceiptStep[]> {
  const isKnown = receipt.keyId === key.id && trusted.get(key.id) === key.publicKey;
  const signed = new TextEncoder().encode(canonicalJson(receipt));
  const publicKey = await crypto.subtle.importKey('raw', bytesOf(key.publicKey), 'Ed25519', false, ['verify']);
  const isSigned = await crypto.subtle.verify('Ed25519', publicKey, bytesOf(signature), signed);
  return [{ step: 'key', holds: isKnown }, { step: 'signature', holds: isSigned }, ...checkArithmetic(receipt)];
}

/** The least time, then rounded up to the increments of the quote. */
function billedSeconds(
  quote: { minimumSeconds: number; firstSeconds: number; nextSeconds: number },
  answeredSeconds: number,
): number {
  if (answeredSeconds === 0) return 0;
  const counted = Math.max(answeredSeconds, quote.minimumSeconds);
  if (counted <= quote.firstSeconds) return quote.firstSeconds;
  return quote.firstSeconds + Math.ceil((counted - quote.firstSeconds) / quote.nextSeconds) * quote.nextSeconds;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
