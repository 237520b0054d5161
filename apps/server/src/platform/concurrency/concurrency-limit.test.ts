import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

test('a few run at once, the next ones in line take their slots, and whoever finds the line full is refused', async () => {
  const limited = createConcurrencyLimit({ atOnce: 2, mostWaiting: 2, busy: () => new Error('busy') });
  const begun: number[] = [];
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const work = ends.map(({ promise }, number) =>
    limited(async () => {
      begun.push(number);
      await promise;
    }),
  );
  await expect(limited(async () => {})).rejects.toThrow('busy');
  expect(begun).toEqual([0, 1]);

  ends[1]?.reject(new Error('failed'));
  await expect(work[1]).rejects.toThrow('failed');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all([work[0], work[2], work[3]]);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(await limited(async () => 'free')).toBe('free');
});
