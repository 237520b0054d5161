import { type Micros, micros } from '@farline/contracts';
import type { RawBuilder } from 'kysely';
import type { Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import {
  type Cause,
  closeSql,
  findAllowance,
  findHold,
  type HouseAccount,
  lockWallet,
  MESSAGES,
  microsOfSeconds,
  postTransfer,
  trialUnit,
} from '../../ledger/index.ts';
import { settleSql } from '../../limits/index.ts';
import { type MessageRecord, type Paid, splitSegments } from '../record/message-record.ts';
import { addReturned, settleMessageRow } from '../record/messages-store.ts';

/** Charges a message for the segments that the carrier took, once, and frees the rest of what was held. */
export async function settleMessage(
  tx: Transaction,
  message: MessageRecord,
  { chargedSegments, at }: { chargedSegments: number; at: Date },
): Promise<void> {
  const { id, accountId, paid } = message;
  if (paid === null || paid.chargedMicros !== null) return;
  const split = splitSegments(chargedSegments, paid.includedSegments, paid.perSegmentMicros);
  const closing = closingOf(message, { ...split, at });
  await settleMessageRow(tx, {
    id,
    chargedMicros: split.costMicros,
    includedSegments: split.includedSegments,
    closing,
    at,
  });
  if (chargedSegments === 0) return;
  await publish(tx, {
    type: 'message.charged',
    accountId,
    subjectId: id,
    payload: { at: at.toISOString(), costMicros: split.costMicros.toString() },
  });
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
    } else {
      await giveBackIncluded(tx, message, { walletId: hold?.walletId ?? null, cause, at: returned.at });
    }
  }
  if (givenMicros > 0n) await addReturned(tx, { id, amountMicros: givenMicros });
}

/** `walletId`: of the plan's messages that were used; null: none were. */
async function giveBackIncluded(
  tx: Transaction,
  { accountId, paid }: MessageRecord,
  { walletId, cause, at }: { walletId: string | null; cause: Cause; at: Date },
): Promise<void> {
  if (walletId === null || paid === null || paid.includedSegments === 0) return;
  const present = await findAllowance(tx, { accountId, unit: MESSAGES, at });
  if (present?.walletId !== walletId) return;
  await moveBack(tx, { cause, walletId, unit: MESSAGES, amountMicros: microsOfSeconds(1), from: 'allowance_used', at });
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

/** Closes both holds and the claim of spending. */
function closingOf(
  { id, paid }: MessageRecord,
  { includedSegments, costMicros, at }: { includedSegments: number; costMicros: Micros; at: Date },
): RawBuilder<boolean>[] {
  const claim = settleSql({ causeId: id, chargedMicros: costMicros });
  if (paid === null) return [claim];
  const close = (holdId: string | null, type: string, chargeMicros: Micros, houseAccount: HouseAccount) =>
    holdId === null
      ? []
      : [
          closeSql({
            holdId,
            chargeMicros: chargeMicros === 0n ? null : chargeMicros,
            cause: { type, id },
            houseAccount,
            at,
          }),
        ];
  return [
    ...close(paid.allowanceHoldId, 'message_allowance', microsOfSeconds(includedSegments), 'allowance_used'),
    ...close(paid.holdId, 'message', costMicros, houseOf(paid)),
    claim,
  ];
}
