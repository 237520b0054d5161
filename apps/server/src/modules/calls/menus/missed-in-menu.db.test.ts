import type { NumberRule } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { isMissedInMenu } from '../ending/missed-calls-store.ts';
import { answered, ended, failed, ringing } from '../testing/calls-world.ts';
import { atOnce, calledMenu, RING_ALL, withMenu } from '../testing/menu-world.ts';

const { database } = await testDatabase();
const aCalled = async (rule?: Partial<NumberRule>) => await calledMenu(database, rule);

const RINGS_FIRST: Partial<NumberRule> = { ...withMenu(), open: RING_ALL, unanswered: { do: 'menu', menu: 'a' } };
/** Which, as whoever hears of these ends finds when the last has come to be. */
const missed = async (...ids: string[]) => {
  const { rows } = await sql<{ id: string; isMissed: true | null; menuCallId: string | null }>`
    select subject_id as id, (payload -> 'isMissed')::boolean as "isMissed", payload ->> 'menuCallId' as "menuCallId"
    from platform.event where subject_id = any (${ids}) and payload ? 'ended'`.execute(database);
  const told = new Set<string>();
  for (const { id, isMissed, menuCallId } of rows) {
    if (isMissed === true) told.add(id);
    if (menuCallId !== null && (await isMissedInMenu(database, menuCallId))) told.add(menuCallId);
  }
  return [...told];
};

test('nothing is told as missed where nobody rang', async () => {
  const { inMenu, world } = await aCalled();
  const incoming = await inMenu();
  await world.calls.listener.record(ended(incoming, atOnce(world)));
  expect(await missed(incoming.id)).toEqual([]);
});

test('the call itself is told as missed, once, where phones rang before the menu answered', async () => {
  const { receive, world } = await aCalled(RINGS_FIRST);
  const incoming = await receive({});
  await world.calls.listener.record(ringing(incoming, world.clock.now()));
  await world.calls.listener.record(answered(incoming, world.clock.now(), 'menu'));
  await world.calls.listener.record(ended(incoming, atOnce(world)));
  expect(await missed(incoming.id)).toEqual([incoming.id]);
});

test('the call itself is told as missed, once, however many choices rang in vain, and none of them', async () => {
  const { inMenu, press, world } = await aCalled();
  const incoming = await inMenu();
  const placed = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const one = await press(incoming.id);
    placed.push(one.id);
    await world.calls.listener.record(failed(one, world.clock.now(), 480));
  }
  const last = await press(incoming.id);
  await world.calls.listener.record(ended(incoming, atOnce(world)));
  await world.calls.listener.record(failed(last, world.clock.now(), 487, 'cancelled'));
  expect(await missed(incoming.id, last.id, ...placed)).toEqual([incoming.id]);
});

test('nothing is told as missed where somebody talked, though the call that came in is told as ended before the answer is', async () => {
  const { inMenu, press, world } = await aCalled();
  const incoming = await inMenu();
  const placed = await press(incoming.id);
  await world.calls.listener.record(ended(incoming, atOnce(world)));
  expect(await missed(incoming.id)).toEqual([]);
  await world.calls.listener.record(answered(placed, world.clock.now()));
  await world.calls.listener.record(ended(placed, atOnce(world)));
  expect(await missed(incoming.id, placed.id)).toEqual([]);
});

test('the call itself is told as missed, where the last to end is a choice that was declined after another had rung in vain', async () => {
  const { inMenu, press, world } = await aCalled();
  const incoming = await inMenu();
  const first = await press(incoming.id);
  await world.calls.listener.record(failed(first, world.clock.now(), 480));
  const last = await press(incoming.id);
  await world.calls.listener.record(ended(incoming, atOnce(world)));
  expect(await missed(incoming.id, first.id)).toEqual([]);
  await world.calls.listener.record(failed(last, world.clock.now(), 603));
  expect(await missed(last.id)).toEqual([incoming.id]);
});

test('nothing is told as missed where a choice was taken, nor where the one that rang was declined', async () => {
  const { inMenu, press, world } = await aCalled();
  const taken = await inMenu();
  await world.calls.listener.record(failed(await press(taken.id), world.clock.now(), 480));
  const placed = await press(taken.id);
  await world.calls.listener.record(answered(placed, world.clock.now()));
  await world.calls.listener.record(ended(placed, atOnce(world)));
  await world.calls.listener.record(ended(taken, atOnce(world)));
  const declined = await inMenu();
  await world.calls.listener.record(failed(await press(declined.id), world.clock.now(), 603));
  await world.calls.listener.record(ended(declined, atOnce(world)));
  expect(await missed(taken.id, placed.id, declined.id)).toEqual([]);
});
