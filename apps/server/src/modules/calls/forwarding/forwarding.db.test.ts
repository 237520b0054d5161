import { type IncomingAsk, micros, microsOfCents, type NumberRule } from '@farline/contracts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import {
  answered,
  type CallsWorld,
  callsWorld,
  CENT_A_SECOND,
  ended,
  failed,
  ringing,
} from '../testing/calls-world.ts';
import { CALLER as ANNA, goOn, ruledNumber } from '../testing/ruled-number.ts';
import { forwardOf } from './forwards-store.ts';

const { database } = await testDatabase();

const MOBILE = '+447700900123';

const atOnce = (to = MOBILE, most: string | null = null): Partial<NumberRule> => ({
  open: { do: 'forward', to, most },
});
const unanswered = (to = MOBILE): Partial<NumberRule> => ({
  open: {
    ...{ do: 'ring', browsers: true, phones: 'all' },
    goesOn: { afterSeconds: 20, then: { do: 'forward', to, most: null } },
  },
});

/** Somebody with money, whose number has a rule. Calls cost a cent a second. */
async function aCalled(balance: string, rule: Partial<NumberRule>, world?: CallsWorld) {
  const calls = world ?? (await callsWorld(database, { terms: CENT_A_SECOND }));
  const { receive: callIn, ...called } = await ruledNumber(calls, { balance, rule });
  return { world: calls, ...called, callIn };
}

const settle = async (world: CallsWorld) =>
  await world.calls.ticks.find(({ name }) => name === 'settle forwards')?.run();

test('a call that goes on at once rings nothing here, and is a call out of the account that shows its number', async () => {
  const { world, number, callIn, customer } = await aCalled('5.00', atOnce());
  const incoming = await callIn();
  expect(incoming.decision).toMatchObject({ decision: 'ring', phones: '', users: '', forwardTo: MOBILE });

  const placed = await goOn(world, incoming);

  expect(placed.decision).toMatchObject({
    ...{ decision: 'allow', callerId: number, grantedSeconds: 150 },
    ...{ diverted: number, divertedBecause: 'unconditional', caller: ANNA, callerTrunks: '' },
  });
  expect(await world.call(placed.id)).toMatchObject({
    ...{ direction: 'outbound', to: MOBILE, from: number, placer: { kind: 'forward', id: null, userId: null } },
  });
  expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 1_500_000n });
  expect(await forwardOf(database, incoming.id)).toMatchObject({ role: 'given', callId: placed.id, number: MOBILE });
  expect(await forwardOf(database, placed.id)).toMatchObject({ role: 'placed', callId: incoming.id, number });
});

test('a call that is not taken goes on after its time, and says so to the carrier', async () => {
  const { world, callIn } = await aCalled('5.00', unanswered());
  const incoming = await callIn();

  expect(incoming.decision).toMatchObject({ decision: 'ring', ringingMs: 20_000, tryingMs: 20_000, forwardTo: MOBILE });
  expect((await goOn(world, incoming)).decision).toMatchObject({ divertedBecause: 'no-answer' });
});

test('a carrier that takes such numbers is shown who calls, unless they do not show it', async () => {
  const { world, callIn } = await aCalled('5.00', atOnce());
  const routing = world.deps.routing;
  const trunks = (await routing.trunks()).map((trunk) => ({ ...trunk, showsCallers: trunk.name === 'sandbox-b' }));
  routing.trunks = async () => trunks;

  expect((await goOn(world, await callIn())).decision).toMatchObject({ caller: ANNA, callerTrunks: 'sandbox-b' });
  const hidden = await goOn(world, await callIn({ privacy: 'id', caller: '+442079460124' }));
  expect(hidden.decision).toMatchObject({ caller: '', callerTrunks: '' });
});

test('no carrier is shown a number that may be forged', async () => {
  const { world, callIn } = await aCalled('5.00', atOnce());
  const routing = world.deps.routing;
  const trunks = (await routing.trunks()).map((trunk) => ({ ...trunk, showsCallers: true }));
  routing.trunks = async () => trunks;

  const forged = await goOn(world, await callIn({ verstat: 'TN-Validation-Failed' }));
  expect(forged.decision).toMatchObject({ decision: 'allow', caller: '', callerTrunks: '' });
  const checked = await goOn(world, await callIn({ verstat: 'TN-Validation-Passed' }));
  expect(checked.decision).toMatchObject({ decision: 'allow', caller: ANNA });
});

