import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Outcome } from '../../modules/ledger/testing/ledger-model.ts';
import type { Act } from './money-model.ts';

/**
 * Makes a database ready for acts: many a round trip, so that a hundred thousand of them fit into a test. Each is a call
 * of the ledger's own functions, and after each one the wallet that it touched is held against the books; a breach raises.
 */
export async function prepareActs(database: Database): Promise<void> {
  await sql`create index on ledger.hold (wallet_id) where state = 'open'`.execute(database);
  await sql`
    create function public.check_wallet(of_wallet uuid, seen bigint, owed_before bigint) returns void
    language plpgsql as $$
    declare
      wallet record;
      new_entries record;
    begin
      select w.balance, w.held,
          coalesce((select e.balance_after from ledger.entry e where e.wallet_id = w.id order by e.id desc limit 1), 0) as last,
          coalesce((select sum(h.amount) from ledger.hold h where h.wallet_id = w.id and h.state = 'open'), 0) as holds,
          coalesce((select o.amount from ledger.owing o where o.wallet_id = w.id), 0) as owed
        into wallet from ledger.wallet w where w.id = of_wallet;
      select coalesce(sum(e.amount), 0) as sum,
          coalesce(sum(e.amount) filter (where e.house_account = 'owed'), 0) as owed,
          coalesce(bool_and(e.wallet_id is null or e.wallet_id = of_wallet), true) as is_own
        into new_entries from ledger.entry e where e.id > seen;
      if wallet.balance < 0 or wallet.balance < wallet.held then
        raise exception 'wallet % has % and holds %', of_wallet, wallet.balance, wallet.held;
      end if;
      if wallet.balance <> wallet.last then
        raise exception 'wallet % has %, and its last entry says %', of_wallet, wallet.balance, wallet.last;
      end if;
      if wallet.held <> wallet.holds then
        raise exception 'wallet % holds %, and its open holds are %', of_wallet, wallet.held, wallet.holds;
      end if;
      if wallet.owed <> owed_before - new_entries.owed then
        raise exception 'wallet % owes %, and the books say %', of_wallet, wallet.owed, owed_before - new_entries.owed;
      end if;
      if new_entries.sum <> 0 or not new_entries.is_own then
        raise exception 'what was written for wallet % does not balance, or is of another', of_wallet;
      end if;
    end $$`.execute(database);
  await sql`
    create function public.run_acts(acts jsonb) returns jsonb
    language plpgsql set enable_seqscan = off as $$
    declare
      a jsonb;
      outcome text;
      amount bigint;
      outcomes jsonb[] := '{}';
      type text;
      id text;
      seen bigint;
      owed bigint;
    begin
      for a in select jsonb_array_elements(acts) loop
        outcome := null;
        amount := null;
        type := split_part(a->>'cause', ' ', 1);
        id := split_part(a->>'cause', ' ', 2);
        seen := coalesce((select max(e.id) from ledger.entry e), 0);
        owed := coalesce((select o.amount from ledger.owing o where o.wallet_id = (a->>'walletId')::uuid), 0);
        case a->>'does'
          when 'open' then
            insert into ledger.wallet (id, account_id, unit, expires_at, created_at)
              values ((a->>'walletId')::uuid, gen_random_uuid(), a->>'unit', (a->>'expiresAt')::timestamptz, now());
            outcome := 'opened';
          when 'post' then
            select p.outcome into outcome from ledger.post_transfer((a->>'transfer')::uuid, type, id, now(), a->>'unit',
              array[(a->>'walletId')::uuid, null], array[null, a->>'house']::ledger.house_account[],
              array[(a->>'amount')::bigint, -(a->>'amount')::bigint]) p;
          when 'take_back' then
            select p.outcome, p.taken into outcome, amount from ledger.take_back((a->>'transfer')::uuid,
              (a->>'walletId')::uuid, (a->>'amount')::bigint, (a->>'house')::ledger.house_account, type, id, now()) p;
          when 'pay_owed' then
            select p.outcome, p.paid into outcome, amount from ledger.pay_owed((a->>'transfer')::uuid,
              (a->>'walletId')::uuid, type, id, now(), (a->>'chargesAlone')::boolean) p;
          when 'place' then
            select p.outcome, p.held into outcome, amount from ledger.place_hold((a->>'hold')::uuid,
              (a->>'walletId')::uuid, (a->>'wanted')::bigint, 1, 'call', a->>'hold', now()) p;
          when 'enlarge' then
            select p.outcome, p.added into outcome, amount from ledger.enlarge_hold((a->>'hold')::uuid,
              (a->>'wanted')::bigint, 1, a->>'key', now()) p;
          when 'settle' then
            select p.outcome, p.charged into outcome, amount from ledger.settle_hold((a->>'hold')::uuid,
              (a->>'charge')::bigint, (a->>'transfer')::uuid, 'call', a->>'hold',
              (a->>'house')::ledger.house_account, now()) p;
          when 'release' then
            select p.outcome into outcome from ledger.release_hold((a->>'hold')::uuid, now()) p;
          when 'expire' then
            select 'expired', p.expired into outcome, amount from ledger.expire_wallet((a->>'walletId')::uuid,
              (a->>'transfer')::uuid, (a->>'at')::timestamptz) p;
        end case;
        perform public.check_wallet((a->>'walletId')::uuid, seen, owed);
        outcomes := outcomes || jsonb_build_object('outcome', outcome, 'amount', amount);
      end loop;
      return to_jsonb(outcomes);
    end $$`.execute(database);
}

