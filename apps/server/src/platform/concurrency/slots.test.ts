import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

test('whoever waits comes in order, and a slot freed twice is one', async () => {
  const slots = createSlots({ atOnce: 1, mostWaiting: 10, patienceMs: 60_000 });
  const first = await slots.take();
  const order: number[] = [];
  const second = slots.take().then((release) => [order.push(2), release] as const);
  const third = slots.take().then((release) => [order.push(3), release] as const);
  first?.();
  first?.();
  const [, releaseSecond] = await second;
  expect(order).toEqual([2]);
  releaseSecond?.();
  const [, releaseThird] = await third;
  expect(order).toEqual([2, 3]);
  const idle = slots.idle();
  releaseThird?.();
  await idle;
});

test('whoever has waited too long gets none, and neither does one behind too many', async () => {
  const slots = createSlots({ atOnce: 1, mostWaiting: 1, patienceMs: 20 });
  const release = await slots.take();
  const late = slots.take();
  expect(await slots.take()).toBeNull();
  expect(await late).toBeNull();
  release?.();
  expect(await slots.take()).not.toBeNull();
});