describe('a call goes on once, and only while the one that came in rings', () => {
  test('of two INVITEs the second is refused', async () => {
    const { world, callIn } = await aCalled('5.00', atOnce());
    const incoming = await callIn();
    const both = await Promise.all([goOn(world, incoming), goOn(world, incoming)]);

    expect(both.map(({ decision }) => decision.decision).toSorted()).toEqual(['allow', 'refuse']);
    expect((await goOn(world, incoming)).decision).toMatchObject({ decision: 'refuse', status: 403 });
  });

  test('whoever gave up, was answered, or was never to go on is refused', async () => {
    const { world, callIn, setRule } = await aCalled('5.00', unanswered());
    const [given, taken] = [await callIn(), await callIn({ caller: '+442079460124' })];
    await world.report(failed(given, world.clock.now(), 487, 'cancelled'));
    await world.report(answered(taken, world.clock.now()));
    await setRule({});
    const never = await callIn({ caller: '+442079460125' });
    const forged = { decision: { forwardUser: `forward-${never.id}`, forwardTo: MOBILE } };

    for (const incoming of [given, taken, forged]) {
      expect((await goOn(world, incoming)).decision).toMatchObject({ decision: 'refuse', status: 403 });
    }
  });
});

describe('the money', () => {
  test('pays for the call that goes on alone, to the second, and the two end together', async () => {
    const { world, customer, callIn } = await aCalled('5.00', atOnce());
    const incoming = await callIn();
    const placed = await goOn(world, incoming);
    const answeredAt = world.clock.now();
    for (const leg of [placed, incoming]) {
      await world.report(ringing(leg, answeredAt));
      await world.report(answered(leg, answeredAt));
    }
    world.clock.passSeconds(7);
    await world.report(ended(placed, { answeredAt, at: world.clock.now() }, 'callee'));
    await settle(world);
    expect(world.engine.said).toContain(`end ${incoming.sipCallId}`);
    await world.report(ended(incoming, { answeredAt, at: world.clock.now() }, 'server'));
    await settle(world);

    expect(await world.call(placed.id)).toMatchObject({ charge: { answeredSeconds: 7, costMicros: 70_000n } });
    expect(await world.call(incoming.id)).toMatchObject({
      charge: { answeredSeconds: 7, costMicros: 0n },
      progress: { reason: 'forward_over', endedBy: 'farline' },
    });
    expect(await world.wallet(customer)).toEqual({ balance: 4_930_000n, held: 0n });
    const { rows } = await sql<{ isOver: boolean }>`
      select is_over as "isOver" from calls.forward where incoming_call_id = ${incoming.id}`.execute(database);
    expect(rows).toEqual([{ isOver: true }]);
  });

  test('of a caller who gives up while the telephone rings goes back', async () => {
    const { world, customer, callIn } = await aCalled('5.00', atOnce());
    const incoming = await callIn();
    const placed = await goOn(world, incoming);
    await world.report(ringing(placed, world.clock.now()));
    await world.report(failed(incoming, world.clock.now(), 487, 'cancelled'));
    await settle(world);
    expect(world.engine.said).toContain(`cancel ${placed.id}`);
    await world.report(failed(placed, world.clock.now(), 487, 'cancelled'));

    expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 0n });
  });

  test('is not spent for a telephone that answered and that nobody puts through: it is hung up after five seconds', async () => {
    const { world, callIn } = await aCalled('5.00', atOnce());
    const incoming = await callIn();
    const placed = await goOn(world, incoming);
    for (const leg of [placed, incoming]) await world.report(ringing(leg, world.clock.now()));
    const answeredAt = world.clock.now();
    // The server was away for a minute.
    world.clock.passSeconds(60);
    await world.report(answered(placed, answeredAt));
    await settle(world);
    world.clock.passSeconds(4);
    await settle(world);
    expect(world.engine.said).not.toContain(`end ${placed.sipCallId}`);
    world.clock.passSeconds(2);
    await settle(world);
    expect(world.engine.said).toContain(`end ${placed.sipCallId}`);
    await world.report(ended(placed, { answeredAt, at: world.clock.now() }, 'server'));
    await settle(world);
    expect(world.engine.said).toContain(`cancel ${incoming.id}`);
  });

  test('is not kept for a telephone that rings on while the caller speaks to voicemail', async () => {
    const { world, customer, callIn } = await aCalled('5.00', { ...atOnce(), unanswered: { do: 'voicemail' } });
    const incoming = await callIn();
    const placed = await goOn(world, incoming);
    for (const leg of [placed, incoming]) await world.report(ringing(leg, world.clock.now()));
    await world.report(answered(incoming, world.clock.now(), 'attendant'));
    await settle(world);
    world.clock.passSeconds(6);
    await settle(world);
    expect(world.engine.said).toContain(`cancel ${placed.id}`);
    await world.report(failed(placed, world.clock.now(), 487, 'cancelled'));
    expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 0n });
  });

  test('is never spent beyond what one call may cost', async () => {
    const { world, customer, callIn } = await aCalled('5.00', atOnce(MOBILE, '0.9'));
    const placed = await goOn(world, await callIn());
    expect(placed.decision).toMatchObject({ decision: 'allow', grantedSeconds: 90 });
    const answeredAt = world.clock.now();
    await world.report(answered(placed, answeredAt));
    world.clock.passSeconds(16);
    await world.tick('due calls');

    expect(await world.call(placed.id)).toMatchObject({
      ...{ grantedSeconds: 90, isEndKnown: true, endBecause: 'forward_most' },
    });
    world.clock.passSeconds(74);
    await world.report(ended(placed, { answeredAt, at: world.clock.now() }, 'limit'));
    expect(await world.call(placed.id)).toMatchObject({
      ...{ charge: { costMicros: 900_000n }, progress: { reason: 'forward_most' } },
    });
    expect(await world.wallet(customer)).toEqual({ balance: 4_100_000n, held: 0n });
  });

  test('that does not pay for a second places nothing, and says why', async () => {
    const { world, customer, callIn } = await aCalled('0.009', atOnce());
    const incoming = await callIn();

    expect((await goOn(world, incoming)).decision).toMatchObject({ decision: 'refuse', status: 480 });
    expect(await forwardOf(database, incoming.id)).toMatchObject({
      ...{ role: 'given', callId: null },
      refusal: { code: 'out_of_credit', message: 'Your balance doesn’t cover this call. Add funds and call again.' },
    });
    expect(await world.wallet(customer)).toEqual({ balance: 9_000n, held: 0n });
  });

  test('for three is never held for fifty callers at once', async () => {
    const { world, customer, callIn } = await aCalled('0.90', atOnce());
    const incoming = await Promise.all(
      Array.from({ length: 50 }, (_, each) => callIn({ caller: `+4420794602${String(each).padStart(2, '0')}` })),
    );
    const placed = await Promise.all(incoming.map((each) => goOn(world, each)));

    const allowed = placed.flatMap(({ decision }) => (decision.decision === 'allow' ? [decision.grantedSeconds] : []));
    expect(allowed.length).toBeGreaterThan(0);
    const { balance, held } = await world.wallet(customer);
    expect(balance).toBe(900_000n);
    expect(held).toBeLessThanOrEqual(balance);
    expect(microsOfCents(allowed.reduce((sum, seconds) => sum + seconds, 0))).toBe(held);
  });
});

