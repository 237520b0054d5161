import type { TransferOrder, TransferOutcome } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { callDetail } from '../history/call-detail.ts';
import { settleTransfers } from './settle-transfers.ts';
import { callsWorld, type CallsWorld, CENT_A_SECOND, type Customer, ended, failed } from '../testing/calls-world.ts';
import { eachWithoutCalls } from '../testing/no-calls.ts';
import { transferCall } from './transfer-call.ts';

const { database } = await testDatabase();
eachWithoutCalls(database);

const OTHER = '+447700900456';

/** A bridge that notes its orders; what comes of them is the test's to say. */
function aBridge() {
  const orders: TransferOrder[] = [];
  let settle: { resolve: (outcome: TransferOutcome) => void; reject: (error: Error) => void } | null = null;
  return {
    orders,
    transfer: async (order: TransferOrder) => {
      orders.push(order);
      return await new Promise<TransferOutcome>((resolve, reject) => {
        settle = { resolve, reject };
      });
    },
    dies: () => settle?.reject(new Error('the bridge is away')),
  };
}

async function aTransfer(balance = '2.00') {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer(balance);
  const bridge = aBridge();
  const running = await world.talk(customer);
  const transfer = async (over: { callId?: string; by?: Customer; to?: string } = {}) =>
    await transferCall(
      {
        ...world.deps,
        bridge,
        describeCaller: async ({ sipCallId, fromTag, toTag }) => ({
          sipCallId,
          fromTag,
          toTag,
          fromUri: 'sip:a@x',
          toUri: 'sip:b@x',
          target: 'sip:b@y',
          routes: [],
          cseq: 2,
        }),
      },
      {
        callId: over.callId ?? running.id,
        ...(over.by ?? customer),
        to: over.to ?? OTHER,
        defaultCountry: undefined,
      },
    );
  return { world, customer, bridge, running, transfer };
}

/** The engine hears of the new call from the bridge, and its far side answers. */
async function answerPlaced(world: CallsWorld, customer: Customer, call: { id: string; to: string }) {
  const names = { id: call.id, sipCallId: `sip-${call.id}`, fromTag: `from-${call.id}`, toTag: `to-${call.id}` };
  const decision = await world.calls.listener.decide(world.ask(customer, call));
  const at = world.clock.now().getTime();
  await world.report({
    type: 'call.answered',
    key: `${call.id}:call.answered`,
    call: call.id,
    at,
    trunk: 'sandbox-a',
    sipCallId: names.sipCallId,
    fromTag: names.fromTag,
    toTag: names.toTag,
    attempts: 'sandbox-a=200',
    connection: '',
  });
  return { ...names, decision };
}

const joined = (world: CallsWorld, one: string, other: string) =>
  world.report({
    type: 'call.transferred',
    key: `${one}:call.transferred`,
    call: one,
    to: other,
    at: world.clock.now().getTime(),
  });

test('the new call is placed as its user, and allowed, held and priced like any other', async () => {
  const { world, customer, bridge, running, transfer } = await aTransfer();

  const placed = await transfer();

  expect(placed).toMatchObject({ to: OTHER, progress: { state: 'initiated' }, payerWalletId: customer.walletId });
  const [order] = bridge.orders;
  expect(order?.running.sipCallId).toBe(running.sipCallId);
  expect(order?.placed).toMatchObject({ call: placed.id, uri: `sip:${OTHER}@farline.local` });
  expect(order?.placed.username).toMatch(new RegExp(`^\\d+:${customer.userId}$`));
  const { held } = await world.wallet(customer);
  expect((await answerPlaced(world, customer, placed)).decision).toMatchObject({ decision: 'allow' });
  expect((await world.wallet(customer)).held).toBeGreaterThan(held);
});

test('nobody is given the voicemails of who transfers', async () => {
  const { bridge, transfer } = await aTransfer();
  await expect(transfer({ to: '*97' })).rejects.toMatchObject({ code: 'no_route' });
  expect(bridge.orders).toEqual([]);
});

test('both calls tell of the transfer', async () => {
  const { world, customer, running, transfer } = await aTransfer();
  const placed = await transfer();
  await answerPlaced(world, customer, placed);
  await joined(world, running.id, placed.id);

  const given = await callDetail(database, { callId: running.id, accountId: customer.accountId });
  const taking = await callDetail(database, { callId: placed.id, accountId: customer.accountId });

  expect(given.call.transfer).toMatchObject({ role: 'given', callId: placed.id, number: OTHER, isJoined: true });
  expect(given.timeline).toContainEqual(
    expect.objectContaining({ event: 'transferred', to: OTHER, callId: placed.id }),
  );
  expect(taking.timeline).toContainEqual(expect.objectContaining({ event: 'takes_over', callId: running.id }));
});

test('the call bridge, which places the new call, has no WebSocket that could be missed', async () => {
  const { world, customer, running, transfer } = await aTransfer();
  const placed = await transfer();
  await answerPlaced(world, customer, placed);
  world.engine.connections = [];
  world.clock.passSeconds(5);
  await world.tick('reap calls');

  expect((await world.call(running.id)).connectionClosedAt).not.toBeNull();
  expect((await world.call(placed.id)).connectionClosedAt).toBeNull();
});

