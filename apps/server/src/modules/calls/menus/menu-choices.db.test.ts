import { type IncomingAsk, type NumberRule } from '@farline/contracts';
import { type KyselyPlugin, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { answered, ended, failed } from '../testing/calls-world.ts';
import { aMenu, atOnce, calledMenu, MOBILE, RING, RING_ALL, withMenu } from '../testing/menu-world.ts';
import { CALLER as ANNA } from '../testing/ruled-number.ts';
import { menuWord } from './menu-word.ts';

const { database } = await testDatabase();
const aCalled = async (rule?: Partial<NumberRule>) => await calledMenu(database, rule);

test('a call to a number with a menu rings nothing: the attendant answers it with the menu', async () => {
  const { receive } = await aCalled();
  expect((await receive({})).decision).toMatchObject({
    decision: 'ring',
    phones: '',
    users: '',
    task: 'menu',
    answersAs: 'menu',
  });
});

test('all calls of an account come to the same attendant first, which counts them, and those of another to any', async () => {
  const [called, other] = [await aCalled(), await aCalled({ unanswered: { do: 'voicemail' } })];
  const attendantOf = async ({ receive }: typeof called) =>
    ((await receive({})).decision as { attendant?: number }).attendant ?? -1;
  const first = await attendantOf(called);
  expect(Number.isSafeInteger(first) && first >= 0).toBe(true);
  expect(await attendantOf(called)).toBe(first);
  expect(await attendantOf(other)).not.toBe(first);
});

test('where nobody takes a call the menu answers it after 25 seconds', async () => {
  const { receive } = await aCalled({ unanswered: { do: 'menu', menu: 'a' }, menus: [aMenu()] });
  expect((await receive({})).decision).toMatchObject({ task: 'menu', answersAs: 'menu', ringingMs: 25_000 });
});

describe('a key of a menu', () => {
  test('rings what it is for, in a call of the same caller that costs nothing', async () => {
    const { inMenu, press, world, number } = await aCalled();
    const incoming = await inMenu();
    const placed = await press(incoming.id);

    expect(placed.decision).toMatchObject({ decision: 'ring', callerId: ANNA, trunk: 'attendant', task: '' });
    expect(placed.decision).not.toHaveProperty('forwardTo');
    expect(await world.call(placed.id)).toMatchObject({ direction: 'inbound', from: ANNA, to: number, holdId: null });
  });

  test('forwards, within what the rule lets one call cost', async () => {
    const { inMenu, press } = await aCalled();
    const placed = await press((await inMenu()).id, '2');
    expect(placed.decision).toMatchObject({ decision: 'ring', phones: '', users: '', forwardTo: MOBILE });
    const { rows } = await sql<{ most: bigint }>`
      select most_micros as most from calls.forward where incoming_call_id = ${placed.id}`.execute(database);
    expect(rows).toEqual([{ most: 2_000_000n }]);
  });

  test('rings nobody who is not to be disturbed, and for nobody who was blocked meanwhile; a telephone elsewhere it may ring', async () => {
    const { inMenu, press, setRule, world } = await aCalled();
    const quiet = { ...withMenu(), unanswered: { do: 'menu', menu: 'a' } } as const;
    const doNotDisturbUntil = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
    await setRule({ ...quiet, doNotDisturbUntil });
    const { id } = await inMenu();

    const rung = await press(id);
    expect(rung.decision).toMatchObject({ decision: 'refuse', status: 480 });
    expect(await world.call(rung.id)).toMatchObject({ progress: { state: 'ended', reason: 'do_not_disturb' } });
    expect((await press(id, '2')).decision).toMatchObject({ decision: 'ring', forwardTo: MOBILE });
    await setRule({ ...quiet, vips: [ANNA], doNotDisturbUntil });
    const vip = await inMenu();
    expect((await press(vip.id)).decision).toMatchObject({ decision: 'ring' });
    await setRule({ ...quiet, blocked: [ANNA] });
    const blocked = await press((await inMenu()).id);
    expect(blocked.decision).toMatchObject({ decision: 'refuse' });
  });

  test('follows the rule as it is by then', async () => {
    const { inMenu, press, setRule } = await aCalled();
    const { id } = await inMenu();
    await setRule({ open: RING_ALL });
    expect((await press(id)).decision).toMatchObject({ decision: 'refuse', status: 403 });
  });
});

describe('nobody is put through', () => {
  test.each<[string, '1' | '3' | '9', Partial<IncomingAsk>]>([
    ['with a word of their own', '1', { caller: 'f'.repeat(32) }],
    ['without a word', '1', { caller: '' }],
    ['from another machine', '1', { source: '192.0.2.1:4014' }],
    ['by a key that places no call', '3', {}],
    ['by a key that is none', '9', {}],
  ])('%s', async (_name, by, over) => {
    const { inMenu, press } = await aCalled();
    expect((await press((await inMenu()).id, by, over)).decision).toMatchObject({ decision: 'refuse', status: 403 });
  });

  test('of a call that there is none of, or with the word of another', async () => {
    const { inMenu, press, world } = await aCalled();
    const other = await inMenu();
    const word = menuWord(world.deps.sip.secret, other.id);
    expect((await press(newId())).decision).toMatchObject({ decision: 'refuse', status: 403 });
    const one = await inMenu();
    expect((await press(one.id, '1', { caller: word })).decision).toMatchObject({ decision: 'refuse', status: 403 });
  });

  test('once the call that came in is over', async () => {
    const { inMenu, press, world } = await aCalled();
    const incoming = await inMenu();
    await world.calls.listener.record(ended(incoming, atOnce(world)));
    expect((await press(incoming.id)).decision).toMatchObject({ decision: 'refuse', status: 403 });
    expect(await world.call(incoming.id)).toMatchObject({ progress: { state: 'ended', reason: 'menu' } });
  });

  test('twice at once, or a fourth time one after the other', async () => {
    const { inMenu, press, world } = await aCalled();
    const { id } = await inMenu();
    const first = await press(id);
    expect(first.decision).toMatchObject({ decision: 'ring' });
    expect((await press(id)).decision).toMatchObject({ decision: 'refuse' });
    await world.calls.listener.record(failed(first, world.clock.now(), 480));
    for (const _again of [2, 3]) {
      const again = await press(id);
      expect(again.decision).toMatchObject({ decision: 'ring' });
      await world.calls.listener.record(failed(again, world.clock.now(), 480));
    }
    expect((await press(id)).decision).toMatchObject({ decision: 'refuse' });
  });

  test('in the name of an account that was closed meanwhile', async () => {
    const { inMenu, press, customer } = await aCalled();
    const { id } = await inMenu();
    await sql`update accounts.account set state = 'closed' where id = ${customer.accountId}`.execute(database);
    expect((await press(id)).decision).toMatchObject({ decision: 'refuse', status: 403 });
  });
});

test('a call whose choice cannot be written down does not go on by itself: it has ended', async () => {
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      const isChoice = node.kind === 'RawNode' && node.sqlFragments.join('').includes('insert into calls.menu_choice');
      if (isChoice) throw new Error('no room is left');
      return node;
    },
    transformResult: async ({ result }) => await Promise.resolve(result),
  };
  const { inMenu, press, customer } = await calledMenu(database.withPlugin(failing));
  const { id } = await inMenu();
  await expect(press(id)).rejects.toThrow('no room is left');
  const { rows } = await sql`select state, reason from calls.call
    where account_id = ${customer.accountId} and id <> ${id}`.execute(database);
  expect(rows).toEqual([{ state: 'ended', reason: 'not_allowed' }]);
});

