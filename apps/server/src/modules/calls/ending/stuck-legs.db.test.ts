import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { openStuckLegs } from './stuck-legs-store.ts';
import { answered, callsWorld, CENT_A_SECOND, ended, hungUp, notHungUp } from '../testing/calls-world.ts';

const { database } = await testDatabase();
const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000);

test('a carrier that does not let go is on the list of operators until it has, and the customer pays nothing of it', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('2.00');
  const call = await world.place(customer);
  const answeredAt = world.clock.now();
  await world.report(answered(call, answeredAt));
  await world.report(ended(call, { answeredAt, at: seconds(answeredAt, 2) }));
  const isListed = async () => (await openStuckLegs(database)).filter(({ callId }) => callId === call.id);

  await world.report(notHungUp(call, seconds(answeredAt, 20)));
  await world.report(notHungUp(call, seconds(answeredAt, 20)));
  expect(await isListed()).toEqual([
    { callId: call.id, trunk: 'sandbox-a', byes: 4, status: 500, at: seconds(answeredAt, 20) },
  ]);
  expect((await world.wallet(customer)).balance).toBe(1_980_000n);

  await world.report(hungUp(call, seconds(answeredAt, 90)));
  expect(await isListed()).toEqual([]);
});
