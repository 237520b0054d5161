import { type Database, inTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { takeBack } from '../../ledger/index.ts';
import { splitCall } from '../../rating/index.ts';
import { takeAllowance } from '../money/call-allowance.ts';
import { answeredSeconds, type EndedProgress } from '../record/call.ts';
import { forgetCall } from '../record/call-memory.ts';
import type { CallRecord } from '../record/call-record.ts';
import { countedCall } from '../record/counted-call.ts';
import { changedUnderLock, houseAccountOf } from './end-call.ts';
import { lockCall, saveAndTell } from '../record/calls-store.ts';

export type LateAnswer = { callId: string; answeredAt: Date; endedAt: Date; trunk: string; toTag: string };

/**
 * Charges what ran of a call that was answered after it had ended here: from the answer to the end at the engine, at its own price,
 * once, with what is free of the minutes of its plan first. Its hold is gone: what its payer has not got is owed, but not where trial credit pays. Of a
 * call that ended as answered, or runs, nothing changes.
 */
export async function chargeLateAnswer(database: Database, late: LateAnswer): Promise<void> {
  await inTransaction(database, async (tx) => {
    const stored = await lockCall(tx, late.callId);
    if (stored === null) return;
    const call = answeredLate(stored.call, late);
    if (call === null) return;
    forgetCall(database, call.id);
    const answered = answeredSeconds(call.progress, call.grantedSeconds);
    const { endedAt: at } = call.progress;
    const included = await takeAllowance(tx, call, { seconds: answered, at });
    const { priceMicros } = splitCall(call.rated.terms, answered, included);
    if (priceMicros > 0n) {
      await takeBack(tx, {
        walletId: call.payerWalletId,
        amountMicros: priceMicros,
        cause: { type: 'call', id: call.id },
        at,
        houseAccount: houseAccountOf(call),
      });
    }
    const charged: CallRecord = {
      ...call,
      charge: { answeredSeconds: answered, costMicros: priceMicros },
      allowance: call.allowance === null ? null : { ...call.allowance, seconds: included },
    };
    if (!(await saveAndTell(tx, { ...stored, call: charged }))) throw changedUnderLock(call.id);
    const ended = countedCall(charged);
    if (ended === null) return;
    const { id: subjectId, accountId } = charged;
    await publish(tx, { type: 'call.charged_late', accountId, subjectId, payload: { ended } });
  });
}

/** The call with its answer and its end, not charged yet; null where it is no such call. */
function answeredLate(call: CallRecord, late: LateAnswer) {
  const { progress } = call;
  if (progress.state !== 'ended' || progress.answeredAt !== null || progress.authorisedAt === null) return null;
  const endedAt = late.endedAt < late.answeredAt ? late.answeredAt : late.endedAt;
  const answered: EndedProgress = { ...progress, answeredAt: late.answeredAt, endedAt, sipStatus: null };
  return {
    ...call,
    progress: {
      ...answered,
      reason: progress.reason === 'cancelled' ? ('ended_by_request' as const) : progress.reason,
    },
    trunk: late.trunk || call.trunk,
    toTag: late.toTag || call.toTag,
  };
}
