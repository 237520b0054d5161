import { type Micros, micros } from '@farline/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { createWallet, enlargeHold, placeHold, postTransfer, releaseHold, settleHold, topUp } from './index.ts';
import { LedgerModel, type Operation, type Outcome } from './testing/ledger-model.ts';

const { database } = await testDatabase({ poolSize: 8 });
const at = new Date('2026-03-01T12:00:00Z');

const RUNS = 105;
const OPERATIONS_A_RUN = 1_000;
const WALLETS = 4;
const HOLDS = 200;
const TRANSFERS = 600;

const wallet = fc.nat(WALLETS - 1);
const hold = fc.nat(HOLDS - 1);
const cause = fc.nat(TRANSFERS - 1);
const amount = fc.integer({ min: -20, max: 1_000 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('top_up'), wallet, amount, cause }) },
  {
    weight: 2,
    arbitrary: fc
      .record({ type: fc.constant('move'), wallet, steps: fc.integer({ min: 1, max: WALLETS - 1 }), amount, cause })
      .map(({ steps, ...move }) => ({ ...move, to: (move.wallet + steps) % WALLETS })),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('place'), wallet, wanted: amount, enough: amount, cause: hold }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('enlarge'), hold, wanted: amount, enough: amount, key: fc.nat(3) }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('settle'), hold, charge: amount, cause }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('release'), hold }) },
) as fc.Arbitrary<Operation>;

// Many operations a round trip, each in a subtransaction, so that a hundred thousand fit into a test.
await sql`
  create function public.run_operations(operations jsonb) returns jsonb language plpgsql as $$
  declare
    o jsonb;
    outcome text;
    amount bigint;
    outcomes jsonb[] := '{}';
  begin
    for o in select jsonb_array_elements(operations) loop
      outcome := null;
      amount := null;
      begin
        case o->>'type'
          when 'post' then
            select p.outcome into outcome from ledger.post_transfer(
              (o->>'transfer')::uuid, 'test', o->>'cause', now(), 'USD',
              array(select jsonb_array_elements_text(o->'wallets'))::uuid[],
              array(select jsonb_array_elements_text(o->'houses'))::ledger.house_account[],
              array(select jsonb_array_elements_text(o->'amounts'))::bigint[]) p;
          when 'place' then
            select p.outcome, p.held into outcome, amount from ledger.place_hold(
              (o->>'hold')::uuid, (o->>'wallet')::uuid, (o->>'wanted')::bigint, (o->>'enough')::bigint,
              'test', o->>'cause', now()) p;
          when 'enlarge' then
            select p.outcome, p.added into outcome, amount from ledger.enlarge_hold(
              (o->>'hold')::uuid, (o->>'wanted')::bigint, (o->>'enough')::bigint, o->>'key', now()) p;
          when 'settle' then
            select p.outcome, p.charged into outcome, amount from ledger.settle_hold(
              (o->>'hold')::uuid, (o->>'charge')::bigint, (o->>'transfer')::uuid, 'test', o->>'cause',
              'revenue', now()) p;
          when 'release' then
            select p.outcome into outcome from ledger.release_hold((o->>'hold')::uuid, now()) p;
        end case;
      exception when check_violation or unique_violation or invalid_parameter_value or no_data_found then
        outcome := 'error';
        amount := null;
      end;
      outcomes := outcomes || jsonb_build_object('outcome', outcome, 'amount', amount);
    end loop;
    return to_jsonb(outcomes);
  end $$`.execute(database);

async function newWallets(): Promise<string[]> {
  const ids = Array.from({ length: WALLETS }, () => newId());
  for (const walletId of ids) await createWallet(database, { walletId, accountId: newId(), unit: 'USD', at });
  return ids;
}

/** The operation in the words of `run_operations`, with ids of this run for the numbers. */
function written(operation: Operation, run: { name: string; wallets: string[]; holds: string[] }) {
  const transfer = newId();
  switch (operation.type) {
    case 'top_up':
      return {
        type: 'post',
        transfer,
        cause: `${run.name} ${operation.cause}`,
        wallets: [run.wallets[operation.wallet], null],
        houses: [null, 'payments'],
        amounts: [operation.amount, -operation.amount],
      };
    case 'move':
      return {
        type: 'post',
        transfer,
        cause: `${run.name} ${operation.cause}`,
        wallets: [run.wallets[operation.wallet], run.wallets[operation.to]],
        houses: [null, null],
        amounts: [-operation.amount, operation.amount],
      };
    case 'place':
      return {
        ...operation,
        wallet: run.wallets[operation.wallet],
        hold: run.holds[operation.cause],
        cause: `${run.name} ${operation.cause}`,
      };
    case 'settle':
      return { ...operation, hold: run.holds[operation.hold], transfer, cause: `${run.name} ${operation.cause}` };
    case 'enlarge':
    case 'release':
      return { ...operation, hold: run.holds[operation.hold] };
  }
}

async function runOperations(operations: object[]): Promise<Outcome[]> {
  const { rows } = await sql<{ outcomes: Outcome[] }>`
    select public.run_operations(${JSON.stringify(operations)}::jsonb) as outcomes`.execute(database);
  return rows[0]?.outcomes ?? [];
}

