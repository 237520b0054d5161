import { microsOfCents } from '@farline/contracts';
import { createKamailioRpc } from '@farline/engine';
import { ownTestStack } from '@farline/tools/own-stack';
import type { Stack } from '@farline/tools/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Callers, openCallers, until } from './testbed/callers.ts';

/** What becomes of calls and their money when a part of the engine, or the caller, dies. One after another on one stack. */

let stack: Stack;
let callers: Callers;
beforeAll(async () => {
  stack = await ownTestStack({
    without: ['pages'],
    env: {
      FARLINE_FIRST_STRETCH_SECONDS: '20',
      FARLINE_STRETCH_AHEAD_SECONDS: '10',
      // Another realm than the usual one, for its own sake.
      FARLINE_SIP_REALM: 'calls.example',
    },
  });
  callers = await openCallers(stack);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

const passed = async (ms: number, since: number) =>
  await until('time', async () => Date.now() >= since + ms, ms + 5_000);
const carrierEnd = async (number: string) => (await callers.carrierRecord(number)).at(-1)?.endedAt ?? null;

test('Kamailio killed in mid-call and started again: the call is still cut at its lengthened second, charged once', async () => {
  const caller = await callers.caller('0.36');
  const placed = await caller.talk();
  const { at: answeredAt } = await placed.final();
  await passed(13_000, answeredAt);

  await stack.kamailio.kill('SIGKILL');
  await stack.kamailio.start();

  const call = await caller.ended(placed.id, 40_000);
  expect(call).toMatchObject({ status: 'completed', reason: 'credit_exhausted' });
  expect(Math.abs(Date.parse(call.endedAt ?? '') - Date.parse(call.answeredAt ?? '') - 36_000)).toBeLessThanOrEqual(
    1_000,
  );
  await until('the BYE at the carrier', async () => (await carrierEnd(placed.number)) !== null);
  expect(Math.abs(Date.parse((await carrierEnd(placed.number)) ?? '') - answeredAt - 36_000)).toBeLessThan(1_500);
  expect(await caller.wallet()).toEqual({ balance: 360_000n - microsOfCents(call.duration), held: 0n });
});

test('a call that ended just before Kamailio was killed stays ended, and is charged once', async () => {
  const caller = await callers.caller('2.00');
  const placed = await caller.talk();
  await passed(3_000, Date.now());
  placed.bye();
  await until('the BYE at the carrier', async () => (await carrierEnd(placed.number)) !== null);

  await stack.kamailio.kill('SIGKILL');
  await stack.kamailio.start();

  const call = await caller.ended(placed.id, 20_000);
  const rpc = createKamailioRpc({ url: `http://127.0.0.1:${stack.ports.kamailioRpc}/rpc` });
  await until(
    'no such call at the engine',
    async () => {
      const running = await rpc.listDialogs();
      return running.every((dialog) => dialog.call !== placed.id || dialog.state === 'ended');
    },
    20_000,
  );
  expect(call.duration).toBeLessThanOrEqual(6);
  expect(await caller.call(placed.id)).toEqual(call);
  expect(await caller.wallet()).toEqual({ balance: 2_000_000n - microsOfCents(call.duration), held: 0n });
});

test('rtpengine killed: the call ends within 35 seconds, and the time without sound is forgiven', async () => {
  const caller = await callers.caller('5.00');
  const placed = await caller.talk();
  const { at: answeredAt } = await placed.final();
  await passed(7_000, answeredAt);

  await stack.rtpengine.kill('SIGKILL');
  const killedAt = Date.now();
  const call = await caller.ended(placed.id, 40_000);

  expect(Date.now() - killedAt).toBeLessThanOrEqual(35_500);
  expect(call.reason).toBe('media_lost');
  await until('the BYE at the carrier', async () => (await carrierEnd(placed.number)) !== null);
  const counted = (Date.parse((await carrierEnd(placed.number)) ?? '') - answeredAt) / 1_000;
  expect(Math.abs(counted - call.duration)).toBeLessThanOrEqual(1.5);
  const paidSeconds = Number(5_000_000n - (await caller.wallet()).balance) / 10_000;
  expect((killedAt - answeredAt) / 1_000 - paidSeconds).toBeLessThanOrEqual(6);
  expect((killedAt - answeredAt) / 1_000 - paidSeconds).toBeGreaterThanOrEqual(-1);
  await placed.hungUp(5_000);
  await stack.rtpengine.start();
  const next = await caller.talk();
  next.bye();
  await caller.ended(next.id);
  expect((await caller.wallet()).held).toBe(0n);
});
