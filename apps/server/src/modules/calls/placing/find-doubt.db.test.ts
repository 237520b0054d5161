import type { IncomingAsk } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { viewCall } from '../index.ts';
import { callsWorld } from '../testing/calls-world.ts';
import { knows } from '../testing/known-caller.ts';
import { ruledNumber } from '../testing/ruled-number.ts';

const { database } = await testDatabase();

async function aCalled() {
  const world = await callsWorld(database);
  const called = await ruledNumber(world, { balance: '2.00', rule: {} });
  const doubtOf = async (wanted: Partial<IncomingAsk>) => {
    const { decision } = await called.receive(wanted);
    return (await viewCall(database, decision.call ?? ''))?.callerDoubt;
  };
  return { world, ...called, doubtOf };
}

test('what the trunk says of the number is kept with the call, and what it says otherwise is nothing', async () => {
  const { doubtOf } = await aCalled();
  expect(await doubtOf({ verstat: 'TN-Validation-Failed' })).toBe('failed_check');
  expect(await doubtOf({ verstat: 'TN-Validation-Passed' })).toBeNull();
  expect(await doubtOf({ verstat: 'No-TN-Validation' })).toBeNull();
  expect(await doubtOf({})).toBeNull();
  expect(await doubtOf({ caller: '', verstat: 'TN-Validation-Failed' })).toBeNull();
  expect(await doubtOf({ caller: '+11005550123' })).toBe('no_such_number');
});

test('the sandbox calls from numbers that nobody has, and is not doubted for it', async () => {
  const { doubtOf } = await aCalled();
  expect(await doubtOf({ caller: '+447700900009' })).toBeNull();
  expect(await doubtOf({ caller: '+99912345' })).toBeNull();
});

test('a number of this house from outside is doubted, unless it calls out', async () => {
  const { world, number, doubtOf } = await aCalled();
  const { customer, number: other } = await ruledNumber(world, { balance: '2.00', rule: {} });
  expect(await doubtOf({ caller: number })).toBe('called_number');
  expect(await doubtOf({ caller: other })).toBe('own_number');
  const placed = await world.place(customer);
  await sql`update calls.call set from_number = ${other} where id = ${placed.id}`.execute(database);
  expect(await doubtOf({ caller: other })).toBeNull();
});

test('an unknown neighbour is doubted, a contact and whoever is blocked are known for what they are', async () => {
  const { number, doubtOf, world } = await aCalled();
  const [neighbour, other] = ['4321', '8765'].map((last) => number.slice(0, -4) + last);
  const call = async (caller = '') => await doubtOf({ caller });
  expect(await call(neighbour)).toBe('neighbour');
  Object.assign(world.deps, { namesOfNumbers: async () => new Map([[neighbour, 'Ada']]) });
  expect(await call(neighbour)).toBeNull();
  Object.assign(world.deps, { knowCaller: knows({ isFavourite: false, isBlockedInMessages: true }) });
  expect(await call(other)).toBe('blocked');
});