test('whoever gave the call away may close the browser: its connection is no longer the call’s', async () => {
  const { world, customer, running, transfer } = await aTransfer();
  const placed = await transfer();
  await answerPlaced(world, customer, placed);
  await joined(world, running.id, placed.id);

  const { connection, connectionClosedAt } = await world.call(running.id);

  expect({ connection, connectionClosedAt }).toEqual({ connection: null, connectionClosedAt: null });
});

/** Two calls that were joined, of which the first is over and the placed one goes on. */
async function aTransferLeftAlone() {
  const { world, customer, running, transfer } = await aTransfer();
  const placed = await transfer();
  await answerPlaced(world, customer, placed);
  await joined(world, running.id, placed.id);
  const answeredAt = world.clock.now();
  world.clock.passSeconds(5);
  await world.report(ended(running, { answeredAt, at: world.clock.now() }, 'callee'));
  return { world, placed };
}

test('the end of one of two joined calls is ordered for the other', async () => {
  const { world, placed } = await aTransferLeftAlone();

  await settleTransfers(world.deps)();

  expect(await world.call(placed.id)).toMatchObject({ decidedEnd: { reason: 'transfer_over' } });
  expect(world.engine.said.at(-1)).toContain(`sip-${placed.id}`);
});

test('a number that answered and is joined with nobody, since bridge and server are gone, is not paid for any longer', async () => {
  const { world, customer, running, transfer } = await aTransfer();
  const placed = await transfer();
  await answerPlaced(world, customer, placed);
  const settle = settleTransfers(world.deps);
  await settle();
  world.clock.passSeconds(44);
  await settle();
  expect(await world.call(placed.id)).toMatchObject({ decidedEnd: null });

  world.clock.passSeconds(1);
  await settle();

  expect(await world.call(placed.id)).toMatchObject({ decidedEnd: { reason: 'transfer_over' } });
  expect(await world.call(running.id)).toMatchObject({ decidedEnd: null });
});

test('two that are joined late are left to talk', async () => {
  const { world, customer, running, transfer } = await aTransfer();
  const placed = await transfer();
  await answerPlaced(world, customer, placed);
  const settle = settleTransfers(world.deps);
  await settle();
  world.clock.passSeconds(40);
  await joined(world, running.id, placed.id);
  world.clock.passSeconds(40);
  await settle();

  expect(await world.call(placed.id)).toMatchObject({ decidedEnd: null });
});

test('a transfer that cannot be settled does not keep the others', async () => {
  const broken = await aTransferLeftAlone();
  const other = await aTransferLeftAlone();
  const goesOn = sql`check (id <> ${sql.lit(broken.placed.id)} or ending_reason is null)`;
  await sql`alter table calls.call add constraint goes_on ${goesOn}`.execute(database);

  try {
    await settleTransfers(other.world.deps)();
  } finally {
    await sql`alter table calls.call drop constraint goes_on`.execute(database);
  }

  expect(await other.world.call(other.placed.id)).toMatchObject({ decidedEnd: { reason: 'transfer_over' } });
});

test('a number that does not answer leaves the call as it was, and another may be tried at once', async () => {
  const { world, customer, running, transfer } = await aTransfer();
  const placed = await transfer();
  await world.calls.listener.decide(world.ask(customer, placed));
  const names = { id: placed.id, sipCallId: '', fromTag: '', toTag: '' };
  await world.report(failed(names, world.clock.now(), 486, 'final'));

  expect((await world.call(running.id)).progress.state).toBe('answered');
  expect(await transfer()).toMatchObject({ progress: { state: 'initiated' } });
});

test('when the bridge goes away before the calls are joined, the new one is taken back', async () => {
  const { world, customer, bridge, transfer } = await aTransfer();
  const { held } = await world.wallet(customer);
  const placed = await transfer();

  bridge.dies();

  await expect.poll(async () => (await world.call(placed.id)).progress.state).toBe('ended');
  expect((await world.wallet(customer)).held).toBe(held);
});

test('a call is given away once at a time, by its owner, while it runs, and for money', async () => {
  const { world, running, transfer } = await aTransfer('1.51');
  const stranger = await world.customer('2.00');
  const ringing = await world.place(stranger);

  await expect(transfer({ by: stranger })).rejects.toMatchObject({ status: 404 });
  await expect(transfer({ by: stranger, callId: ringing.id })).rejects.toMatchObject({ code: 'call_not_transferable' });
  await transfer();
  await expect(transfer()).rejects.toMatchObject({ code: 'transfer_under_way', status: 409 });
  expect((await world.call(running.id)).progress.state).toBe('answered');

  const poor = await aTransfer('0.20');
  await expect(poor.transfer()).rejects.toMatchObject({ code: 'out_of_credit', status: 402 });
  expect(poor.bridge.orders).toEqual([]);
});

test('who listens to their voicemails gives nobody else a place there', async () => {
  const { running, transfer, bridge } = await aTransfer();
  await sql`update calls.call set to_number = '*97' where id = ${running.id}`.execute(database);
  await expect(transfer()).rejects.toMatchObject({ code: 'call_not_transferable' });
  expect(bridge.orders).toEqual([]);
});
