import { defaultRule, type IncomingAsk, type NumberRule } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { type KnowCaller, numbersOf } from '../../numbers/index.ts';
import { viewCall } from '../index.ts';
import { answered, callsWorld, ended, failed } from '../testing/calls-world.ts';

const { database } = await testDatabase();

const ANNA = '+442079460123';

/** Somebody with a number, two SIP phones and a rule; the clock stands at noon of a Sunday in London. */
async function aCalled(over: Partial<NumberRule> | null) {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const { accountId, userId } = customer;
  const [number = ''] = await numbersOf(database, accountId);
  const phones = [newId(), newId()].map((id) => ({ id, username: `d${id.slice(-9)}` }));
  for (const { id, username } of phones) {
    await sql`insert into accounts.sip_phone (id, user_id, account_id, name, username, realm, ha1, created_at)
      values (${id}, ${userId}, ${accountId}, 'Desk', ${username}, 'farline.local', ${id.replaceAll('-', '')}, now())`.execute(
      database,
    );
  }
  const setRule = async (rule: NumberRule) =>
    await sql`insert into numbers.rule (e164, account_id, version, rule, changed_at)
      values (${number}, ${accountId}, 1, ${JSON.stringify(rule)}::jsonb, now())
      on conflict (e164) do update set rule = excluded.rule`.execute(database);
  if (over !== null) await setRule({ ...defaultRule('Europe/London'), ...over });
  const ask = (wanted: Partial<IncomingAsk> = {}): IncomingAsk => ({
    ...{ type: 'incoming.ask', transactionIndex: 1, transactionLabel: 2, at: world.clock.now().getTime() },
    ...{ dialled: number, caller: ANNA, privacy: '', source: '127.0.0.1:5090' },
    ...{ sipCallId: `in-${newId()}`, fromTag: 'from', ...wanted },
  });
  return {
    ...{ world, customer, number, phones, setRule, ask },
    call: async (wanted?: Partial<IncomingAsk>) => {
      const decision = await world.calls.listener.receive(ask(wanted));
      return { decision, shown: await viewCall(database, decision.call ?? '') };
    },
    /** Whether the end of a call is told as a missed one. */
    isMissed: async (id: string | undefined) => {
      const { rows } = await sql<{ isMissed: boolean | null }>`
        select (payload ->> 'isMissed')::boolean as "isMissed" from platform.event
        where subject_id = ${id} and payload ? 'ended'`.execute(database);
      return rows.map((row) => row.isMissed === true);
    },
  };
}

/** Whoever is called has a session in a browser. */
const signIn = async ({ customer }: { customer: { userId: string } }) =>
  await sql`insert into accounts.session (id, user_id, created_at, expires_at, last_seen_at, remembered)
    values (${newId()}, ${customer.userId}, '2026-03-01', '2026-04-01', '2026-03-01', false)`.execute(database);

const WEEKDAYS = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }];

type Row = [string, Partial<NumberRule>, Partial<IncomingAsk>, object, object];
test.each<Row>([
  [
    'a blocked caller',
    { blocked: ['+4420*'] },
    {},
    { status: 603, reason: 'rejected' },
    { reason: 'caller_blocked', reasonText: 'You’ve blocked this caller.', from: ANNA, isMissed: false },
  ],
  [
    'a caller who does not show a number',
    { refusesAnonymous: true },
    { caller: '', privacy: 'id' },
    { status: 433, reason: 'anonymous_refused' },
    { reason: 'anonymous_refused', from: null, isNumberWithheld: true, isMissed: false },
  ],
  ...['withheld', 'Anonyme', 'No-Caller-ID', 'x1', '0000000000', '+'].map(
    (caller): Row => [
      `a caller whose number is said to be ${caller}`,
      { refusesAnonymous: true },
      { caller },
      { status: 433, reason: 'anonymous_refused' },
      { reason: 'anonymous_refused', from: null, isMissed: false },
    ],
  ),
  [
    'a VIP’s number that the carrier found forged',
    { vips: [ANNA], possiblyForged: 'refused' },
    { verstat: 'TN-Validation-Failed' },
    { status: 603, reason: 'rejected' },
    { reason: 'possibly_forged', callerDoubt: 'failed_check', from: ANNA, isMissed: false },
  ],
  [
    'do not disturb',
    { doNotDisturbUntil: '2026-03-01T12:00:00.001Z' },
    {},
    { status: 480, reason: 'unavailable' },
    { reason: 'do_not_disturb', reasonText: 'You didn’t want to be disturbed.', isMissed: true },
  ],
  [
    'closed hours that say busy',
    { hours: WEEKDAYS, closed: { do: 'busy' } },
    {},
    { status: 486, reason: 'busy' },
    { reason: 'number_closed', reasonText: 'Your number was closed at that time.', isMissed: true },
  ],
  [
    'closed hours in which nobody is there',
    { hours: WEEKDAYS },
    {},
    { status: 480, reason: 'unavailable' },
    { reason: 'number_closed', isMissed: true },
  ],
])(
  '%s is turned away, which the history says in words',
  async (_what, over, asked, answer, {
    isMissed,
    ...record
  }: {
    isMissed?: boolean;
  }) => {
    const called = await aCalled(over);
    const { decision, shown } = await called.call(asked);

    expect(decision).toMatchObject({ decision: 'refuse', ...answer });
    expect(shown).toMatchObject({ direction: 'inbound', status: 'failed', endedBy: 'callee', ...record });
    expect(shown?.sipStatus).toBe((answer as { status: number }).status);
    expect(await called.isMissed(decision.call)).toEqual([isMissed]);
    expect(await called.world.wallet(called.customer)).toEqual({ balance: 2_000_000n, held: 0n });
  },
);

