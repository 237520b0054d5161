import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';
import { clearRateLimit, forgetEndedRateLimits, takeFromRateLimit } from './rate-limits.ts';
import { CLOCKS_APART_SECONDS } from './windows.ts';

const { database } = await testDatabase();
const start = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

test('the try after the last allowed one is told how long to wait, and the next window is fresh', async () => {
  const limit = { key: newId(), most: 2, windowSeconds: 60 };
  expect(await takeFromRateLimit(database, limit, start)).toBe(0);
  expect(await takeFromRateLimit(database, limit, after(10))).toBe(0);
  expect(await takeFromRateLimit(database, limit, after(20))).toBe(40);
  expect(await takeFromRateLimit(database, limit, after(60))).toBe(0);
});

test('a window that was begun by a clock that was ahead is over once the clock is right', async () => {
  const limit = { key: newId(), most: 1, windowSeconds: 60 };
  await takeFromRateLimit(database, limit, after(365 * 86_400));
  await takeFromRateLimit(database, limit, after(365 * 86_400));
  expect(await takeFromRateLimit(database, limit, start)).toBe(0);
  expect(await takeFromRateLimit(database, limit, after(1))).toBe(59);
});

test('a server whose clock is behind by no more than clocks are apart begins no window anew, and one beyond does', async () => {
  const limit = { key: newId(), most: 1, windowSeconds: 60 };
  await takeFromRateLimit(database, limit, after(CLOCKS_APART_SECONDS));
  expect(await takeFromRateLimit(database, limit, start)).toBe(CLOCKS_APART_SECONDS + 60);
  expect(await takeFromRateLimit(database, limit, after(-1))).toBe(0);
});

test('fifty tries at once take exactly what is allowed', async () => {
  const limit = { key: newId(), most: 7, windowSeconds: 60 };
  const waits = await Promise.all(
    Array.from({ length: 50 }, async () => await takeFromRateLimit(database, limit, start)),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(7);
});

test('a cleared limit begins anew; an ended one is removed', async () => {
  const limit = { key: newId(), most: 1, windowSeconds: 60 };
  await takeFromRateLimit(database, limit, start);
  await clearRateLimit(database, limit.key);
  expect(await takeFromRateLimit(database, limit, start)).toBe(0);
  await forgetEndedRateLimits(database, after(61));
  expect(await takeFromRateLimit(database, limit, after(30))).toBe(0);
});
