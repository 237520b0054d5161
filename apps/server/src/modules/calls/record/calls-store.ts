import { type RawBuilder, sql } from 'kysely';
import { commitSoon, type Database, type Executor, type Transaction } from '../../../platform/database.ts';
import { forgetCall, rememberCall, rememberedCall } from './call-memory.ts';
import { isActiveSql } from '../../accounts/index.ts';
import type { UsageJson } from '../../limits/index.ts';
import type { CallRecord } from './call-record.ts';
import { callColumns, type CallRow, changedColumns, toCallRecord } from './call-row.ts';
import { recordWithOthers } from './record-with-others.ts';
import type { StoredCall } from './stored-call.ts';

export type { StoredCall } from './stored-call.ts';

// Locks, in order: the call, then what the ledger locks (hold, wallet). Whoever locks several calls waits for none of them.

const MOST_TRIES = 10;

/** The call as it is now, or null. */
export async function findCall(database: Executor, id: string): Promise<StoredCall | null> {
  const { rows } = await sql<StoredRow>`select ${callColumns}, revision from calls.call where id = ${id}`.execute(
    database,
  );
  return toStored(rows[0]);
}

/** The call, locked until the end of the transaction. */
export async function lockCall(tx: Transaction, id: string): Promise<StoredCall | null> {
  const { rows } =
    await sql<StoredRow>`select ${callColumns}, revision from calls.call where id = ${id} for update`.execute(tx);
  return toStored(rows[0]);
}

/** The call, locked until the end of the transaction; null also when somebody else is at it. */
export async function lockFreeCall(tx: Transaction, id: string): Promise<StoredCall | null> {
  const { rows } =
    await sql<StoredRow>`select ${callColumns}, revision from calls.call where id = ${id} for update skip locked`.execute(
      tx,
    );
  return toStored(rows[0]);
}

/**
 * The same, for its next stretch, with where its account and its user stand with their limits, and whether the account may
 * use real trunks.
 */
export async function lockCallToExtend(
  tx: Transaction,
  id: string,
  usage: RawBuilder<UsageJson>,
): Promise<(StoredCall & { usage: UsageJson; isActive: boolean }) | null> {
  const { rows } = await sql<StoredRow & { usage: UsageJson; isActive: boolean }>`
    select ${callColumns}, revision, ${usage} as usage, ${isActiveSql(SPENDER.accountId)} as "isActive"
    from calls.call where id = ${id} for update of call skip locked`.execute(tx);
  const row = rows[0];
  const stored = toStored(row);
  return row === undefined || stored === null ? null : { ...stored, usage: row.usage, isActive: row.isActive };
}

export type CallToAuthorise = StoredCall & { otherCalls: number; usage: UsageJson };

/**
 * The call, locked, for its authorisation; how many other calls of its wallet are open: running, or initiated after `since`
 * and about to run; and where its account and its user stand with their limits.
 */
export async function lockCallToAuthorise(
  tx: Transaction,
  id: string,
  { since, usage }: { since: Date; usage: RawBuilder<UsageJson> },
): Promise<CallToAuthorise | null> {
  const { rows } = await sql<StoredRow & { other_calls: number; usage: UsageJson }>`
    select ${callColumns}, revision, ${otherOpenCallsSql(CALL, since)} as other_calls, ${usage} as usage
    from calls.call where id = ${id} for update of call`.execute(tx);
  const row = rows[0];
  const stored = toStored(row);
  return row === undefined || stored === null ? null : { ...stored, otherCalls: row.other_calls, usage: row.usage };
}

/** Where a row of `calls.call` has whose limits count, as `spenderOf` says it, and where it goes. */
export const SPENDER = {
  accountId: sql<string>`call.account_id`,
  userId: sql<string>`case when call.placed_by = 'telephone' then call.account_id
    else coalesce(call.user_id, call.placer_id, call.account_id) end`,
  destination: { countryCode: sql<string>`call.country_code`, kind: sql<string>`call.destination_kind` },
};

/** An integer: how many other calls of a call's wallet are open: running, or initiated after `since` and about to run. */
export const otherOpenCallsSql = (call: { id: RawBuilder<string>; walletId: RawBuilder<string> }, since: Date) =>
  sql<number>`(
    select count(*)::int from calls.call other
    where other.payer_wallet_id = ${call.walletId} and other.state <> 'ended' and other.id <> ${call.id}
      and (other.state <> 'initiated' or other.initiated_at > ${since}))`;

const CALL = { id: sql<string>`call.id`, walletId: sql<string>`call.payer_wallet_id` };

