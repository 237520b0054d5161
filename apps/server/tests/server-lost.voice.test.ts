import { centsOf, microsOfCents } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import { defaultKamailioSettings } from '@farline/tools/kamailio-settings';
import type { Stack } from '@farline/tools/stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../src/platform/database.ts';
import { type Caller, type Callers, openCallers, until } from './testbed/callers.ts';

/** What becomes of calls and their money when servers die, freeze, or are two. One after another on one stack. */

const { askTimeoutMs } = defaultKamailioSettings;

let stack: Stack;
let callers: Callers;
beforeAll(async () => {
  stack = await ownTestStack({ without: ['pages'], kamailio: { askTimeoutMs } });
  callers = await openCallers(stack);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

const passed = async (ms: number, since: number) =>
  await until('time', async () => Date.now() >= since + ms, ms + 5_000);

/** The call was charged exactly for its seconds, once, and nothing is held any more. */
async function expectExactCharge(caller: Caller, id: string, balanceBefore: bigint) {
  const call = await caller.ended(id, 20_000);
  const ms = Date.parse(call.endedAt ?? '') - Date.parse(call.answeredAt ?? '');
  expect(call.duration).toBe(Math.min(Math.ceil(ms / 1000), centsOf(balanceBefore)));
  expect(await caller.wallet()).toEqual({ balance: balanceBefore - microsOfCents(call.duration), held: 0n });
  return { call, ms };
}

test('a server killed in mid-call and started again: the call went on and is charged exactly', async () => {
  const caller = await callers.caller('2.00');
  const placed = await caller.talk();
  const { at: answeredAt } = await placed.final();
  await passed(2_000, answeredAt);

  await stack.server.kill('SIGKILL');
  const killedAt = Date.now();
  const heardSince = () => placed.media.heard.filter((window) => window.at > killedAt && window.isLoud).length;
  await until('sound while the server is dead', async () => heardSince() > 30, 20_000);
  await passed(4_000, killedAt);
  await stack.server.start();
  await passed(2_000, Date.now());
  placed.bye();

  const { call, ms } = await expectExactCharge(caller, placed.id, 2_000_000n);
  expect(call.reason).toBe('hangup_caller');
  expect(ms).toBeGreaterThan(8_000);
});

test('a server dead until the cut and beyond: the call ended at its limit, and the charge is found', async () => {
  const caller = await callers.caller('0.12');
  const placed = await caller.talk();
  await stack.server.kill('SIGKILL');

  await placed.hungUp(20_000);
  await passed(3_000, Date.now());
  await stack.server.start();

  const { ms } = await expectExactCharge(caller, placed.id, 120_000n);
  expect(Math.abs(ms - 12_000)).toBeLessThanOrEqual(1_000);
});

test('without a server a call is refused with 503 at once, with its reason', async () => {
  const caller = await callers.caller('1.00');
  const { id, number } = await caller.initiate();
  await stack.server.kill('SIGKILL');
  const startedAt = Date.now();

  const refused = await (await caller.phone.place({ number, call: id })).final();
  await stack.server.start();

  expect(refused).toMatchObject({ status: 503, reason: 'engine_unavailable' });
  // A server that is silent is waited for this long.
  expect(refused.at - startedAt).toBeLessThan(askTimeoutMs);
  expect(await caller.wallet()).toEqual({ balance: 1_000_000n, held: 0n });
});

test('a server that is connected but silent: 503 after three seconds, and nothing is held when it wakes', async () => {
  const caller = await callers.caller('1.00');
  const { id, number } = await caller.initiate();
  const startedAt = Date.now();
  stack.server.freeze();

  const refused = await (await caller.phone.place({ number, call: id })).final();
  await passed(1_000, Date.now());
  stack.server.thaw();

  expect(refused.status).toBe(503);
  expect(refused.reason).not.toBe('');
  expect(refused.at - startedAt).toBeGreaterThan(2_500);
  expect(refused.at - startedAt).toBeLessThan(3_500);
  // Whatever the server makes of the old ask, it has made by the time a new call is through.
  const next = await caller.talk();
  next.bye();
  await caller.ended(next.id);
  expect((await caller.wallet()).held).toBe(0n);
  expect(await callers.carrierRecord(number)).toEqual([]);
});

test('a CANCEL during an authorisation of 1.5 seconds: nothing reaches the trunk, and no hold is left', async () => {
  const caller = await callers.caller('1.00');
  const { id, number } = await caller.initiate();
  const call = await inTransaction(callers.database, async (tx) => {
    await sql`select from ledger.wallet where id = ${caller.walletId} for update`.execute(tx);
    const placed = await caller.phone.place({ number, call: id });
    const startedAt = Date.now();
    await passed(500, startedAt);
    placed.cancel();
    await passed(1_500, startedAt);
    return placed;
  });

  expect(await call.final()).toMatchObject({ status: 487 });
  expect(await caller.ended(id)).toMatchObject({ status: 'cancelled', reason: 'cancelled' });
  expect(await caller.wallet()).toEqual({ balance: 1_000_000n, held: 0n });
  expect(await callers.carrierRecord(number)).toEqual([]);
});

test('with two servers a call is held once and charged once; one dies while the other spends the rest', async () => {
  const second = await stack.addServer({ name: 'server-2' });
  try {
    const caller = await callers.caller('3.00');
    const placed = await caller.talk();
    const { rows } = await sql`select from ledger.hold where cause_id = ${placed.id}`.execute(callers.database);
    expect(rows).toHaveLength(1);
    expect((await caller.wallet()).held).toBe(1_500_000n);

    await second.kill('SIGKILL');
    const others = await Promise.all([caller.talk(), caller.talk(), caller.talk()]);
    await passed(3_000, Date.now());
    for (const call of [...others, placed]) call.bye();

    const calls = await Promise.all([placed, ...others].map(async ({ id }) => await caller.ended(id, 20_000)));
    const seconds = calls.reduce((sum, call) => sum + call.duration, 0);
    expect(await caller.wallet()).toEqual({ balance: 3_000_000n - microsOfCents(seconds), held: 0n });
  } finally {
    await second.stop();
  }
});
