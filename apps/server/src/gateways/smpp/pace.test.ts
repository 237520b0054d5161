import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPace, type Pace } from './pace.ts';

/** When so many sends go out that are all there at once, by the millisecond. */
function sendAll(
  pace: Pace,
  { count, from = 0, lateMs = 0 }: { count: number; from?: number; lateMs?: number },
): number[] {
  const sent: number[] = [];
  let now = from;
  while (sent.length < count) {
    const waitMs = pace.waitMs(now);
    if (waitMs > 0) {
      now += waitMs + lateMs;
      continue;
    }
    pace.sent(now);
    sent.push(now);
  }
  return sent;
}

const inFirstSecond = (sent: readonly number[]) => sent.filter((at) => at - (sent[0] ?? 0) < 1000).length;

test('no second sees more sends than were agreed, however late timers are', () => {
  const perSecond = fc.integer({ min: 1, max: 200 });
  fc.assert(
    fc.property(perSecond, fc.integer({ min: 0, max: 30 }), (rate, lateMs) => {
      const sent = sendAll(createPace({ perSecond: rate, now: 0 }), { count: rate * 3, lateMs });
      for (const [index, at] of sent.entries()) {
        expect((sent[index + rate] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(1000);
      }
    }),
  );
});

test.each([1, 10, 500])('where timers are late by a millisecond, %i a second are nearly reached', (perSecond) => {
  const sent = sendAll(createPace({ perSecond, now: 0 }), { count: perSecond * 5, lateMs: 1 });

  expect(sent.at(-1)).toBeLessThan(5200);
});

test('where nothing was agreed nothing waits', () => {
  expect(sendAll(createPace({ perSecond: null, now: 0 }), { count: 10_000 }).at(-1)).toBe(0);
});

test('a carrier that throttles is sent half as much, and a tenth more each second after it', () => {
  const pace = createPace({ perSecond: 100, now: 0 });
  const before = sendAll(pace, { count: 100 });
  const throttledAt = (before.at(-1) ?? 0) + 1;
  pace.throttled(throttledAt);

  expect(inFirstSecond(sendAll(pace, { count: 100, from: throttledAt }))).toBeLessThanOrEqual(52);
  const later = throttledAt + 20_000;
  expect(inFirstSecond(sendAll(pace, { count: 200, from: later }))).toBeGreaterThan(90);
});

test('many throttled messages of one burst slow us once', () => {
  const pace = createPace({ perSecond: 100, now: 0 });
  sendAll(pace, { count: 100 });
  for (let index = 0; index < 50; index++) pace.throttled(1000);

  expect(inFirstSecond(sendAll(pace, { count: 100, from: 1001 }))).toBeGreaterThan(40);
});

test('a carrier that throttles everything is still asked once a second', () => {
  const pace = createPace({ perSecond: null, now: 0 });
  for (let now = 0; now < 60_000; now += 5000) pace.throttled(now);

  expect(pace.waitMs(61_000)).toBeLessThanOrEqual(1020);
});

test('where nothing was agreed, what is slowed recovers to no bound at all', () => {
  const pace = createPace({ perSecond: null, now: 0 });
  sendAll(pace, { count: 50 });
  pace.throttled(10);
  expect(pace.waitMs(10)).toBeGreaterThan(0);

  expect(sendAll(pace, { count: 10_000, from: 120_000 }).at(-1)).toBe(120_000);
});

/** How many sends of each second go out where there are always more, and the carrier says after each how loaded it is. */
function sendLoaded(pace: Pace, { from, seconds, load }: { from: number; seconds: number; load: number }): number[] {
  const counts = Array.from({ length: seconds }, () => 0);
  for (let now = from; now < from + seconds * 1000; ) {
    const waitMs = pace.waitMs(now);
    if (waitMs === 0) {
      pace.sent(now);
      pace.loaded(now, load);
      const second = Math.floor((now - from) / 1000);
      counts[second] = (counts[second] ?? 0) + 1;
    }
    now += Math.max(1, waitMs);
  }
  return counts;
}

test('a carrier that is nearly too loaded is sent a tenth less each second, and more again when it has room', () => {
  const pace = createPace({ perSecond: 100, now: 0 });
  expect(sendLoaded(pace, { from: 0, seconds: 5, load: 50 }).at(-1)).toBeGreaterThan(95);

  const easing = sendLoaded(pace, { from: 5_000, seconds: 6, load: 95 });
  expect(easing.at(-1)).toBeLessThan(70);
  expect(easing.at(-1)).toBeGreaterThan(40);

  const held = sendLoaded(pace, { from: 11_000, seconds: 5, load: 85 });
  expect(Math.abs((held.at(-1) ?? 0) - (held[1] ?? 0))).toBeLessThanOrEqual(2);

  expect(sendLoaded(pace, { from: 16_000, seconds: 15, load: 20 }).at(-1)).toBeGreaterThan(95);
});

test('a carrier that is too loaded is sent half as much each second, and still once a second', () => {
  const pace = createPace({ perSecond: 64, now: 0 });
  const counts = sendLoaded(pace, { from: 0, seconds: 12, load: 100 });

  expect(counts[2]).toBeLessThan(25);
  expect(counts.slice(-4).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(3);
});

test('a line that is hardly used is not slowed by how loaded its carrier is, until that is too much', () => {
  const pace = createPace({ perSecond: 100, now: 0 });
  pace.sent(0);
  pace.loaded(1, 90);
  expect(inFirstSecond(sendAll(pace, { count: 200, from: 2_000 }))).toBeGreaterThan(90);
  pace.sent(10_000);
  pace.loaded(10_001, 100);
  expect(inFirstSecond(sendAll(pace, { count: 200, from: 10_002 }))).toBeLessThan(5);
});
