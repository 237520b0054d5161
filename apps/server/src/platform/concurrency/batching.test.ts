import { expect, test } from 'vitest';
import { batched, gathered } from './batching.ts';

/** Work that waits for the test, and says what it was given. */
function work() {
  const batches: (readonly number[])[] = [];
  const finish: (() => void)[] = [];
  return {
    batches,
    go: async () => {
      await expect.poll(() => finish.length).toBeGreaterThan(0);
      finish.shift()?.();
    },
    take: async (items: readonly number[]) => {
      batches.push(items);
      await new Promise<void>((resolve) => finish.push(resolve));
    },
  };
}

test('what comes at once is done at once, and what comes meanwhile is done next', async () => {
  const { batches, go, take } = work();
  const add = gathered({ most: 3, work: take });
  const first = [1, 2].map(add);
  await expect.poll(() => batches).toEqual([[1, 2]]);
  const next = [3, 4, 5, 6].map(add);
  expect(batches).toHaveLength(1);
  await go();
  await Promise.all(first);
  await go();
  await go();
  await Promise.all(next);
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('what is done is said when its batch is done, and not before', async () => {
  const { go, take } = work();
  const add = gathered({ most: 10, work: take });
  let isDone = false;
  const one = add(1).then(() => {
    isDone = true;
  });
  expect(isDone).toBe(false);
  await go();
  await one;
});

test('one that fails fails alone, and whatever comes later is done', async () => {
  const done: number[] = [];
  const add = gathered<number>({
    most: 10,
    work: async (items) => {
      if (items.includes(2)) throw new Error('two is none');
      done.push(...items);
    },
  });
  const tried = await Promise.allSettled([1, 2, 3].map(add));
  expect(tried.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await add(4);
  expect(done.toSorted()).toEqual([1, 3, 4]);
});

test('each gets its own answer, and of those that fail together only its own failure', async () => {
  const half = batched<number, number>({
    most: 10,
    work: async (items) => {
      if (items.includes(3)) throw new Error('three has no half');
      return items.map((item) => item / 2);
    },
  });
  expect(await Promise.all([2, 4, 6].map(half))).toEqual([1, 2, 3]);
  const tried = await Promise.allSettled([2, 3, 4].map(half));
  expect(tried.map((one) => (one.status === 'fulfilled' ? one.value : 'none'))).toEqual([1, 'none', 2]);
});

test('what comes soon after a serving waits for what else comes', async () => {
  const { batches, go, take } = work();
  let nowMs = 1_000;
  const rests: { ms: number; end: () => void }[] = [];
  const wait = async (ms: number) => await new Promise<void>((end) => rests.push({ ms, end }));
  const add = batched<number, null>({
    most: 10,
    everyMs: 300,
    time: { nowMs: () => nowMs, wait },
    work: async (items) => {
      await take(items);
      return items.map(() => null);
    },
  });
  const first = add(1);
  await go();
  await first;
  nowMs += 100;
  const second = add(2);
  await expect.poll(() => rests.map(({ ms }) => ms)).toEqual([200]);
  const third = add(3);
  rests[0]?.end();
  await go();
  await Promise.all([second, third]);
  expect(batches).toEqual([[1], [2, 3]]);
});

const bounds = { mostWaiting: 2, longestMs: 100_000, busy: () => new Error('busy') };

test('who finds the line full is refused at once, and those in it are served', async () => {
  const { batches, go, take } = work();
  const answer = batched<number, void>({ most: 1, bounds, work: async (items) => [await take(items)] });
  const first = answer(1);
  await expect.poll(() => batches).toEqual([[1]]);
  const next = [2, 3].map(answer);
  await expect(answer(4)).rejects.toThrow('busy');
  for (const _ of [1, 2, 3]) await go();
  await Promise.all([first, ...next]);
  expect(batches).toEqual([[1], [2], [3]]);
});

test('who has waited for too long is refused, and is not served after that', async () => {
  const { batches, go, take } = work();
  const answer = batched<number, void>({
    most: 2,
    bounds: { ...bounds, longestMs: 1 },
    work: async (items) => {
      await take(items);
      return items.map(() => undefined);
    },
  });
  const first = answer(1);
  await expect.poll(() => batches).toEqual([[1]]);
  await expect(answer(2)).rejects.toThrow('busy');
  await go();
  await first;
  const later = answer(3);
  await go();
  await later;
  expect(batches).toEqual([[1], [3]]);
});

test('the line is measured by the first of each key alone, and by nobody who was refused', async () => {
  const { batches, go, take } = work();
  const inLine = new Set<number>();
  let joined = 0;
  const join = () => {
    const place = (joined += 1);
    inLine.add(place);
    return () => void inLine.delete(place);
  };
  const answer = batched<number, void>({
    most: 1,
    line: { join },
    aloneBy: (item: number) => String(item % 10),
    bounds: { ...bounds, mostWaiting: 4 },
    work: async (items) => [await take(items)],
  });
  const first = answer(1);
  await expect.poll(() => batches).toEqual([[1]]);
  const next = [2, 12, 3, 22].map(answer);
  await expect(answer(4)).rejects.toThrow('busy');
  expect([joined, inLine.size]).toEqual([3, 2]);
  for (const _ of [1, 2, 3, 4, 5]) await go();
  await Promise.all([first, ...next]);
  expect(inLine.size).toBe(0);
});

test('of those that are not to be done at once the first is done, and what comes behind them does not wait for them', async () => {
  const { batches, go, take } = work();
  const answer = batched<number, void>({
    most: 3,
    aloneBy: (item) => String(item % 10),
    work: async (items) => {
      await take(items);
      return items.map(() => undefined);
    },
  });
  const all = [1, 11, 2, 21, 3, 4].map(answer);
  for (const _ of [1, 2, 3]) await go();
  await Promise.all(all);
  expect(batches).toEqual([[1, 2, 3], [11, 4], [21]]);
});
