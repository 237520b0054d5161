import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('whoever waits comes in order, and a place given back twice is one', async () => {
  const turns = createTurns({ most: 1, mostWaiting: 10, patienceMs: 60_000 });
  const first = await turns.take();
  const order: number[] = [];
  const second = turns.take().then((release) => [order.push(2), release] as const);
  const third = turns.take().then((release) => [order.push(3), release] as const);
  first?.();
  first?.();
  const [, releaseSecond] = await second;
  expect(order).toEqual([2]);
  releaseSecond?.();
  const [, releaseThird] = await third;
  expect(order).toEqual([2, 3]);
  const idle = turns.idle();
  releaseThird?.();
  await idle;
});

test('a turn that does not come in time is none, and neither is one behind too many', async () => {
  const turns = createTurns({ most: 1, mostWaiting: 1, patienceMs: 20 });
  const release = await turns.take();
  const late = turns.take();
  expect(await turns.take()).toBeNull();
  expect(await late).toBeNull();
  release?.();
  expect(await turns.take()).not.toBeNull();
});
