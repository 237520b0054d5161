import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import type { CallProgress } from '../record/call.ts';

/** Notes that one call was initiated to take over another. False while another transfer of that call is under way. */
export async function insertTransfer(
  database: Executor,
  transfer: { placedCallId: string; runningCallId: string; askedAt: Date },
): Promise<boolean> {
  // One that came to nothing is over, also before that was noted.
  await sql`
    update calls.transfer set is_over = true
    from calls.call placed
    where transfer.running_call_id = ${transfer.runningCallId} and not transfer.is_over
      and transfer.joined_at is null and placed.id = transfer.placed_call_id and placed.state = 'ended'`.execute(
    database,
  );
  const { rows } = await sql`
    insert into calls.transfer (placed_call_id, running_call_id, asked_at)
    values (${transfer.placedCallId}, ${transfer.runningCallId}, ${transfer.askedAt})
    on conflict (running_call_id) where not is_over do nothing
    returning placed_call_id`.execute(database);
  return rows.length > 0;
}

/** What a transfer has to do with a call. `given`: the call that is given away; `placed`: the one that takes it over. */
export type CallTransfer = {
  role: 'given' | 'placed';
  /** The other of the two, and the number that it was placed to. */
  callId: string;
  number: string;
  askedAt: Date;
  joinedAt: Date | null;
};

/** The transfer that a call is or was part of, the latest; null for one that came to nothing, and for most calls. */
export async function transferOf(database: Executor, callId: string): Promise<CallTransfer | null> {
  const { rows } = await sql<CallTransfer>`
    select 'placed' as role, transfer.running_call_id as "callId", other.to_number as number,
      transfer.asked_at as "askedAt", transfer.joined_at as "joinedAt"
    from calls.transfer join calls.call other on other.id = transfer.running_call_id
    where transfer.placed_call_id = ${callId}
    union all
    select 'given', transfer.placed_call_id, other.to_number, transfer.asked_at, transfer.joined_at
    from calls.transfer join calls.call other on other.id = transfer.placed_call_id
    where transfer.running_call_id = ${callId} and (transfer.joined_at is not null or other.state <> 'ended')
    order by "askedAt" desc limit 1`.execute(database);
  return rows[0] ?? null;
}

/** Notes that the two talk. False where no such transfer was asked for. */
export async function noteJoined(
  database: Executor,
  joined: { placedCallId: string; runningCallId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update calls.transfer set joined_at = coalesce(joined_at, ${joined.at}), is_over = false
    where placed_call_id = ${joined.placedCallId} and running_call_id = ${joined.runningCallId}
    returning placed_call_id`.execute(database);
  return rows.length > 0;
}

export type OpenTransfer = {
  placedCallId: string;
  runningCallId: string;
  isJoined: boolean;
  placed: CallProgress['state'];
  running: CallProgress['state'];
};

/** The transfers about which something may have to be done, with how far their calls have come. */
export async function openTransfers(database: Executor): Promise<OpenTransfer[]> {
  const { rows } = await sql<OpenTransfer>`
    select transfer.placed_call_id as "placedCallId", transfer.running_call_id as "runningCallId",
      transfer.joined_at is not null as "isJoined", placed.state as placed, running.state as running
    from calls.transfer
    join calls.call placed on placed.id = transfer.placed_call_id
    join calls.call running on running.id = transfer.running_call_id
    where not transfer.is_over order by transfer.asked_at limit 1000`.execute(database);
  return rows;
}

export async function closeTransfer(database: Executor, placedCallId: string): Promise<void> {
  await sql`update calls.transfer set is_over = true where placed_call_id = ${placedCallId}`.execute(database);
}