/** A transaction sees all versions of a wallet that it made: long ones get slow. */
const ACTS_A_TRANSACTION = 20;

/** Does the acts one after the other, each as its own arrival, and gives what the ledger said to each. */
export async function runActs(database: Database, acts: Act[], wallets: string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let done = 0; done < acts.length; done += ACTS_A_TRANSACTION) {
    const some = acts.slice(done, done + ACTS_A_TRANSACTION);
    const written = some.map((act) => ({ ...act, transfer: newId(), walletId: wallets[act.wallet] }));
    const { rows } = await sql<{ outcomes: Outcome[] }>`
      select public.run_acts(${JSON.stringify(written)}::jsonb) as outcomes`.execute(database);
    outcomes.push(...(rows[0]?.outcomes ?? []));
  }
  return outcomes;
}

/** What must be true of the whole ledger; each row of the answer is a breach. */
export async function breaches(database: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select 'a transfer does not sum to zero' as breach, transfer_id::text as id
      from ledger.entry group by transfer_id, unit having sum(amount) <> 0
    union all
    select 'a wallet was below zero', id::text from ledger.entry where balance_after < 0
    union all
    select 'a wallet is below what it holds', id::text from ledger.wallet where balance < held
    union all
    select 'what a wallet holds is not the sum of its holds', wallet.id::text
      from ledger.wallet left join (
        select wallet_id, sum(amount) as amount from ledger.hold where state = 'open' group by wallet_id
      ) open on open.wallet_id = wallet.id where held <> coalesce(open.amount, 0)
    union all
    select 'a balance is not the sum of its entries', wallet.id::text
      from ledger.wallet left join (
        select wallet_id, sum(amount) as amount from ledger.entry group by wallet_id
      ) entries on entries.wallet_id = wallet.id where balance <> coalesce(entries.amount, 0)
    union all
    select 'a running balance is wrong', id::text from (
      select id, balance_after, sum(amount) over (partition by wallet_id order by id) as running
      from ledger.entry where wallet_id is not null) entries where balance_after <> running
    union all
    select 'what is owed is not what the books say', 'all'
      where (select coalesce(sum(amount), 0) from ledger.owing)
        <> (select coalesce(-sum(amount), 0) from ledger.entry where house_account = 'owed')
    limit 10`.execute(database);
  return rows;
}
