import { type Micros, micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { callEnlargeHold } from './ledger-store.ts';

export type EnlargedHold =
  | { enlarged: true; addedMicros: Micros; heldMicros: Micros; isRepeat: boolean }
  | { enlarged: false; reason: 'out_of_credit' | 'hold_closed' };

/**
 * Adds to an open hold: `wantedMicros`, or all that is available if that is at least `leastMicros` (more than zero).
 * A key enlarges a hold once; a refusal is not remembered, so the same key may be tried again after a top-up.
 */
export async function enlargeHold(
  db: Executor,
  enlargement: { holdId: string; wantedMicros: Micros; leastMicros: Micros; key: string; at: Date },
): Promise<EnlargedHold> {
  const row = await callEnlargeHold(db, enlargement);
  switch (row.outcome) {
    case 'enlarged':
      return { enlarged: true, addedMicros: micros(row.added), heldMicros: micros(row.held), isRepeat: false };
    case 'repeat':
      return { enlarged: true, addedMicros: micros(row.added), heldMicros: micros(row.held), isRepeat: true };
    case 'out_of_credit':
    case 'hold_closed':
      return { enlarged: false, reason: row.outcome };
  }
}
