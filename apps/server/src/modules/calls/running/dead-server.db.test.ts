import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/database.ts';
import { BUSY, testDatabase } from '../../../testing/test-database.ts';
import {
  type Customer,
  callsWorld,
  CENT_A_SECOND,
  type CallsWorld,
  ended,
  ledgerOf,
  testClock,
} from '../testing/calls-world.ts';

const { database, url } = await testDatabase();
/** The other server knows of a call what the database says, and nothing else. */
const elsewhere = openDatabase({ url, poolSize: 4, name: 'other', patience: BUSY });
afterAll(async () => await elsewhere.destroy());

const HOURS = 7 * 3600;

test.each([
  ['at the limit that it had, which the engine kept', 150, 'limit', 1_500_000n],
  ['hours after its limit, as if nobody had kept it', HOURS, 'caller', 1_500_000n],
  ['long before its limit', 6, 'callee', 60_000n],
] as const)(
  'a call of a server that died hours ago ended %s: it is paid out of its own hold, though all else is spent',
  async (_when, talked, by, cost) => {
    const clock = testClock();
    const dead = await callsWorld(database, { terms: CENT_A_SECOND, clock });
    const living = await callsWorld(elsewhere, { terms: CENT_A_SECOND, clock });
    const customer = await dead.customer('5.00');
    const call = await dead.talk(customer);
    const answeredAt = clock.now();

    clock.passSeconds(HOURS);
    // The engine still lists the call: nothing that the living server does by itself lets go of what is held for it.
    living.engine.dialogs = [{ ...call, call: call.id, state: 'answered', answeredAtMs: answeredAt.getTime() }];
    await living.tick('expire calls');
    await living.tick('reap calls');
    await spendTheRest(living, customer);
    expect(await living.wallet(customer)).toEqual({ balance: 1_500_000n, held: 1_500_000n });

    const end = ended(call, { answeredAt, at: new Date(answeredAt.getTime() + talked * 1000) }, by);
    await living.report(end);
    await dead.report(end);

    expect((await living.call(call.id)).charge).toEqual({ answeredSeconds: talked === 6 ? 6 : 150, costMicros: cost });
    const left = 1_500_000n - cost;
    expect(await living.wallet(customer)).toEqual({ balance: left, held: 0n });
    expect(await sumsOf(customer)).toEqual({ entries: left, imbalance: 0n, open: 0 });
  },
);

/** Calls until there is nothing left to set aside; each is charged. */
async function spendTheRest(world: CallsWorld, customer: Customer): Promise<void> {
  for (let calls = 0; await hasCredit(world, customer); calls += 1) {
    if (calls === 40) throw new Error('the credit does not end');
    const call = await world.talk(customer);
    const answeredAt = world.clock.now();
    world.clock.passSeconds(HOURS);
    await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'limit'));
  }
  await expect(world.talk(customer)).rejects.toMatchObject({ code: 'out_of_credit' });
}

async function hasCredit(world: CallsWorld, customer: Customer): Promise<boolean> {
  const { balance, held } = await world.wallet(customer);
  return balance > held;
}

async function sumsOf({ walletId }: Customer) {
  const { entries, open } = await ledgerOf(database, walletId);
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(abs(total)), 0)::bigint as sum
    from (select sum(amount) as total from ledger.entry group by transfer_id) as transfer`.execute(database);
  return { entries: entries.reduce((sum, amount) => sum + BigInt(amount), 0n), imbalance: rows[0]?.sum, open };
}