/** How many other calls of this call's wallet are running. */
export async function countOtherRunningCalls(
  database: Executor,
  call: { id: string; payerWalletId: string },
): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from calls.call
    where payer_wallet_id = ${call.payerWalletId} and state in ('authorised', 'ringing', 'answered')
      and id <> ${call.id}`.execute(database);
  return rows[0]?.others ?? 0;
}

/** How many other calls of this call's wallet to the same number are running. */
export async function countOtherCallsTo(
  tx: Transaction,
  call: { id: string; payerWalletId: string; to: string },
): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from calls.call
    where payer_wallet_id = ${call.payerWalletId} and state in ('authorised', 'ringing', 'answered')
      and to_number = ${call.to} and id <> ${call.id}`.execute(tx);
  return rows[0]?.others ?? 0;
}

/**
 * `isTold` publishes call.changed with the change; `mayBeLost` lets a crash of the database take both back; `isReported`: it is what the
 * engine reports, and is saved and told with what it reports of other calls.
 */
export type Change = { isTold: boolean; mayBeLost?: boolean; isReported?: boolean };

/**
 * Changes a call by a pure function, over whatever others change meanwhile; the same object back means no change.
 * Returns the call as it is then, or null if there is none. A call that is remembered is not read first.
 */
export async function changeCall(
  database: Database,
  id: string,
  options: Change,
  change: (call: CallRecord) => CallRecord,
): Promise<CallRecord | null> {
  const remembered = rememberedCall(database, id);
  if (remembered !== null) {
    const changed = change(remembered.call);
    if (changed !== remembered.call && (await saveChange(database, remembered, changed, options))) return changed;
  }
  // Whoever changes it as well is waited for: with others it would be passed over again while its row is locked.
  const alone = { ...options, isReported: false };
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const stored = await findCall(database, id);
    if (stored === null) return null;
    const changed = change(stored.call);
    if (changed === stored.call || (await saveChange(database, stored, changed, alone))) return changed;
  }
  throw new Error(`call ${id} was changed by others ${MOST_TRIES} times in a row`);
}

async function saveChange(database: Database, stored: StoredCall, call: CallRecord, options: Change): Promise<boolean> {
  const changed = { ...stored, call };
  const isSaved = await save(database, changed, options);
  if (isSaved) rememberCall(database, { ...changed, revision: stored.revision + 1 });
  else forgetCall(database, call.id);
  return isSaved;
}

async function save(database: Database, changed: StoredCall, options: Change): Promise<boolean> {
  if (!options.isTold) return await saveCall(database, changed);
  const mayBeLost = options.mayBeLost ?? false;
  if (options.isReported === true) return await recordWithOthers(database, { stored: changed, mayBeLost });
  return await saveAndTell(database, changed, { mayBeLost });
}

/** Saves the call unless somebody changed it since it was read: then false. For what no page shows. */
export async function saveCall(database: Executor, stored: StoredCall): Promise<boolean> {
  const { rows } = await sql`${updateOf(stored)} returning id`.execute(database);
  return rows.length > 0;
}

/** Saves the call as `saveCall` does, with the event that tells its account. In a transaction all of it `mayBeLost`, or none. */
export async function saveAndTell(
  database: Executor,
  stored: StoredCall,
  { mayBeLost } = { mayBeLost: false },
): Promise<boolean> {
  const { rows } = await sql`
    with saved as (${updateOf(stored)} returning id, account_id)
    insert into platform.event (type, account_id, subject_id)
    select 'call.changed', account_id, id::text from saved
    ${mayBeLost ? sql`where ${commitSoon}` : sql``} returning id`.execute(database);
  return rows.length > 0;
}

/** The statement that saves a call unless somebody changed it since it was read. */
export function updateOf({ before, call, revision }: StoredCall) {
  const changes = changedColumns(before, call).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return sql`update calls.call set ${sql.join([sql`revision = revision + 1`, ...changes])}
    where id = ${call.id} and revision = ${revision} and state = ${before.progress.state}`;
}

type StoredRow = CallRow & { revision: number };

function toStored(row: StoredRow | undefined): StoredCall | null {
  if (row === undefined) return null;
  const call = toCallRecord(row);
  return { before: call, call, revision: row.revision };
}

/** A boolean: whether a call out of an account shows this number and is not over: it may come back in from the carrier. */
export const isNumberCallingOutSql = (of: { accountId: RawBuilder<string | null>; number: RawBuilder<string> }) =>
  sql<boolean>`coalesce((
    select true from calls.call out
    where out.account_id = ${of.accountId} and out.state <> 'ended' and out.direction = 'outbound' and out.from_number = ${of.number}
    limit 1), false)`;

/** A boolean: whether a call was allowed, and nothing has become of it. */
export const isToRingSql = (id: RawBuilder<string>) =>
  sql<boolean>`coalesce((
    select own.state = 'authorised' and own.ending_reason is null from calls.call own where own.id = ${id} limit 1), false)`;
