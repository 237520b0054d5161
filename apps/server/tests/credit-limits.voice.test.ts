import { type Call, microsOfCents } from '@farline/contracts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import type { PhoneCall } from './testbed/talking-phone.ts';

/** With the real engine, carrier and server, on real time: what a caller's money is worth. */

let callers: Callers;
beforeAll(async () => {
  callers = await openCallers(inject('stack'));
});
afterAll(async () => {
  await callers?.close();
});

/** Whole seconds between the answer and the cut, by the engine's clock. */
async function lasted(caller: Caller, id: string) {
  const call = await caller.ended(id);
  return { call, ms: Date.parse(call.endedAt ?? '') - Date.parse(call.answeredAt ?? '') };
}

async function expectCutAtBothSides(placed: PhoneCall & { number: string }, withinMs: number) {
  const atCaller = await placed.hungUp(withinMs);
  await until(
    'the BYE at the carrier',
    async () => typeof (await callers.carrierRecord(placed.number))[0]?.endedAt === 'string',
  );
  const [atCarrier] = await callers.carrierRecord(placed.number);
  // At the same second, which a busy machine stretches; whose seconds are charged is compared for every call (compare-with-carrier.ts).
  expect(Math.abs(Date.parse(atCarrier?.endedAt ?? '') - atCaller)).toBeLessThan(5_000);
  expect(atCarrier?.endedBy).toBe('caller');
}

describe.concurrent('the money of a call', () => {
  test('a 90 s credit ends at 90 s, with BYE on both legs, and is charged whole', async () => {
    const caller = await callers.caller('0.90');
    const placed = await caller.talk();

    await expectCutAtBothSides(placed, 100_000);

    const { call, ms } = await lasted(caller, placed.id);
    expect(Math.abs(ms - 90_000)).toBeLessThanOrEqual(1_000);
    expect(call).toMatchObject({ status: 'completed', reason: 'credit_exhausted', endedBy: 'farline' });
    expect(call.duration).toBeLessThanOrEqual(90);
    const charged = microsOfCents(call.duration);
    expect(await caller.wallet()).toEqual({ balance: 900_000n - charged, held: 0n });
  });

  test.each(['INVITE', 'UPDATE'] as const)(
    'a caller who sends %s every few seconds is cut at the same second',
    async (method) => {
      const caller = await callers.caller('0.20');
      const placed = await caller.talk();
      const offering = setInterval(() => placed.offerAgain(method), 3_000);

      await expectCutAtBothSides(placed, 30_000).finally(() => clearInterval(offering));

      const { ms } = await lasted(caller, placed.id);
      expect(Math.abs(ms - 20_000)).toBeLessThanOrEqual(1_000);
    },
  );

  test('a top-up in the last ten seconds keeps the call alive', async () => {
    const caller = await callers.caller('0.30');
    const placed = await caller.talk();
    const { at: answeredAt } = await placed.final();
    await until('the last ten seconds', async () => Date.now() > answeredAt + 22_000, 30_000);
    expect((await caller.call(placed.id)).endsAfterSeconds).toBe(30);

    await caller.topUp('0.20');
    const toppedUpAt = Date.now();
    await until('the longer end', async () => (await caller.call(placed.id)).endsAfterSeconds === 50, 2_000);
    expect(Date.now() - toppedUpAt).toBeLessThan(2_000);
    await expectCutAtBothSides(placed, 40_000);

    const { ms } = await lasted(caller, placed.id);
    expect(Math.abs(ms - 50_000)).toBeLessThanOrEqual(1_000);
  });

  test('the warning is heard over a talking far side, whose voice comes back after it', async () => {
    const caller = await callers.caller('1.00');
    const placed = await caller.talk();
    const { heard } = placed.media;
    const within = (from: number, to: number) => heard.filter(({ at }) => at >= from && at < to);
    /** Of what was heard, not of what could have been: a busy machine hears late and in bursts. */
    const echoShare = (from: number, to: number) => {
      const windows = within(from, to);
      expect(windows.length).toBeGreaterThan(10);
      return windows.filter(({ toneShare }) => toneShare > 0.8).length / windows.length;
    };

    const { at: answeredAt } = await placed.final();
    // A busy machine begins it late; a single window may be one that was heard badly.
    const isWarning = (index: number) => {
      const next = heard.slice(index, index + 5);
      return next.length === 5 && next.every(({ isLoud, toneShare }) => isLoud && toneShare < 0.5);
    };
    const began = () => heard.findIndex(({ at }, index) => at > answeredAt + 39_000 && isWarning(index));
    await until('the warning', async () => began() >= 0, 70_000);
    const spokeAt = heard[began()]?.at ?? 0;
    await until('the time after the warning', async () => Date.now() > spokeAt + 14_000, 70_000);

    // Before: our tone comes back. During: somebody else speaks. After: our tone comes back again.
    expect(echoShare(spokeAt - 5_000, spokeAt - 500)).toBeGreaterThan(0.7);
    const warning = within(spokeAt + 1_000, spokeAt + 3_000);
    expect(warning.filter((window) => window.toneShare > 0.5)).toEqual([]);
    expect(warning.filter((window) => window.isLoud).length).toBeGreaterThan(10);
    expect(echoShare(spokeAt + 10_000, spokeAt + 14_000)).toBeGreaterThan(0.7);
    placed.bye();
    expect((await caller.ended(placed.id)).reason).toBe('hangup_caller');
  });

  test('a call is charged exactly for its seconds, and the far side may end it', async () => {
    const caller = await callers.caller('2.00');
    const placed = await caller.talk('+447700900006');

    await placed.hungUp(20_000);

    const { call, ms } = await lasted(caller, placed.id);
    expect(call).toMatchObject({ status: 'completed', reason: 'hangup_callee', endedBy: 'callee' });
    expect(call.duration).toBe(Math.ceil(ms / 1000));
    expect(await caller.wallet()).toEqual({ balance: 2_000_000n - microsOfCents(call.duration), held: 0n });
  });

  test('ending a call by the API hangs up both sides and gives the price', async () => {
    const caller = await callers.caller('2.00');
    const placed = await caller.talk();

    const call = await caller.end(placed.id);

    expect(call).toMatchObject({ status: 'completed', reason: 'ended_by_request', endedBy: 'caller' });
    expect(Number(call.cost?.amount)).toBeCloseTo(call.duration / 100, 6);
    await expectCutAtBothSides(placed, 2_000);
  });

  test('ending a call that still rings cancels it at the carrier', async () => {
    const caller = await callers.caller('2.00');
    const placed = await caller.place('+447700900002');
    await until('ringing', async () => (await caller.call(placed.id)).status === 'ringing');

    const call = await caller.end(placed.id);

    expect(call).toMatchObject({ status: 'cancelled', reason: 'cancelled', duration: 0, cost: { amount: '0.0000' } });
    expect(await placed.final()).toMatchObject({ status: 487 });
    expect(await caller.wallet()).toEqual({ balance: 2_000_000n, held: 0n });
  });

  test('fifty parallel calls on one dollar: the charges never pass it', { timeout: 300_000 }, async () => {
    const caller = await callers.caller('1.00');
    const placed = await placeAtOnce(caller, 50);
    const answered = placed.answered.map(({ call }) => call);
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.length).toBeLessThan(50);
    // Some hang up at once, and leave their money to the others; some are cut; the rest hangs up in the end.
    for (const call of answered.slice(0, 2)) call.bye();
    const hangUpAt = Date.now() + 35_000;
    await until('the first cuts', async () => Date.now() > hangUpAt, 40_000);
    for (const call of answered.slice(2)) if (call.received.all.every(({ method }) => method !== 'BYE')) call.bye();

    const calls = await endedOnes(caller, placed.all, 120_000);
    const charged = calls.reduce((sum, call) => sum + Math.round(Number(call.cost?.amount) * 1_000_000), 0);
    expect(charged).toBeGreaterThan(0);
    expect(charged).toBeLessThanOrEqual(1_000_000);
    expect(await caller.wallet()).toEqual({ balance: 1_000_000n - BigInt(charged), held: 0n });
  });

  test('200 parallel authorisations on credit for three: three are answered, never more', {
    timeout: 300_000,
  }, async () => {
    const caller = await callers.caller('0.90');

    const { all, answered, undecided } = await placeAtOnce(caller, 200);

    expect(answered.length).toBeLessThanOrEqual(3);
    expect(answered.length + undecided.length).toBeGreaterThanOrEqual(3);
    for (const { call } of answered) call.bye();
    const calls = await endedOnes(caller, all, 120_000);
    expect(calls.filter((call) => call.status === 'completed')).toHaveLength(answered.length);
    expect((await caller.wallet()).held).toBe(0n);
  });
});

