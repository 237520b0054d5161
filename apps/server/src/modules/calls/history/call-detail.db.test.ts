import { callDetailReply, micros, qualityReceipt } from '@farline/contracts';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type ApiCustomer, apiCustomer } from '../../../testing/api-customer.ts';
import { testApp } from '../../../testing/test-app.ts';
import { answered, callsWorld, ended, ringing, testClock } from '../testing/calls-world.ts';

/** Its routes go by the real clock; its own ticks would meddle with the calls of the worlds. */
const app = await testApp({ FARLINE_ROLES: 'api' });
const ago = (seconds: number) => testClock(new Date(Date.now() - seconds * 1000));
const world = await callsWorld(app.database, { clock: ago(30) });

async function aCustomer(): Promise<ApiCustomer> {
  return await apiCustomer(app);
}

async function detailOf(customer: ApiCustomer, id: string) {
  const { status, body } = await customer.ask('GET', `/calls/${id}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return callDetailReply.parse(body);
}

const samples = (...seconds: number[]) => ({
  samples: seconds.map((second) => ({ second, lossPercent: 1.5, jitterMs: 4, roundTripMs: second % 2 ? null : 60 })),
});

test('a call that was lengthened explains each of it, and its price', async () => {
  const past = await callsWorld(app.database, { clock: ago(3600) });
  const customer = await aCustomer();
  const call = await past.place(customer);
  const answeredAt = past.clock.now();
  await past.report(ringing(call, answeredAt));
  await past.report(answered(call, answeredAt));
  past.keepHeard(call);
  past.clock.passSeconds(106);
  await past.tick('due calls');
  const { grantedSeconds } = await past.call(call.id);
  past.clock.passSeconds(14);
  await past.report(ended(call, { answeredAt, at: past.clock.now() }, 'callee'));

  const detail = await detailOf(customer, call.id);

  expect(detail.timeline.map((entry) => entry.event)).toEqual([
    'dialled',
    'allowed',
    'rang',
    'answered',
    'extended',
    'ended',
  ]);
  expect(detail.timeline).toContainEqual(expect.objectContaining({ event: 'extended', grantedSeconds }));
  expect(detail.timeline.at(-1)).toMatchObject({
    by: 'callee',
    reason: 'hangup_callee',
    reasonText: 'They hung up.',
  });
  expect(detail.route).toMatchObject([{ trunk: 'sandbox-a', outcome: 'answered', sipStatus: 200 }]);
  expect(detail.priceLines).toEqual([
    { line: 'answered', seconds: 120 },
    { line: 'first_increment', count: 1, seconds: 60, totalSeconds: 60 },
    { line: 'next_increments', count: 1, seconds: 60, totalSeconds: 60 },
    {
      line: 'time',
      billedSeconds: 120,
      perMinute: { amount: '0.0200', currency: 'USD' },
      amount: { amount: '0.0400', currency: 'USD' },
      isRoundedUp: false,
    },
    { line: 'total', amount: detail.call.cost },
  ]);
  expect(detail.quality).toBeNull();
});

test('the warning stands in the timeline with the seconds that were left', async () => {
  // Two dollars at a cent a second: 200 seconds.
  const costly = await callsWorld(app.database, {
    clock: ago(3600),
    terms: {
      currency: 'USD',
      perMinuteMicros: micros(600_000n),
      connectionMicros: micros(0n),
      minimumSeconds: 0,
      firstSeconds: 1,
      nextSeconds: 1,
    },
  });
  const customer = await aCustomer();
  const call = await costly.talk(customer);
  costly.keepHeard(call);
  costly.clock.passSeconds(80);
  await costly.tick('due calls');
  costly.clock.passSeconds(60);
  await costly.tick('due calls');

  const detail = await detailOf(customer, call.id);

  expect(detail.timeline.filter((entry) => entry.event === 'warned')).toMatchObject([
    { by: 'farline', secondsLeft: 60 },
  ]);
  expect(detail.priceLines).toEqual([]);
});

test('what the browser measures comes back as a curve; what comes twice is dropped', async () => {
  const customer = await aCustomer();
  const call = await world.talk(customer);
  const send = async (...seconds: number[]) => {
    const { status, body } = await customer.ask('POST', `/calls/${call.id}/quality`, samples(...seconds));
    expect(status, JSON.stringify(body)).toBe(200);
    return qualityReceipt.parse(body).kept;
  };

  expect(await send(0, 1, 2)).toBe(3);
  expect(await send(0, 1, 2)).toBe(0);
  expect(await send(2, 3, 3)).toBe(1);
  // Later than the call can be.
  expect(await send(80_000)).toBe(0);

  const { quality } = await detailOf(customer, call.id);
  expect(quality?.points.map((point) => point.second)).toEqual([0, 1, 2, 3]);
  expect(quality?.points[1]).toMatchObject({ lossPercent: 1.5, jitterMs: 4, roundTripMs: null });
  expect(quality?.average).toMatchObject({ lossPercent: 1.5, jitterMs: 4, roundTripMs: 60 });
});

test('two browsers that send the same seconds at once keep them once', async () => {
  const customer = await aCustomer();
  const call = await world.talk(customer);

  await Promise.all(
    [0, 1, 2, 3].map((first) => customer.ask('POST', `/calls/${call.id}/quality`, samples(first, 3, 4))),
  );

  const { quality } = await detailOf(customer, call.id);
  expect(quality?.points.map((point) => point.second)).toEqual([0, 1, 2, 3, 4]);
});

test("only answered calls are measured, of one's own, and not long after their end", async () => {
  const customer = await aCustomer();
  const placed = await world.place(customer);
  expect(await customer.ask('POST', `/calls/${placed.id}/quality`, samples(0))).toMatchObject({
    status: 409,
    body: { code: 'call_not_answered' },
  });

  const past = await callsWorld(app.database, { clock: ago(3600) });
  const over = await past.talk(customer);
  const answeredAt = past.clock.now();
  await past.report(ended(over, { answeredAt, at: answeredAt }));
  expect(await customer.ask('POST', `/calls/${over.id}/quality`, samples(0))).toMatchObject({
    status: 409,
    body: { code: 'call_over' },
  });

  const stranger = await aCustomer();
  const theirs = await world.talk(stranger);
  for (const id of [theirs.id, newId(), 'odd']) {
    expect((await customer.ask('POST', `/calls/${id}/quality`, samples(0))).status).toBe(404);
    expect((await customer.ask('GET', `/calls/${id}`)).status).toBe(404);
  }
});

test.each([
  [{ samples: [] }],
  [{ samples: Array.from({ length: 121 }, (_, second) => ({ second, lossPercent: 0, jitterMs: 0, roundTripMs: 0 })) }],
  [{ samples: [{ second: -1, lossPercent: 0, jitterMs: 0, roundTripMs: 0 }] }],
  [{ samples: [{ second: 0, lossPercent: 101, jitterMs: 0, roundTripMs: 0 }] }],
  [{ samples: [{ second: 0, lossPercent: 0, jitterMs: 'x', roundTripMs: 0 }] }],
])('%j is no report of quality', async (body) => {
  const customer = await aCustomer();
  const call = await world.talk(customer);
  expect((await customer.ask('POST', `/calls/${call.id}/quality`, body)).status).toBe(400);
});
