import type { Micros } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';
import { holdSql } from '../../ledger/index.ts';
import { isLimitPassed } from '../../limits/index.ts';
import { freezeSql } from '../../rating/index.ts';
import { type StoredCall, updateOf } from '../record/calls-store.ts';

export type AllowedNow = {
  quoteId: string;
  hold: { holdId: string; amountMicros: Micros; seenMicros: Micros | null };
  /** Counts the hold against the limits of spending, or fails. */
  claim: RawBuilder<boolean>;
  at: Date;
};

/**
 * Saves a call that is allowed, with its hold and its quote, in one statement. False when the call was changed since it was
 * read, the hold is not to be had exactly so, or a limit was reached meanwhile: then nothing happened.
 */
export async function saveAllowed(database: Database, stored: StoredCall, allowed: AllowedNow): Promise<boolean> {
  try {
    return await save(database, stored, allowed);
  } catch (error) {
    if (isLimitPassed(error)) return false;
    throw error;
  }
}

async function save(database: Database, stored: StoredCall, allowed: AllowedNow): Promise<boolean> {
  const { before, call, revision } = stored;
  const hold = holdSql({
    ...allowed.hold,
    walletId: call.payerWalletId,
    cause: { type: 'call', id: call.id },
    at: allowed.at,
  });
  const { rows } = await sql`
    with locked as materialized (
      select id from calls.call
      where id = ${call.id} and revision = ${revision} and state = ${before.progress.state} for no key update),
    held as materialized (select id, ${hold} as outcome from locked),
    claimed as materialized (select ${allowed.claim} as is_within from held where outcome = 'held'),
    saved as (${updateOf(stored)} and exists (select from claimed where is_within) returning id),
    quote as (${freezeSql({ id: allowed.quoteId, rated: call.rated, at: allowed.at }, sql`saved`)})
    select id from saved`.execute(database);
  return rows.length > 0;
}
