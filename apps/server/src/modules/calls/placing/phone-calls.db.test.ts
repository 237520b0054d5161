import type { CallAsk, IncomingAsk } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { numbersOf } from '../../numbers/index.ts';
import { answered, type CallsWorld, callsWorld, type Customer, ended, failed } from '../testing/calls-world.ts';

const { database } = await testDatabase();

let phones = 0;
/** Credentials of a SIP phone; gives its user name. */
async function phoneOf({ accountId, userId }: Customer): Promise<string> {
  const username = `desk${String(++phones).padStart(6, '0')}`;
  await sql`insert into accounts.sip_phone (id, user_id, account_id, name, username, realm, ha1, created_at)
    values (${newId()}, ${userId}, ${accountId}, 'Desk', ${username}, 'farline.local', ${String(phones).padStart(32, '0')}, now())`.execute(
    database,
  );
  return username;
}

const idOf = async (username: string) => {
  const { rows } = await sql<{ id: string }>`select id from accounts.sip_phone where username = ${username}`.execute(
    database,
  );
  return rows[0]?.id;
};

const invite = (world: CallsWorld, phone: string, over: Partial<CallAsk> = {}): CallAsk => ({
  type: 'call.ask',
  transactionIndex: 1,
  transactionLabel: 2,
  at: world.clock.now().getTime(),
  call: '',
  user: '',
  dialled: '+447700900123',
  sipCallId: `sip-${phone}`,
  fromTag: 'from',
  connection: '192.0.2.7:5060',
  phone,
  privacy: '',
  ...over,
});

const incoming = (world: CallsWorld, dialled: string, over: Partial<IncomingAsk> = {}): IncomingAsk => ({
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
});

const callsOf = async ({ accountId }: Customer) => {
  const { rows } = await sql<{ id: string; direction: string }>`
    select id, direction from calls.call where account_id = ${accountId}`.execute(database);
  return rows;
};

test('the phones of an account send only so many INVITEs a minute, and those of others go on', async () => {
  const world = await callsWorld(database, { settings: { phoneInvitesAMinute: 2 } });
  const [ada, bob] = [await world.customer('2.00'), await world.customer('2.00')];
  const [first, second, other] = [await phoneOf(ada), await phoneOf(ada), await phoneOf(bob)];
  const ask = async (phone: string) => await world.calls.listener.decide(invite(world, phone, { sipCallId: newId() }));
  const dial = async (phone: string) => (await ask(phone)).decision;

  expect([await dial(first), await dial(second)]).toEqual(['allow', 'allow']);
  world.clock.passSeconds(20);
  expect(await ask(first)).toMatchObject({ decision: 'refuse', status: 503, retryAfterSeconds: 40 });
  expect(await callsOf(ada)).toHaveLength(2);
  expect(await dial(other)).toBe('allow');
  world.clock.passSeconds(40);
  expect(await dial(first)).toBe('allow');
});

test('a SIP phone calls with the price, hold and number of any call, and nothing was initiated before', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const phone = await phoneOf(customer);

  const decision = await world.calls.listener.decide(invite(world, phone));

  expect(decision).toMatchObject({ decision: 'allow', callerId: expect.stringMatching(/^\+999/), grantedSeconds: 180 });
  expect(await world.wallet(customer)).toEqual({ balance: 2_000_000n, held: 60_000n });
  expect(await world.call(decision.call ?? '')).toMatchObject({
    placer: { kind: 'sip_phone', id: await idOf(phone), userId: customer.userId },
    direction: 'outbound',
    sipCallId: `sip-${phone}`,
    progress: { state: 'authorised' },
  });
});

test('a SIP phone that withholds its number is carried so, and the call says it', async () => {
  const world = await callsWorld(database);
  const phone = await phoneOf(await world.customer('2.00'));

  const decision = await world.calls.listener.decide(invite(world, phone, { privacy: 'id' }));

  expect(decision).toMatchObject({ decision: 'allow', callerId: expect.stringMatching(/^\+999/), privacy: 'id' });
  expect(await world.call(decision.call ?? '')).toMatchObject({ isNumberWithheld: true });
});

test('a call that comes in without its number shown says so', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const [number = ''] = await numbersOf(database, customer.accountId);

  const decision = await world.calls.listener.receive(incoming(world, number, { caller: '', privacy: 'id' }));

  expect(await world.call(decision.call ?? '')).toMatchObject({ from: null, isNumberWithheld: true });
});

test('the same INVITE of a phone makes no second call and no second hold', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const phone = await phoneOf(customer);

  await world.calls.listener.decide(invite(world, phone));
  const again = await world.calls.listener.decide(invite(world, phone));

  expect(again).toMatchObject({ decision: 'refuse', reason: 'not_allowed' });
  expect(await world.wallet(customer)).toEqual({ balance: 2_000_000n, held: 60_000n });
  expect(await callsOf(customer)).toHaveLength(1);
});

test('a phone without money hears 402, and a phone that was taken away 403', async () => {
  const world = await callsWorld(database);
  const phone = await phoneOf(await world.customer('0.00'));

  expect(await world.calls.listener.decide(invite(world, phone))).toMatchObject({
    status: 402,
    reason: 'out_of_credit',
  });
  expect(await world.calls.listener.decide(invite(world, 'takenaway'))).toMatchObject({ status: 403 });
});

test('a name that nobody has gets a random secret, another each time', async () => {
  const world = await callsWorld(database);
  const one = await world.calls.listener.phoneSecret('nobody');

  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(await world.calls.listener.phoneSecret('nobody')).not.toBe(one);
});

