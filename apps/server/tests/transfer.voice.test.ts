import { microsOfCents } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aNumber, type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { type FarEnd, type FarEnds, openFarEnds } from './testbed/far-ends.ts';

const FIRST_HZ = 700;
const SECOND_HZ = 1_300;
const RTP_PORTS = { from: 31_800, to: 31_999 };

describe('a call that is transferred', () => {
  let stack: Awaited<ReturnType<typeof ownTestStack>>;
  let callers: Callers;
  let farEnds: FarEnds;
  beforeAll(async () => {
    stack = await ownTestStack({ without: ['carrier', 'pages'] });
    farEnds = await openFarEnds({ port: stack.ports.sandboxA, rtpPorts: RTP_PORTS });
    callers = await openCallers(stack, farEnds.counts);
  });
  afterAll(async () => {
    await callers?.close();
    await farEnds?.close();
    await stack?.stop();
  });

  const twoFarEnds = () => ({
    first: farEnds.speaking(aNumber(), FIRST_HZ),
    second: farEnds.speaking(aNumber(), SECOND_HZ),
  });
  const heardByEachOther = async (first: FarEnd, second: FarEnd) =>
    await until('both far ends to hear one another', async () => first.hears(SECOND_HZ) && second.hears(FIRST_HZ));

  describe.concurrent('side by side', () => {
    test('goes on between the two far ends without the caller, each paid for its own time, and ends for both', async () => {
      const caller = await callers.caller('5.00');
      const { first, second } = twoFarEnds();
      const given = await caller.talk(first.number);

      const placed = await caller.transfer(given.id, second.number);
      await heardByEachOther(first, second);
      // The caller is out: what it still says changes nothing, and it may hang up.
      given.bye();
      await given.received.next('the answer to BYE', ({ status, cseq }) => status === 200 && cseq.endsWith('BYE'));
      const leftAt = Date.now();
      await until('two seconds without the caller', async () => Date.now() > leftAt + 2_000);
      await heardByEachOther(first, second);
      const transferNow = async () => (await caller.call(given.id)).transfer;
      await until('the transfer to be known', async () => (await transferNow())?.isJoined === true);
      expect(await transferNow()).toMatchObject({ role: 'given', callId: placed.id, number: second.number });

      await (await first.rung()).hangUp();

      const [one, other] = await bothEnded(caller, given.id, placed.id);
      expect(one).toMatchObject({ status: 'completed', reason: 'hangup_callee', endedBy: 'callee' });
      expect(other).toMatchObject({ status: 'completed', reason: 'transfer_over', endedBy: 'farline' });
      expect((await (await second.rung()).ended).by).toBe('far');
      for (const call of [one, other]) expect(call.duration).toBe(secondsOf(call));
      const charged = microsOfCents(one.duration + other.duration);
      expect(await caller.wallet()).toEqual({ balance: 5_000_000n - charged, held: 0n });
    });

    test('comes back to its caller when the new number is busy', async () => {
      const caller = await callers.caller('5.00');
      const first = farEnds.speaking(aNumber(), FIRST_HZ);
      const busy = farEnds.silent(aNumber(), 486);
      const given = await caller.talk(first.number);

      const placed = await caller.transfer(given.id, busy.number);

      expect(await caller.ended(placed.id)).toMatchObject({
        status: 'failed',
        reason: 'busy',
        cost: { amount: '0.0000' },
      });
      await until('the caller to be heard', async () => first.hears(1_004));
      expect(await caller.call(given.id)).toMatchObject({ status: 'in-progress', transfer: null });
      given.bye();
      expect((await caller.ended(given.id)).reason).toBe('hangup_caller');
    });

    test('is taken back by a caller who hangs up while the new number rings', async () => {
      const caller = await callers.caller('5.00');
      const first = farEnds.speaking(aNumber(), FIRST_HZ);
      const ringing = farEnds.silent(aNumber(), 'rings');
      const given = await caller.talk(first.number);
      const placed = await caller.transfer(given.id, ringing.number);
      const rung = await ringing.rung();

      given.bye();

      expect((await rung.ended).how).toBe('cancelled');
      expect(await caller.ended(placed.id)).toMatchObject({ status: 'cancelled', cost: { amount: '0.0000' } });
      expect((await caller.wallet()).held).toBe(0n);
    });

    test('ends for both when the money of one is used up', async () => {
      // The first call holds a dollar and a half for its first stretch; ten seconds are left for the second.
      const caller = await callers.caller('1.60');
      const { first, second } = twoFarEnds();
      const given = await caller.talk(first.number);
      const placed = await caller.transfer(given.id, second.number);
      await heardByEachOther(first, second);
      given.bye();

      const other = await caller.ended(placed.id, 20_000);
      const one = await caller.ended(given.id);

      expect(other).toMatchObject({ reason: 'credit_exhausted', endedBy: 'farline' });
      // Its end takes a moment, in which the first call's may have freed money for the second that had begun.
      expect(other.duration).toBeLessThanOrEqual(11);
      expect(one).toMatchObject({ reason: 'transfer_over', endedBy: 'farline' });
      const charged = microsOfCents(one.duration + other.duration);
      expect(await caller.wallet()).toEqual({ balance: 1_600_000n - charged, held: 0n });
    });
  });

  test('outlives Kamailio, and a caller who left before it was killed is still no part of it', async () => {
    const caller = await callers.caller('5.00');
    const { first, second } = twoFarEnds();
    const given = await caller.talk(first.number);
    const placed = await caller.transfer(given.id, second.number);
    await heardByEachOther(first, second);
    given.media.fallSilent();
    const limitsSent = () => stack.kamailio.log.containing(`${given.id} ORDERS the call ends at`).length;
    const sentBefore = limitsSent();

    await stack.kamailio.kill('SIGKILL');
    await stack.kamailio.start();
    await until('the limit to be sent again', async () => limitsSent() > sentBefore, 20_000);
    expect(await given.byeOverAnotherLine()).toBe(200);
    const leftAt = Date.now();
    await until('two seconds without the caller', async () => Date.now() > leftAt + 2_000);

    await heardByEachOther(first, second);
    expect((await caller.call(given.id)).status).toBe('in-progress');
    void (await second.rung()).hangUp();
    const [one, other] = await bothEnded(caller, given.id, placed.id);
    expect(other).toMatchObject({ reason: 'hangup_callee', endedBy: 'callee' });
    expect(one).toMatchObject({ reason: 'transfer_over', endedBy: 'farline' });
  });

  test('outlives the call bridge, and the end of one is still the end of both', async () => {
    const caller = await callers.caller('5.00');
    const { first, second } = twoFarEnds();
    const given = await caller.talk(first.number);
    const placed = await caller.transfer(given.id, second.number);
    await heardByEachOther(first, second);
    given.media.fallSilent();

    await stack.callBridge.kill('SIGKILL');
    const killedAt = Date.now();
    await until('two seconds without the bridge', async () => Date.now() > killedAt + 2_000);
    await heardByEachOther(first, second);
    void (await second.rung()).hangUp();

    const [one, other] = await bothEnded(caller, given.id, placed.id);
    expect(other).toMatchObject({ reason: 'hangup_callee', endedBy: 'callee' });
    expect(one).toMatchObject({ reason: 'transfer_over', endedBy: 'farline' });
    expect((await (await first.rung()).ended).by).toBe('far');
    expect((await caller.wallet()).held).toBe(0n);
    await stack.callBridge.start();
  });
});

async function bothEnded(caller: Caller, one: string, other: string) {
  return await Promise.all([caller.ended(one), caller.ended(other)]);
}

function secondsOf(call: { answeredAt: string | null; endedAt: string | null }): number {
  return Math.ceil((Date.parse(call.endedAt ?? '') - Date.parse(call.answeredAt ?? '')) / 1000);
}

/** Nobody else's number. */
