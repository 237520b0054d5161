import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentWork } from './recent-work.ts';

const BOUNDS = { spanMs: 10_000, mostOwners: 100 };

test('who had much of late is above its share, for as long as it is of late', () => {
  const recent = new RecentWork(BOUNDS);
  for (let work = 0; work < 30; work += 1) recent.add('greedy', 1_000);
  for (const owner of ['ada', 'bob', 'cleo']) recent.add(owner, 1_000);

  expect(recent.isAboveItsShare('greedy', 2_000)).toBe(true);
  expect(recent.isAboveItsShare('ada', 2_000)).toBe(false);
  expect(recent.isAboveItsShare('nobody yet', 2_000)).toBe(false);
  expect(recent.isAboveItsShare('greedy', 15_000)).toBe(true);
  expect(recent.isAboveItsShare('greedy', 31_000)).toBe(false);
});

test('who is alone has all of it, and is not above its share', () => {
  const recent = new RecentWork(BOUNDS);
  for (let work = 0; work < 1_000; work += 1) recent.add('ada', work);
  expect(recent.isAboveItsShare('ada', 1_000)).toBe(false);
});

test('whoever comes, memory holds no more than two spans of owners, and who has a tenth of all is still known', () => {
  const flood = fc.array(fc.nat(10_000), { minLength: 500, maxLength: 2_000 });
  fc.assert(
    fc.property(flood, (owners) => {
      const recent = new RecentWork(BOUNDS);
      for (const [place, owner] of owners.entries()) {
        recent.add(`stranger ${owner}`, place);
        if (place % 10 === 0) recent.add('greedy', place);
        expect(recent.size).toBeLessThanOrEqual(2 * BOUNDS.mostOwners);
      }
      expect(recent.isAboveItsShare('greedy', owners.length)).toBe(true);
    }),
    { numRuns: 30 },
  );
});
