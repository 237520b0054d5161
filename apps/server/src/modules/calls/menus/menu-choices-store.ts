// The statements about calls that are put through from a menu.
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import type { CallProgress } from '../record/call.ts';

/** Whether a call that came in may be put through once more: it goes on, fewer than `most` were, and none is under way. */
export async function mayChoose(
  database: Executor,
  { incomingCallId, most }: { incomingCallId: string; most: number },
): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    select count(placed.id) < ${most} and count(placed.id) filter (where placed.state <> 'ended') = 0 as allowed
    from calls.menu_choice choice join calls.call placed on placed.id = choice.placed_call_id
    where choice.incoming_call_id = ${incomingCallId}`.execute(database);
  return rows[0]?.allowed === true;
}

/** Notes a call that puts another through. */
export async function insertMenuChoice(
  database: Executor,
  choice: { incomingCallId: string; placedCallId: string; at: Date },
): Promise<void> {
  await sql`
    insert into calls.menu_choice (placed_call_id, incoming_call_id, made_at)
    values (${choice.placedCallId}, ${choice.incomingCallId}, ${choice.at})`.execute(database);
}

/** How many calls of a caller to a number were forwarded by its menus and still last. `caller`: null does not show a number. */
export async function countForwardedFromMenus(
  database: Executor,
  of: { number: string; caller: string | null },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calls.menu_choice choice
      join calls.call incoming on incoming.id = choice.incoming_call_id
      join calls.forward forward on forward.incoming_call_id = choice.placed_call_id
      join calls.call placed on placed.id = forward.placed_call_id
    where not choice.is_over and incoming.to_number = ${of.number}
      and incoming.from_number is not distinct from ${of.caller} and placed.state <> 'ended'`.execute(database);
  return rows[0]?.count ?? 0;
}

export type OpenChoice = {
  incomingCallId: string;
  incoming: CallProgress['state'];
  placedCallId: string;
  placed: CallProgress['state'];
};

/** The choices about which something may have to be done, with how far their calls have come. */
export async function openChoices(database: Executor): Promise<OpenChoice[]> {
  const { rows } = await sql<OpenChoice>`
    select choice.incoming_call_id as "incomingCallId", incoming.state as incoming,
      choice.placed_call_id as "placedCallId", placed.state as placed
    from calls.menu_choice choice
      join calls.call incoming on incoming.id = choice.incoming_call_id
      join calls.call placed on placed.id = choice.placed_call_id
    where not choice.is_over and (incoming.state = 'ended' or placed.state = 'ended')
    order by choice.made_at limit 1000`.execute(database);
  return rows;
}

/** Nothing is left to do about it. */
export async function closeChoice(database: Executor, placedCallId: string): Promise<void> {
  await sql`update calls.menu_choice set is_over = true where placed_call_id = ${placedCallId}`.execute(database);
}
