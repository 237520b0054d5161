import { microsOfCents } from '@farline/contracts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { viewCall } from '../src/modules/calls/index.ts';
import { type Callers, openCallers, until } from './testbed/callers.ts';

/** With the real engine, carrier and server: what becomes of calls whose account is closed. */

let callers: Callers;
beforeAll(async () => {
  callers = await openCallers(inject('stack'));
});
afterAll(async () => {
  await callers?.close();
});

test('closing an account ends its running call on both sides within two seconds, charged up to there', async () => {
  const caller = await callers.caller('2.00');
  const placed = await caller.talk();
  const initiated = await caller.initiate();
  const { at: answeredAt } = await placed.final();
  await until('three seconds', async () => Date.now() > answeredAt + 3_000);

  const { callsEnded } = await caller.closeAccount();
  const closedAt = Date.now();

  expect(callsEnded).toBe(1);
  expect((await placed.hungUp(10_000)) - closedAt).toBeLessThan(2_000);
  const view = async () => await viewCall(callers.database, placed.id);
  await until('the charge', async () => typeof (await view())?.endedAt === 'string');
  const call = await view();
  expect(call).toMatchObject({ status: 'completed', reason: 'ended_by_request' });
  expect(await caller.wallet()).toEqual({ balance: 2_000_000n - microsOfCents(call?.duration ?? 0), held: 0n });

  // What was initiated before is not placed any more.
  const late = await caller.phone.place({ number: initiated.number, call: initiated.id });
  expect(await late.final()).toMatchObject({ status: 403 });
});
