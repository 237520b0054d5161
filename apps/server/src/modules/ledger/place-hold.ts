import { type Micros, micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { callPlaceHold } from './ledger-store.ts';
import type { Cause } from './transfer.ts';

export type PlacedHold =
  | { allowed: true; holdId: string; heldMicros: Micros; isRepeat: boolean }
  | { allowed: false; reason: 'out_of_credit'; availableMicros: Micros }
  /** This cause held before, and was settled or released. */
  | { allowed: false; reason: 'hold_closed' };

/**
 * Sets money aside: `wantedMicros`, or all that is available if that is at least `leastMicros` (more than zero). The
 * same cause holds once: the second arrival gets what is held. Of any number at once, only those that fit are allowed.
 */
export async function placeHold(
  db: Executor,
  hold: { walletId: string; wantedMicros: Micros; leastMicros: Micros; cause: Cause; at: Date },
): Promise<PlacedHold> {
  const row = await callPlaceHold(db, { id: newId(hold.at), ...hold });
  switch (row.outcome) {
    case 'held':
      return { allowed: true, holdId: row.hold_id, heldMicros: micros(row.held), isRepeat: false };
    case 'repeat':
      return { allowed: true, holdId: row.hold_id, heldMicros: micros(row.held), isRepeat: true };
    case 'out_of_credit':
      return { allowed: false, reason: 'out_of_credit', availableMicros: micros(row.available) };
    case 'hold_closed':
      return { allowed: false, reason: 'hold_closed' };
  }
}
