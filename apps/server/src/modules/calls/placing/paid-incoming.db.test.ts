import type { IncomingAsk } from '@farline/contracts';
import { type KyselyPlugin, type QueryId, sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { givePricedNumber } from '../../../testing/money/priced-number.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { endCallByRequest } from '../ending/end-call-by-request.ts';
import { answered, callsWorld, type CallsWorld, type Customer, ended, NO_LIMITS } from '../testing/calls-world.ts';

const { database } = await testDatabase();
let given = 0;

/** A number that the customer rents, at so much a minute, in millionths. */
async function rentedNumber({ accountId }: Customer, perMinute: bigint): Promise<string> {
  given += 1;
  const number = `+1415555${String(given).padStart(4, '0')}`;
  await givePricedNumber(database, { accountId, number, perMinute, since: new Date('2026-03-01T00:00:00Z') });
  return number;
}

const A_CENT_A_SECOND = 600_000n;

async function comesIn(world: CallsWorld, dialled: string, over: Partial<IncomingAsk> = {}) {
  const ask: IncomingAsk = {
    type: 'incoming.ask',
    transactionIndex: 1,
    transactionLabel: 2,
    at: world.clock.now().getTime(),
    dialled,
    caller: '+447700900555',
    privacy: '',
    source: '127.0.0.1:5090',
    sipCallId: `in-${newId()}`,
    fromTag: 'from',
    ...over,
  };
  const decision = await world.calls.listener.receive(ask);
  return { ask, decision, id: decision.call ?? '', sipCallId: ask.sipCallId, fromTag: 'from', toTag: 'to' };
}

test('a call to a number whose minutes cost is paid by who is called, by the second that was talked', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('5.00');
  const number = await rentedNumber(customer, A_CENT_A_SECOND);

  const call = await comesIn(world, number);
  expect(call.decision).toMatchObject({ decision: 'ring' });
  const { held } = await world.wallet(customer);
  const answeredAt = world.clock.now();
  await world.report(answered(call, answeredAt));
  world.clock.passSeconds(7);
  await world.report(ended(call, { answeredAt, at: world.clock.now() }));

  expect(held).toBeGreaterThanOrEqual(600_000n);
  expect(await world.call(call.id)).toMatchObject({
    direction: 'inbound',
    quoteId: expect.any(String),
    charge: { answeredSeconds: 7, costMicros: 70_000n },
  });
  expect(await world.wallet(customer)).toEqual({ balance: 4_930_000n, held: 0n });
  const { rows } = await sql<{ cost: string }>`
    select payload -> 'ended' ->> 'costMicros' as cost from platform.event
    where subject_id = ${call.id} and payload ? 'ended'`.execute(database);
  expect(rows).toEqual([{ cost: '70000' }]);
});

test('one that nobody takes costs nothing, and gives back what it held', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('5.00');
  const call = await comesIn(world, await rentedNumber(customer, A_CENT_A_SECOND));

  await world.report({
    type: 'call.failed',
    key: `${call.id}:call.failed`,
    call: call.id,
    at: world.clock.now().getTime(),
    status: 480,
    cause: 'final',
    trunk: 'sandbox-a',
    attempts: '',
  });

  expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 0n });
});

test('without money it does not ring: the caller hears that nobody is there, and who is called why', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('0');
  const paid = await rentedNumber(customer, A_CENT_A_SECOND);
  const free = await rentedNumber(customer, 0n);

  const call = await comesIn(world, paid);

  // The engine tells the carrier the reason too.
  const told = { decision: 'refuse', status: 480, phrase: 'Nobody Is There', reason: 'unavailable' };
  expect(call.decision).toMatchObject(told);
  expect(await world.call(call.id)).toMatchObject({ progress: { state: 'ended', reason: 'out_of_credit' } });
  const { rows } = await sql<{ isMissed: boolean | null }>`
    select (payload ->> 'isMissed')::boolean as "isMissed" from platform.event
    where subject_id = ${call.id} and payload ? 'ended'`.execute(database);
  expect(rows).toEqual([{ isMissed: true }]);
  expect((await comesIn(world, free)).decision).toMatchObject({ decision: 'ring' });
});

test('it is granted what the money pays for, who pays is warned, and a top-up lengthens it', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('0.70');
  const call = await comesIn(world, await rentedNumber(customer, A_CENT_A_SECOND));
  expect(call.decision).toMatchObject({ grantedSeconds: 70 });

  await world.report(answered(call, world.clock.now()));
  world.keepHeard(call);
  world.clock.passSeconds(10);
  await world.tick('due calls');
  expect(await world.call(call.id)).toMatchObject({ isEndKnown: true, endBecause: 'money' });
  await world.tick('due calls');
  expect(world.engine.said.slice(-2)).toEqual(['block from', 'play ends-in-60.wav to to']);

  await world.topUp(customer, '5.00');
  world.clock.passSeconds(10);
  await world.tick('due calls');
  await world.tick('due calls');

  expect(await world.call(call.id)).toMatchObject({ isEndKnown: false });
  expect((await world.call(call.id)).grantedSeconds).toBeGreaterThan(70);
  expect(world.engine.said).toContain('unblock from');
});

