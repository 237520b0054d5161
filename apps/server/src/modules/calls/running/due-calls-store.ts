import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

/** A running call about which something has to be done now, and what. */
export type DueCall = {
  id: string;
  end: boolean;
  sendGrantedEnd: boolean;
  extend: boolean;
  unblock: boolean;
  warn: boolean;
  lookAtMedia: boolean;
};

/** The calls that have something due, the longest overdue first. */
export async function dueCalls(database: Executor, now: Date, most: number): Promise<DueCall[]> {
  const { rows } = await sql<DueCall>`
    select id,
      coalesce(end_order_at <= ${now}, false) as "end",
      coalesce(send_limit_at <= ${now}, false) as "sendGrantedEnd",
      coalesce(extend_at <= ${now}, false) as "extend",
      coalesce(unblock_at <= ${now}, false) as "unblock",
      coalesce(warn_at <= ${now}, false) as "warn",
      coalesce(look_at_media_at <= ${now}, false) as "lookAtMedia"
    from calls.call where due_at <= ${now} order by due_at limit ${most}`.execute(database);
  return rows;
}

/** The running calls that wait for money in one of these wallets ask for it at once. Returns which. */
export async function askAgainForWallets(database: Executor, walletIds: string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update calls.call set extend_at = ${now}, revision = revision + 1
    where payer_wallet_id = any (${walletIds}::uuid[]) and state = 'answered' and is_end_known
    returning id`.execute(database);
  return rows.map((row) => row.id);
}

/** The running calls of these accounts whose end is known ask again at once. Returns which. */
export async function askAgainForAccounts(database: Executor, accountIds: string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update calls.call set extend_at = ${now}, revision = revision + 1
    where account_id = any (${accountIds}::uuid[]) and state = 'answered' and is_end_known
    returning id`.execute(database);
  return rows.map((row) => row.id);
}

/** Has the granted end of every running call sent to the engine again. */
export async function sendEveryGrantedEndAgain(database: Executor, now: Date): Promise<void> {
  await sql`update calls.call set send_limit_at = ${now}, revision = revision + 1
    where state = 'answered'`.execute(database);
}

/** Calls that were initiated before an instant and whose INVITE never came. */
export async function callsNeverPlaced(database: Executor, before: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from calls.call where state = 'initiated' and initiated_at < ${before} limit ${most}`.execute(database);
  return rows.map((row) => row.id);
}

/** The running calls that came over a WebSocket. */
export async function callsOfConnection(database: Executor, connection: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from calls.call where state <> 'ended' and connection = ${connection} limit 100`.execute(database);
  return rows.map((row) => row.id);
}

/**
 * The calls that an INVITE had reached before an instant and that are a browser's, for all that is known, and over which WebSocket. One
 * that came in has its trunk's connection until a browser has answered; one that takes over another is the call bridge's.
 */
export async function callsInBrowsers(database: Executor, before: Date): Promise<{ id: string; connection: string }[]> {
  const { rows } = await sql<{ id: string; connection: string }>`
    select id, connection from calls.call
    where state <> 'ended' and state <> 'initiated' and authorised_at < ${before}
      and connection is not null and connection_closed_at is null
      and (placed_by = 'user' and not exists (select from calls.transfer where placed_call_id = call.id)
        or direction = 'inbound' and state = 'answered' and connection like '%:%' and connection not like 'phone:%')`.execute(
    database,
  );
  return rows;
}

/** Whether the call goes on from one that our attendant placed to say a code. */
export async function isForCode(database: Executor, callId: string): Promise<boolean> {
  const { rows } = await sql`
    select from calls.forward join calls.call incoming on incoming.id = forward.incoming_call_id
    where placed_call_id = ${callId} and incoming.placed_by = 'verification'`.execute(database);
  return rows.length > 0;
}
