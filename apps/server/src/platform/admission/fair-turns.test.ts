import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairTurns } from './fair-turns.ts';
import { WaitingLine } from './waiting-line.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Turns of which each is over when the test says so. */
function turnsOf(bounds: { atOnce: number; mostWaiting: number }) {
  const line = new WaitingLine();
  const turns = createFairTurns({ ...bounds, patienceMs: 5_000, busy: () => new Error('busy'), line });
  const begun: string[] = [];
  const running: (() => void)[] = [];
  return {
    begun,
    line,
    turns,
    /** Gives whether it was done or refused. */
    want: async (owner: string, times = 1) =>
      await Promise.allSettled(
        Array.from({ length: times }, async () => {
          await turns.run(owner, async () => {
            begun.push(owner);
            await new Promise<void>((resolve) => running.push(resolve));
          });
        }),
      ),
    endOne: async () => {
      running.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
    /** One ends after the other, until none is left. */
    endAll: async () => {
      for (let next = running.shift(); next !== undefined; next = running.shift()) {
        next();
        await vi.advanceTimersByTimeAsync(0);
      }
    },
  };
}
const countOf = (settled: PromiseSettledResult<void>[], status: 'fulfilled' | 'rejected') =>
  settled.filter((one) => one.status === status).length;

test('a few run at once, and those who wait take turns, however many another wants', async () => {
  const { want, begun, endAll } = turnsOf({ atOnce: 2, mostWaiting: 100 });
  const all = [want('greedy', 8), want('ada'), want('bob')];
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['greedy', 'greedy']);

  await endAll();
  await Promise.all(all);
  expect(begun.slice(2, 6)).toEqual(['greedy', 'ada', 'bob', 'greedy']);
  expect(begun).toHaveLength(10);
});

test('whoever fills the line loses the last of theirs to whoever comes, and gets no more in', async () => {
  const { want, endAll, begun } = turnsOf({ atOnce: 1, mostWaiting: 10 });
  const greedy = want('greedy', 50);
  const others = ['ada', 'bob', 'cora', 'dan'].map(async (owner) => await want(owner));
  const more = want('greedy', 50);
  await vi.advanceTimersByTimeAsync(0);
  await endAll();

  for (const other of others) expect(countOf(await other, 'fulfilled')).toBe(1);
  expect(countOf(await greedy, 'fulfilled')).toBe(7);
  expect(countOf(await more, 'fulfilled')).toBe(0);
  expect(begun.slice(1, 6)).toEqual(['greedy', 'ada', 'bob', 'cora', 'dan']);
});

test('whoever has waited for too long is refused, never runs, and leaves the line as it was', async () => {
  const { want, endAll, begun } = turnsOf({ atOnce: 1, mostWaiting: 10 });
  const first = want('ada');
  const late = want('bob', 2);
  await vi.advanceTimersByTimeAsync(4_999);
  const later = want('cora');
  await vi.advanceTimersByTimeAsync(1);
  expect(countOf(await late, 'rejected')).toBe(2);

  await endAll();
  expect(countOf([...(await first), ...(await later)], 'fulfilled')).toBe(2);
  expect(begun).toEqual(['ada', 'cora']);
});

test('what fails hands its place on', async () => {
  const turns = createFairTurns({ atOnce: 1, mostWaiting: 10, patienceMs: 5_000, busy: () => new Error('busy') });
  const failing = turns.run('ada', async () => await Promise.reject(new Error('failed')));
  const next = turns.run('bob', async () => 'done');

  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

test('whoever would wait for too long at the pace of the line is refused at once; for another owner the wait is shorter', async () => {
  const { want, endOne, endAll, turns, line, begun } = turnsOf({ atOnce: 1, mostWaiting: 100 });
  const greedy = want('greedy', 20);
  await vi.advanceTimersByTimeAsync(0);
  for (let ended = 0; ended < 3; ended += 1) {
    await vi.advanceTimersByTimeAsync(400);
    await endOne();
  }
  expect(line.paceMs).toBeCloseTo(400);
  expect(line.expectedMs()).toBeCloseTo(16 * 400);

  expect(() => turns.check('greedy')).toThrow('busy');
  expect(countOf(await want('greedy', 3), 'rejected')).toBe(3);
  expect(() => turns.check('ada')).not.toThrow();
  const ada = want('ada');
  await endAll();
  expect(countOf(await ada, 'fulfilled')).toBe(1);
  expect(begun.indexOf('ada')).toBe(5);
  expect(countOf(await greedy, 'fulfilled')).toBe(20);
});

test('who is refused says nothing of the pace at which the line moves', async () => {
  const { want, endOne, endAll, line } = turnsOf({ atOnce: 1, mostWaiting: 3 });
  const all = [want('greedy', 4)];
  await vi.advanceTimersByTimeAsync(0);
  for (let ended = 0; ended < 2; ended += 1) {
    await vi.advanceTimersByTimeAsync(300);
    await endOne();
  }
  all.push(want('greedy', 20), want('ada'), want('bob'));
  await vi.advanceTimersByTimeAsync(0);
  expect(line.paceMs).toBeCloseTo(300);
  await endAll();
  await Promise.all(all);
});