type Placed = { id: string; call: PhoneCall; status: number };

const OUT_OF_CREDIT = { status: 402, reason: 'out_of_credit' };
const UNDECIDED = ['engine_unavailable', 'server_silent'];

/**
 * Places so many calls at once. Each is answered (200), refused for its money (402), or undecided (503): a busy machine cannot decide on
 * all of them in the time that the engine waits, and what is decided too late must hold nothing.
 */
async function placeAtOnce(caller: Caller, count: number) {
  const initiated = await Promise.all(Array.from({ length: count }, async () => await caller.initiate()));
  const placed = await Promise.all(
    initiated.map(async ({ id, number }) => ({ id, call: await caller.phone.place({ number, call: id }) })),
  );
  const finals = await Promise.all(placed.map(async ({ id, call }) => ({ id, call, ...(await call.final(60_000)) })));
  const answered = finals.filter(({ status }) => status === 200);
  const undecided = finals.filter(({ status }) => status === 503);
  const refused = finals.filter(({ status }) => status !== 200 && status !== 503);
  for (const { status, reason } of refused) expect({ status, reason }).toEqual(OUT_OF_CREDIT);
  for (const { reason } of undecided) expect(UNDECIDED).toContain(reason);
  return { all: finals, answered, undecided };
}

async function endedOnes(caller: Caller, placed: Placed[], withinMs: number): Promise<Call[]> {
  const calls: Call[] = [];
  for (const { id } of placed) calls.push(await caller.ended(id, withinMs));
  return calls;
}
