import type { Executor } from '../../platform/database.ts';
import { callReleaseHold } from './ledger-store.ts';

export type ReleasedHold = { released: true; isRepeat: boolean } | { released: false; reason: 'hold_settled' };

/** Gives a hold back whole. A second arrival changes nothing. */
export async function releaseHold(db: Executor, release: { holdId: string; at: Date }): Promise<ReleasedHold> {
  const row = await callReleaseHold(db, release);
  switch (row.outcome) {
    case 'released':
      return { released: true, isRepeat: false };
    case 'repeat':
      return { released: true, isRepeat: true };
    case 'hold_settled':
      return { released: false, reason: 'hold_settled' };
  }
}
