import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { findAccount } from '../../accounts/index.ts';
import { findWallet } from '../../ledger/index.ts';
import { callsWorld, CENT_A_SECOND, type Customer, ended } from '../testing/calls-world.ts';
import { viewOfCall } from '../history/call-view.ts';

const { database } = await testDatabase({ poolSize: 20 });
const MILLION = 1_000_000n;

/** What the customer has of each: trial credit and money, in micro-dollars. */
async function purse(customer: Customer) {
  const account = await findAccount(database, customer.accountId);
  const trial = await findWallet(database, account?.trialWalletId ?? '');
  const money = await findWallet(database, customer.walletId);
  return {
    trial: [trial?.balanceMicros, trial?.heldMicros],
    money: [money?.balanceMicros, money?.heldMicros],
  };
}

const activate = async ({ accountId }: Customer) =>
  await sql`update accounts.account set state = 'active' where id = ${accountId}`.execute(database);

/** A world of its own: there, and nowhere else, a real trunk exists beside the sandboxes. */
async function worldWithRealTrunk() {
  const { database: other } = await testDatabase();
  const world = await callsWorld(other, { terms: CENT_A_SECOND });
  await sql`insert into routing.trunk (id, name, kind, host, port, transport, strip_characters, prepend, prefixes,
      priority, created_at)
    values (${newId()}, 'real-a', 'real', '203.0.113.10', 5060, 'udp', 1, '', '{}', 10, now())`.execute(other);
  return { world, other };
}

test('a practice call holds and is charged from the trial credit, and the money is not touched', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('5.00', '2.00');

  const call = await world.talk(customer);
  expect(await purse(customer)).toEqual({ trial: [2n * MILLION, 1_500_000n], money: [5n * MILLION, 0n] });
  const answeredAt = world.clock.now();
  world.clock.passSeconds(30);
  await world.report(ended(call, { answeredAt, at: world.clock.now() }));

  expect(await purse(customer)).toEqual({ trial: [1_700_000n, 0n], money: [5n * MILLION, 0n] });
  const record = await world.call(call.id);
  expect(viewOfCall(record)).toMatchObject({
    isPractice: true,
    paidBy: 'trial_credit',
    cost: { amount: '0.3000', currency: 'USD' },
  });
  const { rows } = await sql<{ house: string; unit: string }>`
    select house_account as house, unit from ledger.entry join ledger.transfer on transfer.id = transfer_id
    where cause_type = 'call' and cause_id = ${call.id} and house_account is not null`.execute(database);
  expect(rows).toEqual([{ house: 'trial_credit', unit: 'trial:USD' }]);
});

test('once the trial credit does not pay the first increment, money pays for practice, whole', async () => {
  const world = await callsWorld(database, { terms: { ...CENT_A_SECOND, firstSeconds: 60, nextSeconds: 60 } });
  const customer = await world.customer('5.00', '0.59');

  const call = await world.talk(customer);

  expect(await world.call(call.id)).toMatchObject({ isPractice: true, paidBy: 'money' });
  expect((await purse(customer)).trial).toEqual([590_000n, 0n]);
});

test('trial credit that another call took since the call was prepared leaves it to money', async () => {
  const world = await callsWorld(database, { terms: { ...CENT_A_SECOND, firstSeconds: 60, nextSeconds: 60 } });
  const customer = await world.customer('5.00', '1.00');
  const [first, second] = [await world.initiate(customer), await world.initiate(customer)];
  expect([first.paidBy, second.paidBy]).toEqual(['trial_credit', 'trial_credit']);

  for (const call of [first, second]) {
    expect(await world.calls.listener.decide(world.ask(customer, call))).toMatchObject({ decision: 'allow' });
  }

  expect(await world.call(first.id)).toMatchObject({ paidBy: 'trial_credit' });
  expect(await world.call(second.id)).toMatchObject({ paidBy: 'money', isPractice: true });
  expect(await purse(customer)).toMatchObject({ trial: [MILLION, 600_000n], money: [5n * MILLION, 1_800_000n] });
});

test('fifty practice calls at once on trial credit alone never pass it, and no money is held', async () => {
  const world = await callsWorld(database, { terms: { ...CENT_A_SECOND, firstSeconds: 60, nextSeconds: 60 } });
  const customer = await world.customer('0', '2.00');
  const calls = await Promise.all(Array.from({ length: 50 }, async () => await world.initiate(customer)));

  const decisions = await Promise.all(
    calls.map(async (call) => await world.calls.listener.decide(world.ask(customer, call))),
  );

  expect(decisions.filter(({ decision }) => decision === 'allow')).toHaveLength(3);
  expect(await purse(customer)).toEqual({ trial: [2n * MILLION, 1_800_000n], money: [0n, 0n] });
});