describe('a menu that would come back to itself', () => {
  test.each<[string, (number: string) => Partial<IncomingAsk>]>([
    ['says that this number forwarded it', (number) => ({ diversion: `<sip:${number}@a>;reason=unconditional,` })],
    ['shows this number as its caller', (number) => ({ caller: number })],
  ])('turns a call away that %s', async (_name, over) => {
    const { receive, number } = await aCalled();
    expect((await receive(over(number))).decision).toMatchObject({ decision: 'refuse', status: 480 });
  });

  test('answers such a call where none of its keys forwards: it leads nowhere', async () => {
    const { receive, number } = await aCalled(withMenu(aMenu({ keys: [{ key: '1', name: 'sales', then: RING }] })));
    expect((await receive({ caller: number })).decision).toMatchObject({ decision: 'ring' });
  });

  test('takes the sixth call of one caller no more while five are forwarded', async () => {
    const { receive, inMenu, press, world } = await aCalled();
    for (let turn = 1; turn <= 5; turn += 1) {
      const placed = await press((await inMenu()).id, '2');
      const { forwardUser = '', forwardTo = '' } = placed.decision as { forwardUser?: string; forwardTo?: string };
      const out = await world.calls.listener.decide({
        type: 'call.ask',
        transactionIndex: 3,
        transactionLabel: 4,
        at: world.clock.now().getTime(),
        call: '',
        user: forwardUser.replace(/^\d+:/, ''),
        dialled: forwardTo,
        sipCallId: `out-${newId()}`,
        phone: '',
        fromTag: 'bridge',
        connection: '127.0.0.1:4011',
        privacy: '',
      });
      expect(out).toMatchObject({ decision: 'allow' });
      const dialog = { sipCallId: `out-${turn}`, fromTag: 'bridge', toTag: 'far' };
      await world.calls.listener.record(answered({ id: out.call ?? '', ...dialog }, world.clock.now()));
    }
    expect((await receive({})).decision).toMatchObject({ decision: 'refuse', status: 480 });
    expect((await receive({ caller: '+442079460999' })).decision).toMatchObject({ decision: 'ring' });
  });
});

test('what a key placed ends with the call that came in, also where the attendant cannot say so', async () => {
  const { inMenu, press, settle, world } = await aCalled();
  const incoming = await inMenu();
  const placed = await press(incoming.id);
  await world.calls.listener.record(answered(placed, world.clock.now()));
  await settle();
  expect(await world.call(placed.id)).toMatchObject({ decidedEnd: null });

  await world.calls.listener.record(ended(incoming, atOnce(world)));
  await settle();
  expect(await world.call(placed.id)).toMatchObject({ decidedEnd: { reason: 'menu' } });
  await world.calls.listener.record(ended(placed, atOnce(world), 'server'));
  await settle();
  const { rows } = await sql<{ isOver: boolean }>`
    select is_over as "isOver" from calls.menu_choice where placed_call_id = ${placed.id}`.execute(database);
  expect(rows).toEqual([{ isOver: true }]);
});
