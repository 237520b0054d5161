import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

test('never more run at once than may, and all get their turn, in order', async () => {
  const limit = new ConcurrencyLimit({ atOnce: 2, waiting: 10 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const task = (number: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    order.push(number);
  };
  await Promise.all([1, 2, 3, 4, 5].map((number) => limit.run(task(number))));
  expect(most).toBe(2);
  expect(order).toEqual([1, 2, 3, 4, 5]);
});

test('a task that fails gives its place to the next', async () => {
  const limit = new ConcurrencyLimit({ atOnce: 1, waiting: 10 });
  const failing = limit.run(() => Promise.reject(new Error('no')));
  const next = limit.run(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('when the line is full the next is refused', async () => {
  const limit = new ConcurrencyLimit({ atOnce: 1, waiting: 0 });
  const first = limit.run(() => Promise.resolve(1));
  await expect(limit.run(() => Promise.resolve(2))).rejects.toThrow('Too much');
  expect(await first).toBe(1);
});
