import { defaultRule, microsOfCents, type NumberRule } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givePricedNumber } from '../src/testing/money/priced-number.ts';
import { aNumber, type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { registeredPhone } from './testbed/desk-phone.ts';
import { type CallingEnd, type FarEnd, type FarEnds, openFarEnds } from './testbed/far-ends.ts';

/** Calls that come in and go on to another telephone, through the real engine. A second out costs a cent. */

const CALLER_HZ = 700;
const CALLED_HZ = 1_300;
const RTP_PORTS = { from: 31_600, to: 31_799 };

describe('a call that is forwarded', () => {
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

  const setRule = async (caller: Caller, over: Partial<NumberRule>): Promise<string> => {
    const rule = { ...defaultRule('UTC'), ...over };
    const { rows } = await sql<{ e164: string }>`
      insert into numbers.rule (e164, account_id, version, rule, changed_at)
      select e164, account_id, 1, ${JSON.stringify(rule)}::jsonb, now() from numbers.number
      where account_id = ${caller.accountId} returning e164`.execute(callers.database);
    return rows[0]?.e164 ?? '';
  };
  const atOnce = (to: FarEnd, most: string | null = null): Partial<NumberRule> => ({
    open: { do: 'forward', to: to.number, most },
  });
  const callIn = (to: string, headers: string[] = []): CallingEnd & { from: string } => {
    const from = aNumber();
    const wanted = { to, from, port: stack.ports.carrierSide, frequencyHz: CALLER_HZ, headers };
    return Object.assign(farEnds.calling(wanted), { from });
  };
  const talking = async (one: CallingEnd, other: FarEnd) =>
    await until('both to hear one another', async () => one.hears(CALLED_HZ) && other.hears(CALLER_HZ));
  /** Both calls of an account, once they have ended: the one that came in, and the one that was placed for it. */
  const bothEnded = async (caller: Caller, withinMs?: number) => {
    await until('both calls in the history', async () => (await caller.history()).length === 2);
    const calls = await caller.history();
    const endOf = async (direction: string) =>
      await caller.ended(calls.find((call) => call.direction === direction)?.id ?? '', withinMs);
    return { incoming: await endOf('inbound'), placed: await endOf('outbound') };
  };

  describe.concurrent('side by side', () => {
    test('is heard both ways, rings nothing here, and is paid for what went out, to the second', async () => {
      const caller = await callers.caller('5.00');
      const to = farEnds.speaking(aNumber(), CALLED_HZ);
      const number = await setRule(caller, atOnce(to));
      const outside = callIn(number);
      await talking(outside, to);

      const rung = await to.rung();
      const { invite } = rung;
      expect(invite.text).toMatch(
        new RegExp(`^Diversion: <sip:\\${number}@[^>]+>;reason=unconditional;counter=1`, 'm'),
      );
      expect(invite.text).toMatch(
        new RegExp(`^History-Info: <sip:\\${number}@[^>]+>;index=1, <sip:[^>]+;cause=302>;index=1.1`, 'm'),
      );
      expect(invite.text).toMatch(new RegExp(`^From: <sip:\\${number}@`, 'm'));
      expect(invite.text).not.toMatch(/X-Farline|call-bridge|forward-/);
      await outside.hangUp();

      const { incoming, placed } = await bothEnded(caller);
      expect(incoming).toMatchObject({ from: outside.from, reason: 'hangup_caller', cost: { amount: '0.0000' } });
      expect(placed).toMatchObject({ placedBy: 'forward', to: to.number, from: number, reason: 'forward_over' });
      expect((await rung.ended).by).toBe('far');
      expect(Math.abs((await to.counted()) - placed.duration)).toBeLessThanOrEqual(1);
      const charged = microsOfCents(placed.duration);
      expect(await caller.wallet()).toEqual({ balance: 5_000_000n - charged, held: 0n });
    });

    test('rings there for longer than the bridge may be silent, and is answered', async () => {
      const caller = await callers.caller('5.00');
      const to = farEnds.waiting(aNumber());
      const outside = callIn(await setRule(caller, atOnce(to)));
      await to.rung();
      const rangAt = Date.now();
      await until('six seconds of ringing', async () => Date.now() - rangAt > 6_000);
      to.answer();
      expect(await outside.answered).toEqual({ answered: true });
      await outside.hangUp();
      await bothEnded(caller);
    });

    test('ends for both when who is reached hangs up', async () => {
      const caller = await callers.caller('5.00');
      const to = farEnds.speaking(aNumber(), CALLED_HZ);
      const outside = callIn(await setRule(caller, atOnce(to)));
      await talking(outside, to);
      await (await to.rung()).hangUp();

      const { incoming, placed } = await bothEnded(caller);
      expect(placed).toMatchObject({ reason: 'hangup_callee' });
      expect(incoming).toMatchObject({ reason: 'forward_over' });
      expect((await outside.ended).by).toBe('far');
      expect((await caller.wallet()).held).toBe(0n);
    });

    test('rings a phone first, and goes on when nobody takes it there', async (life) => {
      const caller = await callers.caller('5.00');
      const { phone } = await registeredPhone({ life, stack, caller });
      const to = farEnds.speaking(aNumber(), CALLED_HZ);
      const goesOn = { afterSeconds: 5, then: { do: 'forward', to: to.number, most: null } } as const;
      const open = { do: 'ring', browsers: true, phones: 'all', goesOn } as const;
      const outside = callIn(await setRule(caller, { open }));
      await phone.event('CALL_INCOMING', 30_000);
      await phone.event('CALL_CLOSED', 30_000);
      await talking(outside, to);
      expect((await to.rung()).invite.text).toMatch(/^Diversion: .*reason=no-answer/m);
      await outside.hangUp();

      const { incoming, placed } = await bothEnded(caller);
      expect([incoming.status, placed.status]).toEqual(['completed', 'completed']);
    });

    test('stays with the phone that takes it in time, and nothing goes out', async (life) => {
      const caller = await callers.caller('5.00');
      const { phone } = await registeredPhone({ life, stack, caller });
      const to = farEnds.speaking(aNumber(), CALLED_HZ);
      const goesOn = { afterSeconds: 30, then: { do: 'forward', to: to.number, most: null } } as const;
      const open = { do: 'ring', browsers: true, phones: 'all', goesOn } as const;
      const outside = callIn(await setRule(caller, { open }));
      await phone.event('CALL_INCOMING', 30_000);
      phone.command('accept');
      expect(await outside.answered).toEqual({ answered: true });
      await outside.hangUp();

      await until('the call in the history', async () => (await caller.history()).length === 1);
      expect(await caller.ended((await caller.history())[0]?.id ?? '')).toMatchObject({ reason: 'hangup_caller' });
      expect(await caller.wallet()).toEqual({ balance: 5_000_000n, held: 0n });
    });

    test('ends with the call of a caller who gives up while it rings there', async () => {
      const caller = await callers.caller('5.00');
      const to = farEnds.silent(aNumber(), 'rings');
      const outside = callIn(await setRule(caller, atOnce(to)));
      const rung = await to.rung();
      await outside.hangUp();

      expect((await rung.ended).how).toBe('cancelled');
      const { incoming, placed } = await bothEnded(caller);
      expect([incoming.reason, placed.reason]).toEqual(['cancelled', 'cancelled']);
      expect(await caller.wallet()).toEqual({ balance: 5_000_000n, held: 0n });
    });

    test('costs a second at most where the caller gives up at the very moment of the answer', async () => {
      const caller = await callers.caller('5.00');
      const to = farEnds.waiting(aNumber());
      const outside = callIn(await setRule(caller, atOnce(to)));
      const rung = await to.rung();
      to.answer();
      await outside.hangUp();

      const { incoming, placed } = await bothEnded(caller);
      await rung.ended;
      for (const call of [incoming, placed]) expect(call.duration).toBeLessThanOrEqual(2);
      expect(await caller.wallet()).toMatchObject({ held: 0n });
    });

    test('that finds the telephone busy tells the caller so, and costs nothing', async () => {
      const caller = await callers.caller('5.00');
      const to = farEnds.silent(aNumber(), 486);
      const outside = callIn(await setRule(caller, atOnce(to)));

      expect(await outside.answered).toMatchObject({ answered: false, status: 486 });
      const { incoming, placed } = await bothEnded(caller);
      expect([incoming.status, placed.reason]).toEqual(['failed', 'busy']);
      expect(await caller.wallet()).toEqual({ balance: 5_000_000n, held: 0n });
    });

    test('ends for both to the second when the money does, or what one call may cost', async () => {
      const [poor, careful] = await Promise.all([callers.caller('0.06'), callers.caller('5.00')]);
      const ends = [farEnds.speaking(aNumber(), CALLED_HZ), farEnds.speaking(aNumber(), CALLED_HZ)] as const;
      const outside = [
        callIn(await setRule(poor, atOnce(ends[0]))),
        callIn(await setRule(careful, atOnce(ends[1], '0.07'))),
      ] as const;

      const [spent, bound] = await Promise.all([bothEnded(poor, 30_000), bothEnded(careful, 30_000)]);
      expect(spent.placed).toMatchObject({ reason: 'credit_exhausted', duration: 6 });
      expect(bound.placed).toMatchObject({ reason: 'forward_most', duration: 7 });
      for (const { incoming } of [spent, bound]) expect(incoming.reason).toBe('forward_over');
      for (const each of outside) expect((await each.ended).by).toBe('far');
      expect(await poor.wallet()).toEqual({ balance: 0n, held: 0n });
      expect(await careful.wallet()).toEqual({ balance: 4_930_000n, held: 0n });
    });

    test('of whoever has one cent lasts for what it pays, and of whoever has none calls nobody', async () => {
      const [cent, none] = await Promise.all([callers.caller('0.01'), callers.caller('0.00')]);
      const ends = [farEnds.speaking(aNumber(), CALLED_HZ), farEnds.speaking(aNumber(), CALLED_HZ)] as const;
      const outside = callIn(await setRule(cent, atOnce(ends[0])));
      const refused = callIn(await setRule(none, atOnce(ends[1])));

      const { incoming, placed } = await bothEnded(cent, 30_000);
      expect(placed).toMatchObject({ reason: 'credit_exhausted', duration: 1 });
      expect(incoming.reason).toBe('forward_over');
      expect((await outside.ended).by).toBe('far');
      expect(await cent.wallet()).toEqual({ balance: 0n, held: 0n });

      expect(await refused.answered).toMatchObject({ answered: false });
      expect(await farEnds.counts(ends[1].number)).toEqual([]);
      await until('the call in the history', async () => (await none.history()).length === 1);
      expect((await none.history())[0]).toMatchObject({ direction: 'inbound', cost: { amount: '0.0000' } });
      expect(await none.wallet()).toEqual({ balance: 0n, held: 0n });
    });

    test('to a number whose minutes cost is paid for both ways, and ends when the money does', async () => {
      // Half of it is held for the way in, at a tenth of a cent a second: four seconds are left for the way out.
      const caller = await callers.caller('0.08');
      const to = farEnds.speaking(aNumber(), CALLED_HZ);
      const { accountId } = caller;
      const number = '+14155550188';
      await setRule(caller, atOnce(to));
      await givePricedNumber(callers.database, { accountId, number, perMinute: 60_000n, since: new Date() });
      await sql`update numbers.rule set e164 = ${number} where account_id = ${accountId}`.execute(callers.database);
      const outside = callIn(number);

      const { incoming, placed } = await bothEnded(caller, 40_000);
      expect((await outside.ended).by).toBe('far');
      expect(placed).toMatchObject({ reason: 'credit_exhausted', duration: 4 });
      expect(incoming).toMatchObject({ reason: 'forward_over' });
      const charged = 40_000n + BigInt(incoming.duration) * 1_000n;
      expect(await caller.wallet()).toEqual({ balance: 80_000n - charged, held: 0n });
    });

    test('that comes back to the number that forwarded it ends there', async () => {
      const caller = await callers.caller('5.00');
      const to = farEnds.speaking(aNumber(), CALLED_HZ);
      const number = await setRule(caller, atOnce(to));
      const back = callIn(number, [`Diversion: <sip:${number}@elsewhere.example>;reason=unconditional;counter=1`]);

      expect(await back.answered).toMatchObject({ answered: false, status: 480 });
      await until('the call in the history', async () => (await caller.history()).length === 1);
      expect((await caller.history())[0]).toMatchObject({ reason: 'forward_loop' });
    });
  });

  test('outlives the call bridge: the end of one is still the end of both', async () => {
    const caller = await callers.caller('5.00');
    const to = farEnds.speaking(aNumber(), CALLED_HZ);
    const outside = callIn(await setRule(caller, atOnce(to)));
    await talking(outside, to);

    await stack.callBridge.kill('SIGKILL');
    await talking(outside, to);
    await outside.hangUp();

    const { incoming, placed } = await bothEnded(caller, 20_000);
    expect(incoming.reason).toBe('hangup_caller');
    expect(placed.reason).toBe('forward_over');
    expect((await (await to.rung()).ended).by).toBe('far');
    expect((await caller.wallet()).held).toBe(0n);
    await stack.callBridge.start();
  });
});
