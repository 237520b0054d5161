import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { callPostTransfer } from './ledger-store.ts';
import type { Cause, NewEntry } from './transfer.ts';

export type PostedTransfer =
  | { posted: true; transferId: string; isRepeat: boolean }
  | { posted: false; reason: 'out_of_credit' };

/**
 * Moves money: all entries or none; they must sum to zero. What a wallet gives must be available, not held. The same
 * cause with the same entries counts once and gives the first transfer; with other entries it throws.
 */
export async function postTransfer(
  db: Executor,
  transfer: { cause: Cause; unit: string; entries: NewEntry[]; at: Date },
): Promise<PostedTransfer> {
  const row = await callPostTransfer(db, { id: newId(transfer.at), ...transfer });
  switch (row.outcome) {
    case 'posted':
      return { posted: true, transferId: row.transfer_id, isRepeat: false };
    case 'repeat':
      return { posted: true, transferId: row.transfer_id, isRepeat: true };
    case 'out_of_credit':
      return { posted: false, reason: 'out_of_credit' };
  }
}
