import { type Micros, micros } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import {
  type Cause,
  closeHolds,
  type Closing,
  findAllowance,
  findHold,
  type HouseAccount,
  lockWallet,
  MESSAGES,
  microsOfSeconds,
  postTransfer,
  trialUnit,
} from '../../ledger/index.ts';
import { settleClaims } from '../../limits/index.ts';
import { countedMessage } from '../record/counted-message.ts';
import { type MessageRecord, type Paid, splitSegments } from '../record/message-record.ts';
import { addReturned, type SettledMessage } from '../record/messages-store.ts';

/**
 * Charges messages for the segments that carriers took, each once, and frees the rest of what was held; gives what is settled now, by message.
 * `chargedSegments` null: that is not known yet.
 */
export async function settleMessages(
  tx: Transaction,
  messages: readonly { message: MessageRecord; chargedSegments: number | null }[],
  at: Date,
): Promise<Map<string, SettledMessage>> {
  const settled = messages.flatMap(({ message, chargedSegments }) => {
    const { paid } = message;
    if (chargedSegments === null || paid === null || paid.chargedMicros !== null) return [];
    const split = splitSegments(chargedSegments, paid.includedSegments, paid.perSegmentMicros);
    return [{ id: message.id, paid, chargedSegments, ...split }];
  });
  // In the order of whoever writes messages: plans' wallets, then trial credit, then money, then what limits count.
  await closeHolds(tx, { closings: settled.flatMap(allowanceClosing), at });
  const isTrial = ({ paid }: Settled) => paid.paidBy === 'trial_credit';
  await closeHolds(tx, { closings: settled.filter(isTrial).flatMap(moneyClosing), at });
  await closeHolds(tx, { closings: settled.filter((one) => !isTrial(one)).flatMap(moneyClosing), at });
  await settleClaims(
    tx,
    settled.map(({ id, costMicros }) => ({ causeId: id, chargedMicros: costMicros })),
  );
  return new Map(settled.map((one) => [one.id, one]));
}

type Settled = { id: string; paid: Paid; includedSegments: number; costMicros: Micros };

function allowanceClosing({ id, paid, includedSegments }: Settled): Closing[] {
  return closing(paid.allowanceHoldId, {
    chargeMicros: microsOfSeconds(includedSegments),
    cause: { type: 'message_allowance', id },
    houseAccount: 'allowance_used',
  });
}

function moneyClosing({ id, paid, costMicros }: Settled): Closing[] {
  return closing(paid.holdId, {
    chargeMicros: costMicros,
    cause: { type: 'message', id },
    houseAccount: houseOf(paid),
  });
}

/** A charge of nothing releases the hold; none was placed where its id is null. */
function closing(holdId: string | null, of: Omit<Closing, 'holdId'>): Closing[] {
  return holdId === null ? [] : [{ ...of, holdId, chargeMicros: of.chargeMicros === 0n ? null : of.chargeMicros }];
}

/**
 * Gives back the price of segments that were charged, because the carrier did not deliver them in time or refused them after all:
 * money first, then the plan's messages while the month is on in which they were used.
 */
export async function giveBack(
  tx: Transaction,
  message: MessageRecord,
  returned: { parts: readonly number[]; at: Date },
): Promise<void> {
  const { id, paid } = message;
  if (paid === null || paid.chargedMicros === null) return;
  const { perSegmentMicros } = paid;
  // As whoever writes and settles does: the plan's wallet first.
  const hold = paid.allowanceHoldId === null ? null : await findHold(tx, paid.allowanceHoldId);
  if (hold !== null) await lockWallet(tx, hold.walletId);
  let leftMicros = paid.chargedMicros - paid.returnedMicros;
  let givenMicros = 0n;
  let includedSegments = 0;
  for (const part of returned.parts) {
    const cause = { type: 'message_refund', id: `${id} ${part}` };
    if (perSegmentMicros > 0n && leftMicros >= perSegmentMicros) {
      const { payerWalletId: walletId, currency } = paid;
      const unit = paid.paidBy === 'money' ? currency : trialUnit(currency);
      await moveBack(tx, {
        cause,
        walletId,
        unit,
        amountMicros: perSegmentMicros,
        from: houseOf(paid),
        at: returned.at,
      });
      leftMicros -= perSegmentMicros;
      givenMicros += perSegmentMicros;
    } else if (
      includedSegments < paid.includedSegments - paid.returnedIncluded &&
      (await giveBackIncluded(tx, message, { walletId: hold?.walletId ?? null, cause, at: returned.at }))
    ) {
      includedSegments += 1;
    }
  }
  if (givenMicros > 0n || includedSegments > 0) {
    await addReturned(tx, { id, amountMicros: givenMicros, includedSegments });
    const { chargedMicros } = paid;
    const spent = { sentAt: message.sentAt, chargedMicros, returnedMicros: paid.returnedMicros + givenMicros };
    const payload = countedMessage(message, spent);
    await publish(tx, { type: 'message.returned', accountId: message.accountId, subjectId: id, payload });
  }
}

/** `walletId`: of the plan's messages that were used; null: none were. Gives whether one was given back. */
async function giveBackIncluded(
  tx: Transaction,
  { accountId }: MessageRecord,
  { walletId, cause, at }: { walletId: string | null; cause: Cause; at: Date },
): Promise<boolean> {
  if (walletId === null) return false;
  const present = await findAllowance(tx, { accountId, unit: MESSAGES, at });
  if (present?.walletId !== walletId) return false;
  await moveBack(tx, { cause, walletId, unit: MESSAGES, amountMicros: microsOfSeconds(1), from: 'allowance_used', at });
  return true;
}

async function moveBack(
  tx: Transaction,
  back: { cause: Cause; walletId: string; unit: string; amountMicros: Micros; from: HouseAccount; at: Date },
): Promise<void> {
  const { cause, unit, amountMicros, at } = back;
  const entries = [
    { walletId: back.walletId, amountMicros },
    { houseAccount: back.from, amountMicros: micros(-amountMicros) },
  ];
  const posted = await postTransfer(tx, { cause, unit, entries, at });
  if (!posted.posted) throw new Error('what is put in needs no credit');
}

/** Trial credit that is used up goes back to the house that gave it. */
const houseOf = ({ paidBy }: Paid): HouseAccount => (paidBy === 'money' ? 'revenue' : 'trial_credit');
