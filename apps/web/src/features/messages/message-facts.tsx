import type { Message } from '@farline/contracts/messages/messages';
import { api } from '../../lib/api/api-client.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { formatDay, formatTime } from '../../lib/format/format-time.ts';
import { dayIn } from '../../lib/format/time-zone.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { messagesText } from '../../texts/messages.ts';
import { sharedText } from '../../texts/shared.ts';
import { ReceiptLink } from '../../ui/receipt-link.tsx';

/** What explains a message: when, from which number, in how many parts, what it cost and what paid for it. */
export function MessageFacts({ id, message }: { id: string; message: Message }) {
  return (
    <div
      id={id}
      className="appearing mt-1 w-full max-w-80 rounded-control bg-softer p-3 text-start"
      data-testid="message-facts"
    >
      <dl className="figures grid gap-y-1 text-note">
        {factsOf(message).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
      {hasReceipt(message) && (
        <ReceiptLink ask={async () => await api('GET /messages/{id}/receipt', { id: message.id })} />
      )}
    </div>
  );
}

/** Once a carrier has it and its price is settled. */
function hasReceipt({ sentAt, cost }: Message): boolean {
  return sentAt !== null && cost !== null;
}

function factsOf(message: Message): [string, string][] {
  const t = messagesText.say;
  const isOurs = message.direction === 'outbound';
  const facts: [string, string][] = [
    [t(isOurs ? 'factWritten' : 'factCame'), instantOf(message.createdAt)],
    [t(isOurs ? 'factFrom' : 'factTo'), showNumber(message.number)],
  ];
  if (message.sentAt !== null) facts.push([t('factSent'), instantOf(message.sentAt)]);
  if (message.deliveredAt !== null) facts.push([t('factDelivered'), instantOf(message.deliveredAt)]);
  facts.push([t('factParts'), t(`parts_${message.encoding}`, { count: message.segments })]);
  // What came in, and an answer to STOP that the account couldn't pay.
  if (!isOurs || Number(message.pricePerSegment?.amount) === 0) return [...facts, [t('factCost'), t('free')]];
  if (message.pricePerSegment !== null) facts.push([t('factPerPart'), formatPrice(message.pricePerSegment)]);
  if (message.includedSegments > 0)
    facts.push([t('factIncluded'), t('includedParts', { count: message.includedSegments })]);
  facts.push([t('factCost'), message.cost === null ? t(costWord(message)) : formatPrice(message.cost)]);
  if (message.paidBy === 'trial_credit') facts.push([t('factPaidBy'), t('practiceCredit')]);
  return facts;
}

/** What a message costs that is not settled: nothing yet, and of one that a carrier may have, nothing unless that says so. */
function costWord({ status }: Message): 'costUnknown' | 'costLater' {
  return status === 'unknown' ? 'costUnknown' : 'costLater';
}

function instantOf(instant: string): string {
  return [formatDay(dayIn(new Date(instant)), 'full'), formatTime(instant)].join(sharedText.say('comma'));
}
