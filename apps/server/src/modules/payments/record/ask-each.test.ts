import { expect, test } from 'vitest';
import { askEach } from './ask-each.ts';

/** A queue of numbers of which the even ones fail with `error`. */
function queueOf(waiting: number[], error: Error) {
  const [asked, failed]: [number[], number[]] = [[], []];
  return {
    waiting,
    asked,
    failed,
    queue: {
      most: 4,
      take: async () => waiting.shift() ?? null,
      ask: async (one: number) => {
        asked.push(one);
        if (one % 2 === 0) throw error;
      },
      failed: (one: number) => void failed.push(one),
    },
  };
}

test('however many fail, those behind them are asked for, and only so many at once', async () => {
  const { queue, waiting, asked, failed } = queueOf([2, 4, 5, 6, 7, 8], new Error('not understood'));

  await askEach(queue);

  expect(asked).toEqual([2, 4, 5, 6]);
  expect(failed).toEqual([2, 4, 6]);
  expect(waiting).toEqual([7, 8]);
});

test('a provider that is not there is left alone, and those behind are not taken', async () => {
  const isGone = Object.assign(new Error('no answer'), { isUnreachable: true });
  const { queue, waiting, asked } = queueOf([1, 2, 3], isGone);

  await askEach(queue);

  expect(asked).toEqual([1, 2]);
  expect(waiting).toEqual([3]);
});
