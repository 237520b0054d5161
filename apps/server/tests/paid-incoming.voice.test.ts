import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { givePricedNumber } from '../src/testing/money/priced-number.ts';
import { callIn, outside } from './testbed/call-in.ts';
import { type Callers, openCallers, until } from './testbed/callers.ts';
import { registeredPhone } from './testbed/desk-phone.ts';

const stack = inject('stack');
let callers: Callers;
beforeAll(async () => {
  callers = await openCallers(stack);
});
afterAll(async () => {
  await callers?.close();
});

test('a call to a number whose minutes cost is paid by its account as the carrier counts it, until the money ends', async (life) => {
  const caller = await callers.caller('0.05');
  const { phone } = await registeredPhone({ life, stack, caller });
  const number = '+14155550177';
  const { accountId } = caller;
  await givePricedNumber(callers.database, { accountId, number, perMinute: 600_000n, since: new Date() });

  const placed = await callIn(stack, { to: number, from: '+447700900555' });
  await phone.event('CALL_INCOMING', 30_000);
  phone.command('accept');
  await phone.event('CALL_CLOSED', 30_000);

  await until('the call in the history', async () => (await caller.history()).length === 1);
  const [ringing] = await caller.history();
  const call = await caller.ended(ringing?.id ?? '');
  expect(call).toMatchObject({ direction: 'inbound', reason: 'credit_exhausted', duration: 5 });
  expect(await caller.wallet()).toEqual({ balance: 0n, held: 0n });
  await until('the end at the carrier', async () => (await outside(stack, placed)).endedAt !== null);
  const { answeredAt, endedAt } = await outside(stack, placed);
  const countedMs = Date.parse(endedAt ?? '') - Date.parse(answeredAt ?? '');
  expect(Math.abs(countedMs / 1000 - call.duration)).toBeLessThanOrEqual(1);

  const next = await callIn(stack, { to: number, from: '+447700900555' });
  await until('the end at the carrier', async () => (await outside(stack, next)).endedAt !== null);
  expect(await outside(stack, next)).toMatchObject({ status: 480, answeredAt: null });
});
