import { toMoney } from '@farline/contracts';
import type { Transaction } from '../../platform/database.ts';
import { type EventOf, publish } from '../../platform/events.ts';
import { addToHours, noteHourTold } from './hours-store.ts';
import type { LimitsDeps } from './limits-deps.ts';
import { isUnusual, sumHours } from './unusual-spending.ts';

/** What tells of money that was spent. A call that is charged late was told of as one that cost nothing. */
export type SpendingEvent = 'call.ended' | 'call.charged_late' | 'message.charged';

/** Adds ended calls and charged messages to the hours of their accounts; an unusual hour is told of once, in `spending.unusual`. */
export async function noteSpending(
  deps: Pick<LimitsDeps, 'accountOf'>,
  tx: Transaction,
  events: EventOf<SpendingEvent>[],
): Promise<void> {
  const hours = sumHours(events.flatMap((event) => spentBy(event) ?? []));
  if (hours.length === 0) return;
  const at = events.at(-1)?.occurredAt ?? new Date(0);
  for (const hour of await addToHours(tx, hours)) {
    if (hour.isTold || !isUnusual(hour)) continue;
    const account = await deps.accountOf(tx, hour.accountId);
    if (account === null) continue;
    await noteHourTold(tx, { accountId: hour.accountId, hourFrom: hour.hourFrom, at });
    await publish(tx, {
      type: 'spending.unusual',
      accountId: hour.accountId,
      subjectId: hour.accountId,
      payload: {
        hourFrom: hour.hourFrom.toISOString(),
        spent: toMoney(hour.spentMicros, account.currency),
        usual: toMoney(hour.highestBeforeMicros, account.currency),
      },
    });
  }
}

function spentBy(event: EventOf<SpendingEvent>) {
  const { accountId } = event;
  if (accountId === null) return null;
  if (event.type === 'message.charged') {
    return { accountId, at: new Date(event.payload.at), costMicros: BigInt(event.payload.costMicros) };
  }
  const { ended } = event.payload;
  return ended === null ? null : { accountId, at: new Date(ended.endedAt), costMicros: BigInt(ended.costMicros) };
}
