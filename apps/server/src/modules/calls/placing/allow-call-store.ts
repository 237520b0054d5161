import { sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';
import { type ExactHold, holdManySql } from '../../ledger/index.ts';
import { type ClaimedMore, claimManySql, isLimitPassed } from '../../limits/index.ts';
import { freezeManySql, type Frozen } from '../../rating/index.ts';
import { lockedSql, savedSql } from '../record/save-many-store.ts';
import type { StoredCall } from '../record/stored-call.ts';

/** A call that may begin: as it is saved, its quote, its hold, and how that counts against the spending limits. */
export type CallToAllow = { stored: StoredCall; quote: Frozen; hold: ExactHold; claim: ClaimedMore };

/**
 * Saves calls that are allowed, with their holds and their quotes, in one statement; gives the ids of those that were. One that was changed
 * since it was read, or whose hold is not to be had exactly so, is not among them, and nothing happened to it; nor one that somebody else is
 * at, or at its wallet. When a limit was reached meanwhile nothing happened to any of several, and it fails.
 */
export async function saveAllowed(database: Database, allowed: readonly CallToAllow[]): Promise<Set<string>> {
  if (allowed.length === 0) return new Set();
  try {
    return await save(database, allowed);
  } catch (error) {
    if (isLimitPassed(error) && allowed.length === 1) return new Set();
    throw error;
  }
}

async function save(database: Database, allowed: readonly CallToAllow[]): Promise<Set<string>> {
  const calls = allowed.map(({ stored }) => stored);
  const holds = allowed.map(({ hold }) => hold);
  const claims = allowed.map(({ claim }) => claim);
  const quotes = allowed.map(({ quote }) => quote);
  const { rows } = await sql<{ id: string }>`
    with ${lockedSql(calls)},
    held as materialized (${holdManySql(holds, sql`select id::text from locked`)}),
    claimed as materialized (${claimManySql(claims, sql`select cause_id::uuid from held where outcome = 'held'`)}),
    allowed as materialized (select cause_id as id from claimed where is_within),
    ${savedSql(calls, sql`allowed`)},
    quote as (${freezeManySql(quotes, sql`select quote_id from saved`)})
    select id from saved`.execute(database);
  return new Set(rows.map(({ id }) => id));
}