test('a number without a rule rings every phone', async () => {
  const called = await aCalled(null);
  const { decision } = await called.call();

  expect(decision).toMatchObject({ decision: 'ring', phones: called.phones.map((phone) => phone.username).join('|') });
});

test('chosen phones ring, and others in closed hours', async () => {
  const called = await aCalled(null);
  const [first, second] = called.phones;
  const ring = (ids: (string | undefined)[]) => ({
    ...{ do: 'ring' as const, browsers: false, phones: ids.filter((id) => id !== undefined) },
  });
  const rule = { ...defaultRule('Europe/London'), open: ring([second?.id]), closed: ring([first?.id, newId()]) };

  await called.setRule(rule);
  expect((await called.call()).decision).toMatchObject({ decision: 'ring', phones: second?.username });
  await called.setRule({ ...rule, hours: WEEKDAYS });
  expect((await called.call()).decision).toMatchObject({ decision: 'ring', phones: first?.username });
});

test('open pages ring where the rule has them ring, with no phones or beside them', async () => {
  const called = await aCalled(null);
  const { userId } = called.customer;
  await signIn(called);
  const rule = (browsers: boolean, phones: 'all' | []) => ({
    ...defaultRule('Europe/London'),
    open: { do: 'ring' as const, browsers, phones },
  });
  const all = called.phones.map((phone) => phone.username).join('|');

  expect((await called.call()).decision).toMatchObject({ phones: all, users: userId });
  await called.setRule(rule(true, []));
  expect((await called.call()).decision).toMatchObject({ phones: '', users: userId });
  await called.setRule(rule(false, 'all'));
  expect((await called.call()).decision).toMatchObject({ phones: all, users: '' });
});

test('one after another, phones and pages ring in the order that was chosen, for so many seconds each', async () => {
  const called = await aCalled(null);
  await signIn(called);
  const [first, second] = called.phones;
  const open = { do: 'ring', browsers: true, order: 'in_turn', secondsEach: 15, phonesBeforeBrowsers: 1 } as const;
  const phones = [second?.id ?? '', first?.id ?? ''];
  await called.setRule({ ...defaultRule('Europe/London'), open: { ...open, phones } });

  expect((await called.call()).decision).toMatchObject({
    ...{ turns: `${second?.username}|pages|${first?.username}`, turnMs: 15_000, turnsMs: 47_000 },
    users: called.customer.userId,
  });
});

test('longest idle first: who has never talked, then who talked longest ago, and who is on a call last', async () => {
  const open = { do: 'ring', browsers: false, phones: 'all', order: 'longest_idle', secondsEach: 20 } as const;
  const called = await aCalled({ open });
  const [first, second] = called.phones.map(({ username }) => username);
  const { world } = called;
  const turns = async () => (await called.call()).decision;
  const talksWith = async (username: string | undefined) => {
    const ask = called.ask();
    const { decision } = await called.call(ask);
    const call = { id: decision.call ?? '', sipCallId: ask.sipCallId, fromTag: 'from', toTag: `to-${username}` };
    world.clock.passSeconds(1);
    const answeredAt = world.clock.now();
    await world.report(answered(call, answeredAt, `phone:${username}`));
    return async () => {
      world.clock.passSeconds(1);
      await world.report(ended(call, { answeredAt, at: world.clock.now() }));
    };
  };

  expect(await turns()).toMatchObject({ turns: `${first}|${second}` });
  const hangUp = await talksWith(first);
  expect(await turns()).toMatchObject({ turns: `${second}|${first}` });
  await hangUp();
  await (await talksWith(second))();
  expect(await turns()).toMatchObject({ turns: `${first}|${second}` });
  const hangUpAgain = await talksWith(first);
  expect(await turns()).toMatchObject({ turns: `${second}|${first}` });
  await hangUpAgain();
  expect(await turns()).toMatchObject({ turns: `${second}|${first}` });
});

