import type { MessageReceipt, MessageReceiptPart } from '@farline/contracts/receipts';
import { formatPrice } from '../../lib/format/format.ts';
import { formatExactly } from '../../lib/format/format-time.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { invoicesText } from '../../texts/invoices.ts';
import { messagesText } from '../../texts/messages.ts';
import { type Lines, moneyOf, type ReceiptWords } from './receipt-words.ts';

/** The receipt of a message in words. */
export function messageWords(receipt: MessageReceipt): ReceiptWords {
  const t = invoicesText.say;
  const { quote } = receipt;
  return {
    factsTitle: t('messageTitle'),
    facts: messageFacts(receipt),
    quoteFacts: [
      [t('frozen'), formatExactly(quote.frozenAt)],
      [messagesText.say('factPerPart'), formatPrice(moneyOf(receipt, quote.perSegmentMicros))],
    ],
    sumLines: [...receipt.parts.map((part) => sumLine(receipt, part)), ...returnedLines(receipt)],
  };
}

function messageFacts({ message, practice }: MessageReceipt): Lines {
  const t = invoicesText.say;
  const say = messagesText.say;
  return [
    [say('factFrom'), showNumber(message.from)],
    [say('factTo'), showNumber(message.to)],
    ...(practice === undefined ? [] : [[say('practice'), t(`practiceMessage_${practice.paidBy}`)] as const]),
    [say('factWritten'), formatExactly(message.writtenAt)],
    ...(message.acceptedAt === null ? [] : [[say('factSent'), formatExactly(message.acceptedAt)] as const]),
    [say('factParts'), say(`parts_${message.encoding}`, { count: message.segments })],
    [t('encoding'), t(`encoding_${message.encoding}`)],
  ];
}

function sumLine(receipt: MessageReceipt, part: MessageReceiptPart): readonly [string, string] {
  const t = invoicesText.say;
  const parts = messagesText.say('includedParts', { count: part.segments });
  switch (part.pays) {
    case 'allowance':
      return [messagesText.say('factIncluded'), parts];
    case 'money': {
      const price = formatPrice(moneyOf(receipt, receipt.quote.perSegmentMicros));
      return [t('partsAt', { parts, price }), formatPrice(moneyOf(receipt, part.amountMicros))];
    }
    case 'nobody':
      return [t('notCarried'), parts];
  }
}

/** What was given back: money, and parts of the plan's. */
function returnedLines(receipt: MessageReceipt): Lines {
  const { returned } = receipt;
  if (returned === undefined) return [];
  const t = invoicesText.say;
  const parts = (count: number) => messagesText.say('includedParts', { count });
  return [
    ...(returned.included === 0 ? [] : [[t('returnedIncluded'), parts(returned.included)] as const]),
    ...(returned.paid === 0
      ? []
      : [
          [
            t('returnedPaid', { parts: parts(returned.paid) }),
            formatPrice(moneyOf(receipt, `-${returned.amountMicros}`)),
          ] as const,
        ]),
  ];
}
