import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiTest, CHECKS, failures, nextApiTest, NOT_RUN, type Reply } from './api-test.ts';
import { runChecks } from './run-checks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the three checks run one after another, with 500 ms between them', async () => {
  const asked: [path: string, atMs: number][] = [];
  const startedAt = Date.now();
  const done = runChecks({
    tell: () => undefined,
    ask: async (path) => {
      asked.push([path, Date.now() - startedAt]);
      await new Promise<void>((over) => setTimeout(over, 100));
      return answered(200);
    },
  });

  await vi.advanceTimersByTimeAsync(5_000);
  await done;

  expect(asked).toEqual([
    ['/health', 0],
    ['/api/v1/auth/health', 600],
    ['/api/v1/auth/profile', 1_200],
  ]);
});

test.each([
  [401, 'passed'],
  [400, 'passed'],
  [200, 'failed'],
  [500, 'failed'],
] as const)('the profile without credentials answered with %i has %s', (httpStatus, state) => {
  expect(afterReply('profile', answered(httpStatus)).checks.profile.state).toBe(state);
});

test.each([
  [200, 'passed'],
  [503, 'failed'],
  [401, 'failed'],
] as const)('a health endpoint answered with %i has %s', (httpStatus, state) => {
  expect(afterReply('root', answered(httpStatus)).checks.root.state).toBe(state);
  expect(afterReply('auth', answered(httpStatus)).checks.auth.state).toBe(state);
});

test('no answer is a failure, with its cause and duration', () => {
  const reply = { is: 'unanswered', cause: 'timeout', durationMs: 30_000 } as const;

  expect(afterReply('profile', reply).checks.profile).toEqual({ state: 'failed', reply });
});

test('while it runs each check shows where it stands; at the end the failures are counted', async () => {
  let run: ApiTest = NOT_RUN;
  const seen: string[] = [];
  const done = runChecks({
    tell: (event) => {
      run = nextApiTest(run, event);
      seen.push(CHECKS.map(({ id }) => run.checks[id].state).join(' '));
    },
    ask: async (path) => answered(path.endsWith('/auth/health') ? 503 : path === '/health' ? 200 : 401),
  });
  expect(run.isRunning).toBe(true);
  expect(failures(run)).toBeNull();

  await vi.advanceTimersByTimeAsync(2_000);
  await done;

  expect(seen).toEqual([
    'waiting waiting waiting',
    'running waiting waiting',
    'passed waiting waiting',
    'passed running waiting',
    'passed failed waiting',
    'passed failed running',
    'passed failed passed',
    'passed failed passed',
  ]);
  expect(run.isRunning).toBe(false);
  expect(failures(run)).toBe(1);
});

test('a second run forgets the first', () => {
  const first = afterReply('root', answered(503));

  expect(nextApiTest(first, { type: 'started' })).toEqual({ ...NOT_RUN, isRunning: true });
});

test('nobody is asked once the page is left', async () => {
  const ask = vi.fn<() => Promise<Reply>>(async () => answered(200));
  let isLeft = false;
  const done = runChecks({ ask, tell: () => undefined, isLeft: () => isLeft });
  await vi.advanceTimersByTimeAsync(100);

  isLeft = true;
  await vi.advanceTimersByTimeAsync(5_000);
  await done;

  expect(ask).toHaveBeenCalledTimes(1);
});

function answered(httpStatus: number): Reply {
  return { is: 'answered', httpStatus, durationMs: 12, data: '{}' };
}

function afterReply(id: (typeof CHECKS)[number]['id'], reply: Reply): ApiTest {
  return nextApiTest(NOT_RUN, { type: 'replied', id, reply });
}