test('a practice call on trial credit is lengthened while it lasts, warned, and ends with it; a top-up of money does not lengthen it', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('0', '2.50');
  const call = await world.talk(customer);
  world.keepHeard(call);
  expect(await world.call(call.id)).toMatchObject({ grantedSeconds: 150 });

  for (let seconds = 0; seconds < 160; seconds += 5) {
    world.clock.passSeconds(5);
    await world.tick('due calls');
  }
  expect(await world.call(call.id)).toMatchObject({ grantedSeconds: 250, isEndKnown: true, endBecause: 'money' });

  await world.topUp(customer, '10.00');
  world.clock.passSeconds(6);
  await world.tick('due calls');
  expect(await world.call(call.id)).toMatchObject({ grantedSeconds: 250, isEndKnown: true });
  expect((await purse(customer)).money).toEqual([10n * MILLION, 0n]);
});

test('a real trunk takes money alone: trial credit neither pays for it nor makes up for what is lacking', async () => {
  const { world, other } = await worldWithRealTrunk();
  const customer = await world.customer('0.50', '2.00');
  await sql`update accounts.account set state = 'active' where id = ${customer.accountId}`.execute(other);

  const call = await world.talk(customer);

  expect(await world.call(call.id)).toMatchObject({ isPractice: false, paidBy: 'money', grantedSeconds: 50 });
  const second = await world.place(customer).catch((error: unknown) => error);
  expect(second).toMatchObject({ code: 'out_of_credit' });
});

test('an account without the mark practises although a real trunk exists, and one that lost it between is practising too', async () => {
  const { world, other } = await worldWithRealTrunk();
  const customer = await world.customer('1.00', '2.00');
  const prepared = await world.initiate(customer);
  expect(prepared).toMatchObject({ isPractice: true, paidBy: 'trial_credit' });

  const mark = async (state: string) =>
    await sql`update accounts.account set state = ${state} where id = ${customer.accountId}`.execute(other);
  await mark('active');
  const decision = await world.calls.listener.decide(world.ask(customer, prepared));
  expect(decision).toMatchObject({ decision: 'allow', trunk1Name: 'real-a' });
  expect(await world.call(prepared.id)).toMatchObject({ isPractice: false, paidBy: 'money' });

  const real = await world.initiate(customer).catch((error: unknown) => error);
  expect(real).toMatchObject({ code: 'out_of_credit' });
  await mark('trial');
  const back = await world.initiate(customer);
  expect(await world.calls.listener.decide(world.ask(customer, back))).toMatchObject({ trunk1Name: 'sandbox-a' });
  expect(await world.call(back.id)).toMatchObject({ isPractice: true, paidBy: 'trial_credit' });
});

test('a running call over a real trunk is not lengthened once its account has lost the mark: it ends at its limit', async () => {
  const { world, other } = await worldWithRealTrunk();
  const customer = await world.customer('9.00');
  await sql`update accounts.account set state = 'active' where id = ${customer.accountId}`.execute(other);
  const call = await world.talk(customer);
  world.keepHeard(call);
  expect(await world.call(call.id)).toMatchObject({ isPractice: false, grantedSeconds: 150 });

  await sql`update accounts.account set state = 'trial' where id = ${customer.accountId}`.execute(other);
  for (let seconds = 0; seconds < 90; seconds += 5) {
    world.clock.passSeconds(5);
    await world.tick('due calls');
  }

  expect(await world.call(call.id)).toMatchObject({ grantedSeconds: 150, isEndKnown: true });
});

test('the database refuses trial credit as money, whichever way', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('0', '2.00');
  await activate(customer);
  const account = await findAccount(database, customer.accountId);
  const trial = account?.trialWalletId ?? '';
  const post = async (unit: string, wallets: (string | null)[], houses: (string | null)[], amounts: number[]) =>
    await sql`select * from ledger.post_transfer(gen_random_uuid(), 'test', gen_random_uuid()::text, now(), ${unit},
      ${wallets}::uuid[], ${houses}::ledger.house_account[], ${amounts}::bigint[])`.execute(database);

  await expect(post('USD', [trial, customer.walletId], [null, null], [-1, 1])).rejects.toThrow(/no wallet/);
  await expect(post('trial:USD', [trial, customer.walletId], [null, null], [-1, 1])).rejects.toThrow(/no wallet/);
  await expect(post('trial:USD', [trial, null], [null, 'payments'], [-1, 1])).rejects.toThrow(/no trial credit/);
  await expect(post('USD', [customer.walletId, null], [null, 'trial_credit'], [1, -1])).rejects.toThrow(
    /no trial credit/,
  );
});