describe('a call that goes round goes on no more', () => {
  const cases: [string, Partial<IncomingAsk>][] = [
    ['forwarded by this very number', { diversion: '<sip:NUMBER@carrier>;reason=unconditional' }],
    ['forwarded five times', { diversion: '<sip:+13125550123@carrier>;counter=5' }],
    ['with this number in its history', { history: '<sip:NUMBER@a>;index=1,<sip:+1312@b;cause=302>;index=1.1' }],
    ['from this very number', { caller: 'NUMBER' }],
  ];
  test.each(cases)('%s', async (_what, wanted) => {
    const { number, callIn } = await aCalled('5.00', atOnce());
    const written = Object.entries(wanted).map(([key, value]) => [key, String(value).replace('NUMBER', number)]);

    const { decision } = await callIn(Object.fromEntries(written));

    expect(decision).toMatchObject({ decision: 'refuse', status: 480 });
  });

  test('one that no header tells of, once it has come back a few times: it rings here alone', async () => {
    const { world, callIn } = await aCalled('5.00', unanswered());
    for (let time = 1; time <= 3; time++) {
      const placed = await goOn(world, await callIn());
      expect(placed.decision).toMatchObject({ decision: 'allow' });
      await world.report(ringing(placed, world.clock.now()));
    }

    const again = await callIn();
    expect(again.decision).toMatchObject({ decision: 'ring' });
    expect(again.decision).not.toHaveProperty('forwardTo');
    expect((await callIn({ caller: '+442079460199' })).decision).toHaveProperty('forwardTo', MOBILE);
  });

  test('between two accounts that forward to one another', async () => {
    const one = await aCalled('5.00', {});
    const other = await aCalled('5.00', atOnce(one.number), one.world);
    await one.setRule(atOnce(other.number));

    for (const each of [one, other]) {
      const { decision, id } = await each.callIn();
      expect(decision).toMatchObject({ decision: 'refuse', status: 480 });
      expect(await one.world.call(id)).toMatchObject({ progress: { reason: 'forward_loop' } });
    }
  });
});

test('an account that was closed while its call rang forwards nothing', async () => {
  const { world, customer, callIn } = await aCalled('5.00', unanswered());
  const incoming = await callIn();
  await sql`update accounts.account set state = 'closed' where id = ${customer.accountId}`.execute(database);

  expect((await goOn(world, incoming)).decision).toMatchObject({ decision: 'refuse', status: 480 });
  expect(await forwardOf(database, incoming.id)).toMatchObject({ callId: null });
  expect((await world.wallet(customer)).held).toBe(micros(0n));
});