async function moneyIn(wallets: string[]): Promise<{ balance: number; held: number }[]> {
  const { rows } = await sql<{ id: string; balance: bigint; held: bigint }>`
    select id, balance, held from ledger.wallet where id = any (${wallets})`.execute(database);
  return wallets.map((id) => {
    const row = rows.find((one) => one.id === id);
    return { balance: Number(row?.balance), held: Number(row?.held) };
  });
}

/** What must be true of the whole ledger whatever happened; each row of the answer is a breach. */
async function breaches(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'a transfer does not sum to zero' as breach, transfer_id::text as id
      from ledger.entry group by transfer_id, unit having sum(amount) <> 0
    union all
    select 'a transfer has no entries', id::text
      from ledger.transfer where not exists (select from ledger.entry where transfer_id = transfer.id)
    union all
    select 'a wallet is below zero or below what it holds', id::text
      from ledger.wallet where balance < 0 or held < 0 or balance < held
    union all
    select 'a balance is not the sum of its entries', id::text
      from ledger.wallet where balance <> (select coalesce(sum(amount), 0) from ledger.entry where wallet_id = wallet.id)
    union all
    select 'held is not the sum of the open holds', id::text from ledger.wallet
      where held <> (select coalesce(sum(amount), 0) from ledger.hold where wallet_id = wallet.id and state = 'open')
    union all
    select 'a running balance is wrong', id::text from (
      select id, balance_after, sum(amount) over (partition by wallet_id order by id) as running
      from ledger.entry where wallet_id is not null) entries where balance_after <> running
    union all
    select 'a charge is not in the ledger once', hold.id::text from ledger.hold
      where state = 'settled' and charged > 0 and 1 <> (
        select count(*) from ledger.transfer join ledger.entry on entry.transfer_id = transfer.id
        where cause_type = settled_cause_type and cause_id = settled_cause_id
          and wallet_id = hold.wallet_id and amount = -charged)
    limit 10`.execute(database);
  return rows;
}

test('over a hundred thousand random operations the ledger does what the model does', {
  timeout: 600_000,
}, async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: OPERATIONS_A_RUN, maxLength: OPERATIONS_A_RUN }),
      async (operations) => {
        const run = { name: newId(), wallets: await newWallets(), holds: Array.from({ length: HOLDS }, () => newId()) };
        const model = new LedgerModel(WALLETS);
        const expected = operations.map((one) => model.apply(one));

        const outcomes = await runOperations(operations.map((one) => written(one, run)));

        const first = expected.findIndex((one, n) => JSON.stringify(one) !== JSON.stringify(ordered(outcomes[n])));
        expect({ operation: operations[first], outcome: outcomes[first] }).toEqual({
          operation: operations[first],
          outcome: expected[first],
        });
        expect(await moneyIn(run.wallets)).toEqual(model.wallets);
        done += operations.length;
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );

  expect(done).toBeGreaterThanOrEqual(100_000);
  expect(await breaches()).toEqual([]);
});

const ordered = (outcome: Outcome | undefined) => ({ outcome: outcome?.outcome, amount: outcome?.amount });

test('eight at once on the same wallets: nothing is lost, nothing counts twice, nobody waits for ever', {
  timeout: 600_000,
}, async () => {
  const wallets = await newWallets();
  const holds: string[] = [];

  const topUpOne = (turn: number, amountMicros: Micros) =>
    topUp(database, {
      walletId: pick(wallets, turn),
      amountMicros,
      from: 'payments',
      cause: { type: 'top-up', id: String(turn) },
      at,
    });
  const moveBetween = (turn: number, amountMicros: Micros) =>
    postTransfer(database, {
      cause: { type: 'move', id: String(turn) },
      unit: 'USD',
      at,
      entries: [
        { walletId: pick(wallets, turn), amountMicros: micros(0n - amountMicros) },
        { walletId: pick(wallets, turn + 1 + (turn % 3)), amountMicros },
      ],
    });
  const hold = async (turn: number, wantedMicros: Micros) => {
    const wanted = {
      walletId: pick(wallets, turn),
      wantedMicros,
      leastMicros: micros(1n),
      cause: { type: 'call', id: String(turn) },
      at,
    };
    const [placed] = await Promise.all([placeHold(database, wanted), placeHold(database, wanted)]);
    if (placed.allowed) holds.push(placed.holdId);
  };
  const end = async (turn: number, wantedMicros: Micros) => {
    const holdId = pick(holds, turn * 7);
    if (holdId === '') return;
    const cause = { type: 'end', id: holdId };
    const settlement = { holdId, chargeMicros: micros(BigInt(turn % 3)), cause, houseAccount: 'revenue' as const, at };
    await Promise.all([
      enlargeHold(database, { holdId, wantedMicros, leastMicros: micros(1n), key: String(turn % 5), at }),
      settleHold(database, settlement),
      turn % 5 === 0 ? releaseHold(database, { holdId, at }) : settleHold(database, settlement),
    ]);
  };

  const acts = [topUpOne, moveBetween, hold, end];
  let turn = 0;
  const client = async () => {
    for (let mine = turn++; mine < 4_000; mine = turn++) {
      await acts[mine % acts.length]?.(Math.floor(mine / acts.length), micros(BigInt(1 + ((mine * 37) % 500))));
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));

  expect(await breaches()).toEqual([]);
});

const pick = (list: readonly string[], turn: number): string => list[turn % list.length] ?? '';
