import { micros } from '@farline/contracts';
import type { Executor } from '../../../platform/database.ts';
import type { ChargedCall } from '../../rating/index.ts';
import type { CallRecord } from '../record/call-record.ts';
import { forgivenPart } from './forgive-lost-sound.ts';
import { endedCallsOf } from './charged-calls-store.ts';

/** Of these calls, at most 1,000, those that were answered and have ended. */
export async function chargedCalls(database: Executor, ids: readonly string[]): Promise<ChargedCall[]> {
  const calls = await endedCallsOf(database, ids);
  return calls.flatMap(({ progress, charge, ...call }) => {
    if (progress.state !== 'ended' || progress.answeredAt === null || charge === null) return [];
    const { id, accountId, direction, from, to, rated, quoteId, allowance, isPractice, paidBy } = call;
    return [
      {
        id,
        accountId,
        direction,
        from,
        to,
        rated,
        quoteId,
        isPractice,
        paidBy,
        answeredAt: progress.answeredAt,
        endedAt: progress.endedAt,
        answeredSeconds: charge.answeredSeconds,
        included: includedIn(allowance),
        forgiven: forgivenPart({ ...call, progress, charge }),
        costMicros: micros(charge.costMicros),
      },
    ];
  });
}

function includedIn(allowance: CallRecord['allowance']): ChargedCall['included'] {
  if (allowance === null || allowance.seconds === 0) return null;
  return { group: allowance.group, seconds: allowance.seconds };
}
