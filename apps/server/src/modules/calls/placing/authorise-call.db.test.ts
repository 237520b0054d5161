import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { initiateCall } from './initiate-call.ts';
import { userInBrowser } from '../record/placer.ts';
import { callsWorld, CENT_A_SECOND, CENTS_2, ledgerOf } from '../testing/calls-world.ts';

const { database } = await testDatabase();

test('an allowed call holds the price of its first stretch and freezes its quote', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');

  const call = await world.place(customer);

  expect(call.decision).toMatchObject({
    decision: 'allow',
    // 150 s by the minute are 3 minutes.
    grantedSeconds: 180,
    trunkCount: 2,
    trunk1Name: 'sandbox-a',
    trunk1Uri: 'sip:447700900123@127.0.0.1:5090;transport=udp',
    trunk2Name: 'sandbox-b',
    trunk3Name: '',
    firstSignMs: 4_000,
    tryingMs: 15_000,
    ringingMs: 60_000,
  });
  expect(await world.wallet(customer)).toEqual({ balance: 2_000_000n, held: 60_000n });
  const record = await world.call(call.id);
  expect(record.progress.state).toBe('authorised');
  expect(record.quoteId).not.toBeNull();
});

test('the caller id is the number of the account, whatever the caller says', async () => {
  const world = await callsWorld(database);
  const call = await world.place(await world.customer('2.00'));

  expect(call.decision).toMatchObject({ callerId: expect.stringMatching(/^\+999\d{9}$/) });
});

test('a number that is withheld, by the request or by the INVITE, goes to the trunk alone', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const to = '+447700900123';
  const { call: requested } = await initiateCall(world.deps, {
    accountId: customer.accountId,
    to,
    from: undefined,
    defaultCountry: undefined,
    placer: userInBrowser(customer.userId),
    isNumberWithheld: true,
  });
  const said = await world.initiate(customer, to);

  const decisions = [
    await world.calls.listener.decide(world.ask(customer, requested)),
    await world.calls.listener.decide(world.ask(customer, said, { privacy: 'id' })),
    (await world.place(customer)).decision,
  ];

  expect(decisions.map((decision) => 'privacy' in decision && decision.privacy)).toEqual(['id', 'id', '']);
  for (const { id } of [requested, said]) expect(await world.call(id)).toMatchObject({ isNumberWithheld: true });
});

test.each([
  ['another user', { user: '01890000-0000-7000-8000-000000000000' }],
  ['another number', { dialled: '+447700900124' }],
  ['an id that is none', { call: 'not-an-id' }],
  ['no id', { call: '' }],
  ['an id that nobody gave', { call: '01890000-0000-7000-8000-000000000000' }],
])('an INVITE with %s is refused, and changes nothing', async (_what, over) => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.initiate(customer);

  const decision = await world.calls.listener.decide(world.ask(customer, call, over));

  expect(decision).toMatchObject({ decision: 'refuse', status: 403, reason: 'not_allowed' });
  expect(await world.wallet(customer)).toEqual({ balance: 2_000_000n, held: 0n });
  expect((await world.call(call.id)).progress.state).toBe('initiated');
});

test('an id is good for one INVITE', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.initiate(customer);

  await world.calls.listener.decide(world.ask(customer, call));
  const second = await world.calls.listener.decide(world.ask(customer, call, { sipCallId: 'another' }));

  expect(second).toMatchObject({ decision: 'refuse', reason: 'not_allowed' });
  expect((await ledgerOf(database, customer.walletId)).open).toBe(1);
});

test('an id is good for a minute', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.initiate(customer);

  world.clock.pass(60_001);

  expect(await world.calls.listener.decide(world.ask(customer, call))).toMatchObject({ reason: 'not_allowed' });
});

test('an ask that the engine has given up takes no hold', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.initiate(customer);
  const ask = world.ask(customer, call);

  world.clock.pass(2_501);

  expect(await world.calls.listener.decide(ask)).toMatchObject({ status: 503, reason: 'engine_unavailable' });
  expect((await world.wallet(customer)).held).toBe(0n);
});

test('a wallet that cannot pay the first increment is out of credit, and the call says so', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('0.02');
  const [first, second] = [await world.initiate(customer), await world.initiate(customer)];
  await world.calls.listener.decide(world.ask(customer, first));

  const decision = await world.calls.listener.decide(world.ask(customer, second));

  expect(decision).toMatchObject({ decision: 'refuse', status: 402, reason: 'out_of_credit' });
  expect((await world.call(second.id)).progress).toMatchObject({ state: 'ended', reason: 'out_of_credit' });
});

test('a destination that was closed since is refused', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.initiate(customer);
  world.closeDestinations();

  expect(await world.calls.listener.decide(world.ask(customer, call))).toMatchObject({
    status: 403,
    reason: 'destination_closed',
  });
});

test('the price seen is the price kept, also when rates change before the INVITE', async () => {
  const world = await callsWorld(database, { terms: CENTS_2 });
  const customer = await world.customer('2.00');
  const call = await world.initiate(customer);
  world.setTerms(CENT_A_SECOND);

  await world.calls.listener.decide(world.ask(customer, call));

  expect((await world.wallet(customer)).held).toBe(60_000n);
});

test('less money than the first stretch grants all of it', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await world.place(await world.customer('0.90'));

  expect(call.decision).toMatchObject({ grantedSeconds: 90 });
});

test('the echo test is free for everyone and ends after ten minutes', async () => {
  const world = await callsWorld(database, {
    terms: { ...CENTS_2, perMinuteMicros: micros(0n) },
  });
  const customer = await world.customer(micros(0n));

  const call = await world.place(customer, '*43');

  expect(call.decision).toMatchObject({
    grantedSeconds: 600,
    trunkCount: 1,
    trunk1Uri: 'sip:*43@127.0.0.1:5090;transport=udp',
  });
});

test('with another call on the wallet a call takes what half of the money buys', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('2.50');
  await world.place(customer);

  const second = await world.place(customer);

  expect(second.decision).toMatchObject({ grantedSeconds: 50 });
});

test.each([
  ['by the minute', CENTS_2, '0.06', 60_000n],
  ['by the second', CENT_A_SECOND, '0.90', 900_000n],
])('200 parallel authorisations on credit for three, %s: exactly three', async (_what, terms, credit, whole) => {
  const world = await callsWorld(database, { terms });
  const customer = await world.customer(credit);
  const calls = await Promise.all(Array.from({ length: 200 }, async () => await world.initiate(customer)));

  const decisions = await Promise.all(
    calls.map(async (call) => await world.calls.listener.decide(world.ask(customer, call))),
  );

  expect(decisions.filter((decision) => decision.decision === 'allow')).toHaveLength(3);
  expect(await world.wallet(customer)).toEqual({ balance: whole, held: whole });
});
