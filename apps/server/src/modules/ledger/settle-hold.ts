import { type Micros, micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { callSettleHold } from './ledger-store.ts';
import type { Cause, HouseAccount } from './transfer.ts';

export type SettledHold =
  | {
      settled: true;
      chargedMicros: Micros;
      /** Null when nothing was charged. */
      transferId: string | null;
      isRepeat: boolean;
    }
  | { settled: false; reason: 'charge_exceeds_hold' | 'hold_released' | 'settled_for_another_cause' };

/**
 * Takes the charge (zero or more, at most what is held) out of a hold and releases the rest, at once. The second
 * arrival with the same cause changes nothing and gets the first result, whatever charge it names.
 */
export async function settleHold(
  db: Executor,
  settlement: { holdId: string; chargeMicros: Micros; cause: Cause; houseAccount: HouseAccount; at: Date },
): Promise<SettledHold> {
  const row = await callSettleHold(db, { transferId: newId(settlement.at), ...settlement });
  switch (row.outcome) {
    case 'settled':
    case 'repeat':
      return {
        settled: true,
        chargedMicros: micros(row.charged),
        transferId: row.transfer_id,
        isRepeat: row.outcome === 'repeat',
      };
    case 'settled_for_another_cause':
    case 'hold_released':
    case 'charge_exceeds_hold':
      return { settled: false, reason: row.outcome };
  }
}
