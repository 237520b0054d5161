import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { newId } from '../../apps/server/src/platform/ids.ts';

const PRICE_MICROS = 1_000;
const LOOK_EVERY_MS = 100;
const LAST = 50;

/**
 * Writes so many messages down that wait to be sent, of all accounts in turn, each with its price held and its spending counted, as the
 * server writes them; in one transaction, so that all are there at once. Gives their ids.
 */
export async function queueMessages(client: pg.Client, messages: number): Promise<string[]> {
  // Written two hours ago, so that they are no burst of whoever writes more.
  const writtenAt = new Date(Date.now() - 2 * 60 * 60_000);
  const ids = Array.from({ length: messages }, () => newId(writtenAt));
  await client.query('begin');
  await client.query(
    `create temporary table queued on commit drop as
      with sender as (
        select row_number() over (order by account.id) - 1 as place, count(*) over () as senders, account.id as account_id,
          account.currency, account.trial_wallet_id, (select id from accounts.user where account_id = account.id limit 1) as user_id
        from accounts.account join ledger.wallet on wallet.id = account.trial_wallet_id and wallet.balance > 1000000000)
      select id, account_id, user_id, currency, trial_wallet_id as wallet_id, gen_random_uuid() as hold_id
      from unnest($1::uuid[]) with ordinality as given (id, number)
      join sender on sender.place = given.number % sender.senders`,
    [ids],
  );
  const { rows } = await client.query<{ held: number }>(
    `select count(*) filter (where (ledger.place_hold(hold_id, wallet_id, $1, $1, 'message', id::text, now())).outcome = 'held')::int
      as held from queued`,
    [PRICE_MICROS],
  );
  if (rows[0]?.held !== messages) throw new Error(`only ${rows[0]?.held} of ${messages} messages could be paid`);
  await client.query(
    `select limits.claim_spending(id, account_id, user_id, $1, now(), null, 'UTC', date_trunc('day', now()),
      date_trunc('day', now()) + interval '1 day', date_trunc('hour', now()), date_trunc('hour', now()) + interval '1 hour',
      null, null, null, null, null, null, 0) from queued`,
    [PRICE_MICROS],
  );
  await client.query(
    `insert into messages.message (id, account_id, user_id, direction, number, peer, body, encoding, segments, state,
        is_practice, currency, per_segment, paid_by, payer_wallet_id, hold_id, due_at, created_at)
      select id, account_id, user_id, 'outbound', '+447700900100', '+447700900123', 'bench ' || id, 'gsm-7', 1, 'queued',
        true, currency, $1::bigint, 'trial_credit', wallet_id, hold_id, now(), now() from queued`,
    [PRICE_MICROS],
  );
  await client.query(`insert into messages.part (message_id, number, state) select id, 1, 'waiting' from queued`);
  await client.query('commit');
  return ids;
}

/** Resolves when each of these messages is delivered and charged. Throws when that takes longer. */
export async function untilDelivered(client: pg.Client, ids: readonly string[], withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  const left = async (some: readonly string[]) => {
    const { rows } = await client.query<{ left: number }>(
      `select count(*)::int as left from messages.message
        where id = any ($1::uuid[]) and (state <> 'delivered' or settled_at is null)`,
      [some],
    );
    return rows[0]?.left ?? 0;
  };
  // Those that were written last are sent last: to look at all of them each time would cost more than to send them.
  for (const watched of [ids.slice(-LAST), ids]) {
    for (let waiting = await left(watched); waiting > 0; waiting = await left(watched)) {
      if (performance.now() > deadline)
        throw new Error(`${await left(ids)} of ${ids.length} messages were not delivered`);
      await wait(LOOK_EVERY_MS);
    }
  }
}