test('whose phone it is stays known once its secret was asked for, until the phone is taken away', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const phone = await phoneOf(customer);
  const { listener } = world.calls;
  expect(listener.ownerOfPhone(phone)).toBeNull();

  await listener.phoneSecret(phone);
  await listener.phoneSecret('nobody');
  expect(listener.ownerOfPhone(phone)).toBe(customer.userId);
  expect(listener.ownerOfPhone('nobody')).toBeNull();
  await sql`delete from accounts.sip_phone where username = ${phone}`.execute(database);
  await listener.phoneSecret(phone);
  expect(listener.ownerOfPhone(phone)).toBeNull();
});

test('a call to a number of an account rings its phones, costs it nothing and stands in its history', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const names = [await phoneOf(customer), await phoneOf(customer)];
  const [number = ''] = await numbersOf(database, customer.accountId);

  const ask = incoming(world, number.slice(1));
  const decision = await world.calls.listener.receive(ask);

  expect(decision).toMatchObject({
    decision: 'ring',
    callerId: '+447700900555',
    trunk: 'sandbox-a',
    phones: names.join('|'),
  });
  const named = { id: decision.call ?? '', sipCallId: ask.sipCallId, fromTag: 'from', toTag: 'to' };
  const answeredAt = world.clock.now();
  await world.report(answered(named, answeredAt));
  world.clock.passSeconds(90);
  await world.report(ended(named, { answeredAt, at: world.clock.now() }));

  expect(await world.call(named.id)).toMatchObject({
    direction: 'inbound',
    from: '+447700900555',
    to: number,
    placer: { kind: 'telephone', id: null, userId: null },
    charge: { answeredSeconds: 90, costMicros: 0n },
    progress: { state: 'ended', reason: 'hangup_caller' },
  });
  // As older servers recorded it.
  await sql`update calls.call set user_id = ${customer.userId} where id = ${named.id}`.execute(database);
  expect(await world.call(named.id)).toMatchObject({ placer: { kind: 'telephone', userId: null } });
  expect(await world.wallet(customer)).toEqual({ balance: 2_000_000n, held: 0n });
  const { rows } = await sql<{ kind: string }>`
    select kind from calls.leg where call_id = ${named.id} order by place`.execute(database);
  expect(rows.map((leg) => leg.kind)).toEqual(['carrier', 'phone']);
});

test('each number of an account rings its phones, and one that it has no more is nobody’s', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const phone = await phoneOf(customer);
  const rented = '+14155550123';
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${rented}, ${customer.accountId}, 'bought', now())`.execute(database);
  const all = await numbersOf(database, customer.accountId);

  expect(all).toHaveLength(2);
  for (const number of all) {
    expect(await world.calls.listener.receive(incoming(world, number))).toMatchObject({
      decision: 'ring',
      phones: phone,
    });
  }
  await sql`delete from numbers.number where e164 = ${rented}`.execute(database);
  expect(await world.calls.listener.receive(incoming(world, rented))).toMatchObject({ status: 404 });
});

test('numbers as they are dialled in the country of the trunk are read, and what is no number stands as it came', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const [number = ''] = await numbersOf(database, customer.accountId);
  await sql`insert into routing.trunk (id, name, kind, host, port, transport, priority, country, addresses, created_at)
    values (${newId()}, 'national', 'sandbox', '192.0.2.40', 5060, 'udp', 900, 'GB', '{192.0.2.41}', now())`.execute(
    database,
  );
  const call = async (over: Partial<IncomingAsk>) => {
    const ask = incoming(world, number.replace('+', '00'), { source: '192.0.2.41:5062', ...over });
    const decision = await world.calls.listener.receive(ask);
    return { decision, record: await world.call(decision.call ?? '') };
  };

  expect(await call({ caller: '07700900555' })).toMatchObject({
    decision: { decision: 'ring', callerId: '+447700900555', trunk: 'national' },
    record: { to: number, from: '+447700900555', fromText: null },
  });
  expect(await call({ caller: '1234' })).toMatchObject({
    decision: { callerId: '1234' },
    record: { from: null, fromText: '1234' },
  });
  await sql`delete from routing.trunk where name = 'national'`.execute(database);
});

test('a call that nobody takes is a missed call', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const [number = ''] = await numbersOf(database, customer.accountId);

  const ask = incoming(world, number, { caller: '' });
  const decision = await world.calls.listener.receive(ask);
  const named = { id: decision.call ?? '', sipCallId: ask.sipCallId, fromTag: 'from', toTag: '' };
  await world.report(failed(named, world.clock.now(), 480));

  expect(decision).toMatchObject({ decision: 'ring', callerId: '', phones: '' });
  expect(await world.call(named.id)).toMatchObject({ from: null, progress: { state: 'ended', reason: 'unavailable' } });
  const { rows } = await sql<{ isMissed: boolean | null }>`
    select (payload ->> 'isMissed')::boolean as "isMissed" from platform.event
    where subject_id = ${named.id} and payload ? 'ended'`.execute(database);
  expect(rows).toEqual([{ isMissed: true }]);
});

test.each<[string, Partial<IncomingAsk>, number]>([
  ['a number of nobody', { dialled: '+999000000000' }, 404],
  ['what is no number', { dialled: 'anna' }, 404],
  ['an address that is no trunk', { source: '192.0.2.9:5090' }, 403],
  ['another program on the address of a sandbox', { source: '127.0.0.1:40000' }, 403],
])('a call from outside with %s is refused, and leaves nothing', async (_what, over, status) => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const [number = ''] = await numbersOf(database, customer.accountId);

  expect(await world.calls.listener.receive(incoming(world, number, over))).toMatchObject({
    decision: 'refuse',
    status,
  });
  expect(await callsOf(customer)).toEqual([]);
});