test('the spending limits of the account bind it', async () => {
  const account = { ...NO_LIMITS.account, perMinuteMicros: 500_000n as never };
  const world = await callsWorld(database, { limits: { ...NO_LIMITS, account } });
  const customer = await world.customer('5.00');

  const call = await comesIn(world, await rentedNumber(customer, A_CENT_A_SECOND));

  expect(call.decision).toMatchObject({ decision: 'refuse', status: 480 });
  expect(await world.call(call.id)).toMatchObject({ progress: { reason: 'limit_per_minute' } });
  expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 0n });
});

test('callers from new countries are nobody’s new countries', async () => {
  const account = { ...NO_LIMITS.account, newCountries: 0 };
  const world = await callsWorld(database, { limits: { ...NO_LIMITS, account } });
  const customer = await world.customer('5.00');

  expect((await comesIn(world, await rentedNumber(customer, 1n))).decision).toMatchObject({ decision: 'ring' });
});

test('twenty callers at once are held for within what there is', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('3.00');
  const number = await rentedNumber(customer, A_CENT_A_SECOND);

  const calls = await Promise.all(Array.from({ length: 20 }, async () => await comesIn(world, number)));

  const rung = calls.filter(({ decision }) => decision.decision === 'ring');
  const granted = rung.flatMap(({ decision }) => (decision.decision === 'ring' ? [decision.grantedSeconds] : []));
  const { balance, held } = await world.wallet(customer);
  expect(rung.length).toBeGreaterThan(0);
  expect(granted.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThanOrEqual(300);
  expect(held).toBeLessThanOrEqual(balance);
});

test('the same INVITE again holds nothing more', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('5.00');
  const number = await rentedNumber(customer, A_CENT_A_SECOND);
  const first = await comesIn(world, number);
  const { held } = await world.wallet(customer);

  const again = await comesIn(world, number, { sipCallId: first.sipCallId });

  expect(again.decision).toMatchObject({ decision: 'refuse', status: 403 });
  expect(await world.wallet(customer)).toMatchObject({ held });
});

test('the same INVITE again is refused once more where there was no money for it, and makes no second record', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('0');
  const number = await rentedNumber(customer, A_CENT_A_SECOND);
  const first = await comesIn(world, number);

  await comesIn(world, number, { sipCallId: first.sipCallId });

  const { rows } = await sql`select id from calls.call where account_id = ${customer.accountId}`.execute(database);
  expect(rows).toHaveLength(1);
});

/** A world where something happens between the call's record and what is decided of it. */
async function worldWhere(happensMeanwhile: () => Promise<unknown>): Promise<CallsWorld> {
  const written = new WeakSet<QueryId>();
  const afterRecord: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const isRecord = node.kind === 'RawNode' && node.sqlFragments.join('').includes('insert into calls.call ');
      if (isRecord) written.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (written.has(queryId)) await happensMeanwhile();
      return result;
    },
  };
  return await callsWorld(database.withPlugin(afterRecord));
}

test.each([0n, A_CENT_A_SECOND])(
  'an account that is closed meanwhile is not rung, at %s a minute',
  async (perMinute) => {
    const world = await worldWhere(async () => {
      await sql`update accounts.account set state = 'closed' where id = ${customer.accountId}`.execute(database);
      world.calls.hear([{ type: 'account.closed', subjectId: customer.accountId } as never]);
    });
    const customer = await world.customer('5.00');
    const number = await rentedNumber(customer, perMinute);

    const call = await comesIn(world, number);

    expect(call.decision).toMatchObject({ decision: 'refuse', status: 480 });
    expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 0n });
  },
);

test.each([0n, A_CENT_A_SECOND])(
  'one that its owner ends meanwhile does not ring, at %s a minute',
  async (perMinute) => {
    const world = await worldWhere(async () => {
      const { rows } = await sql<{
        id: string;
      }>`select id from calls.call where account_id = ${customer.accountId}`.execute(database);
      await endCallByRequest(
        { ...world.deps, wait: async () => undefined },
        {
          callId: rows[0]?.id ?? '',
          accountId: customer.accountId,
        },
      );
    });
    const customer = await world.customer('5.00');
    const number = await rentedNumber(customer, perMinute);

    const call = await comesIn(world, number);

    expect(call.decision).toMatchObject({ decision: 'refuse', status: 480 });
    expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 0n });
  },
);
