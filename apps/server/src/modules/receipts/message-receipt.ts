import { checkArithmetic, type MessageReceipt, type MessageReceiptPart } from '@farline/contracts';
import { type ChargedMessage, paidByView } from '../rating/index.ts';
import type { ReceiptHead } from './receipt-head.ts';

/**
 * What the receipt of a message says, without its words. Its arithmetic gives what was charged: one that would not is a fault of
 * ours, and is never written.
 */
export function messageReceipt(message: ChargedMessage, head: ReceiptHead): MessageReceipt {
  const { returned, currency } = message;
  const receipt: MessageReceipt = {
    format: 'farline-receipt-3',
    id: head.id,
    kind: 'message',
    issuer: head.issuer,
    issuedAt: head.issuedAt.toISOString(),
    keyId: head.keyId,
    message: {
      id: message.id,
      from: message.from,
      to: message.to,
      encoding: message.encoding,
      segments: message.segments,
      writtenAt: message.writtenAt.toISOString(),
      acceptedAt: message.acceptedAt?.toISOString() ?? null,
    },
    ...(message.isPractice ? { practice: { paidBy: paidByView(message.paidBy) } } : {}),
    quote: {
      id: message.rateId,
      currency,
      perSegmentMicros: message.perSegmentMicros.toString(),
      frozenAt: message.writtenAt.toISOString(),
    },
    parts: partsOf(message),
    ...(returned.includedSegments + returned.paidSegments === 0
      ? {}
      : {
          returned: {
            included: returned.includedSegments,
            paid: returned.paidSegments,
            amountMicros: message.returnedMicros.toString(),
          },
        }),
    total: { amountMicros: (message.chargedMicros - message.returnedMicros).toString(), currency },
  };
  const wrong = checkArithmetic(receipt).filter((step) => !step.holds);
  if (wrong.length > 0) {
    throw new Error(
      `the charge of message ${message.id} is not what its quote gives: ${wrong.map(({ step }) => step).join(', ')}`,
    );
  }
  return receipt;
}

function partsOf({ segments, includedSegments, paidSegments, chargedMicros }: ChargedMessage): MessageReceiptPart[] {
  const rest = segments - includedSegments - paidSegments;
  const amountMicros = chargedMicros.toString();
  return [
    ...(includedSegments === 0 ? [] : [{ pays: 'allowance' as const, segments: includedSegments }]),
    ...(paidSegments === 0 ? [] : [{ pays: 'money' as const, segments: paidSegments, amountMicros }]),
    ...(rest === 0 ? [] : [{ pays: 'nobody' as const, because: 'not_carried' as const, segments: rest }]),
  ];
}