test('where all chosen phones are gone nobody rings, and the call is missed', async () => {
  const called = await aCalled({ open: { do: 'ring', browsers: false, phones: [newId()] } });
  const ask = called.ask();
  const { decision } = await called.call(ask);
  const named = { id: decision.call ?? '', sipCallId: ask.sipCallId, fromTag: 'from', toTag: '' };
  await called.world.report(failed(named, called.world.clock.now(), 480));

  expect(decision).toMatchObject({ decision: 'ring', phones: '' });
  expect(await viewCall(database, named.id)).toMatchObject({ reason: 'unavailable' });
  expect(await called.isMissed(named.id)).toEqual([true]);
});

test('a VIP, and a favourite of the contacts, ring through closed hours and do not disturb', async () => {
  const called = await aCalled({ hours: WEEKDAYS, doNotDisturbUntil: '2030-01-01T00:00:00Z', vips: [ANNA] });
  expect((await called.call()).decision).toMatchObject({ decision: 'ring' });
  expect((await called.call({ caller: '+442079460456' })).decision).toMatchObject({ decision: 'refuse' });
  const forged = { verstat: 'TN-Validation-Failed' } as const;
  expect((await called.call(forged)).decision).toMatchObject({ decision: 'refuse', reason: 'unavailable' });

  const { accountId } = called.customer;
  const knowCaller: KnowCaller = (who) => ({
    isFavourite: sql`(${who.accountId} = ${accountId}::uuid and ${who.number} = ${ANNA})`,
    isBlockedInMessages: sql`false`,
  });
  Object.assign(called.world.deps, { knowCaller });
  await called.setRule({ ...defaultRule('UTC'), hours: WEEKDAYS, favouritesRingThrough: true });
  expect((await called.call()).decision).toMatchObject({ decision: 'ring' });
  expect((await called.call({ caller: '' })).decision).toMatchObject({ decision: 'refuse' });
  expect((await called.call({ caller: '+442079460456' })).decision).toMatchObject({ decision: 'refuse' });
  expect((await called.call(forged)).decision).toMatchObject({ decision: 'refuse', reason: 'unavailable' });
});

test('a call that the attendant took while no server was there is one in voicemail, though its end is told before its answer', async () => {
  const called = await aCalled({});
  const ask = called.ask();
  const { call = '' } = await called.world.calls.listener.receive(ask);
  const [answeredAt, at] = [1_000, 9_000].map((ms) => new Date(called.world.clock.now().getTime() + ms));
  const told = { id: call, sipCallId: ask.sipCallId, fromTag: ask.fromTag, toTag: 'attendant' };
  const times = { answeredAt: answeredAt ?? new Date(), at: at ?? new Date() };
  await called.world.calls.listener.record(ended(told, times, 'caller', 'attendant'));

  expect(await viewCall(database, call)).toMatchObject({ status: 'completed', reason: 'voicemail' });
  expect(await called.isMissed(call)).toEqual([true]);
});

test('the same INVITE of a caller who was turned away makes no second record', async () => {
  const called = await aCalled({ blocked: [ANNA] });
  const ask = called.ask();
  await called.world.calls.listener.receive(ask);
  const again = await called.world.calls.listener.receive(ask);

  expect(again).toMatchObject({ decision: 'refuse', status: 403 });
  const { rows } = await sql`select id from calls.call where account_id = ${called.customer.accountId}`.execute(
    database,
  );
  expect(rows).toHaveLength(1);
});

test('whose pages may ring are told of a call at once, and the engine that somebody may come; who is turned away is told to nobody', async () => {
  const called = await aCalled({ blocked: ['+4420*'] });
  const told: { callId: string; userIds: readonly string[]; number: string | null; lastsMs: number }[] = [];
  Object.assign(called.world.deps, {
    ringClosedPages: async (call: (typeof told)[number]) => {
      told.push(call);
      return true;
    },
  });
  await signIn(called);
  await called.call();
  await called.setRule({ ...defaultRule('UTC'), doNotDisturbUntil: '2027-03-01T12:00:00.000Z' });
  await called.call();
  expect(told).toEqual([]);

  await called.setRule(defaultRule('UTC'));
  const { decision } = await called.call();
  expect(decision).toMatchObject({ decision: 'ring', users: called.customer.userId, wakes: 'yes' });
  expect(told).toMatchObject([{ callId: decision.call, userIds: [called.customer.userId], number: ANNA }]);
  expect(told[0]?.lastsMs).toBe(decision.decision === 'ring' ? decision.ringingMs : 0);
});
