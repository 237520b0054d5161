/** The three checks, in their order. Paths are on the API's host. */
export const CHECKS = [
  { id: 'root', path: '/health', expected: [200] },
  { id: 'auth', path: '/api/v1/auth/health', expected: [200] },
  /** Without credentials, to be refused is the success. */
  { id: 'profile', path: '/api/v1/auth/profile', expected: [401, 400] },
] as const satisfies readonly { id: string; path: string; expected: readonly number[] }[];

export type Check = (typeof CHECKS)[number];
export type CheckId = Check['id'];

/** What came back for one request. */
export type Reply =
  | { is: 'answered'; httpStatus: number; durationMs: number; data: string }
  | { is: 'unanswered'; cause: 'timeout' | 'network'; durationMs: number };

export type CheckState = { state: 'waiting' } | { state: 'running' } | { state: 'passed' | 'failed'; reply: Reply };

export interface ApiTest {
  isRunning: boolean;
  checks: Readonly<Record<CheckId, CheckState>>;
}

export type ApiTestEvent =
  | { type: 'started' }
  | { type: 'asked'; id: CheckId }
  | { type: 'replied'; id: CheckId; reply: Reply }
  | { type: 'finished' };

const WAITING = { state: 'waiting' } as const;

export const NOT_RUN: ApiTest = { isRunning: false, checks: { root: WAITING, auth: WAITING, profile: WAITING } };

/** The test after an event. */
export function nextApiTest(test: ApiTest, event: ApiTestEvent): ApiTest {
  switch (event.type) {
    case 'started':
      return { ...NOT_RUN, isRunning: true };
    case 'asked':
      return { ...test, checks: { ...test.checks, [event.id]: { state: 'running' } } };
    case 'replied': {
      const state = isExpected(event.id, event.reply) ? 'passed' : 'failed';
      return { ...test, checks: { ...test.checks, [event.id]: { state, reply: event.reply } } };
    }
    case 'finished':
      return { ...test, isRunning: false };
  }
}

/** How many checks failed, or null before all three are through. */
export function failures(test: ApiTest): number | null {
  const states = CHECKS.map(({ id }) => test.checks[id].state);
  const isThrough = states.every((state) => state === 'passed' || state === 'failed');
  return isThrough ? states.filter((state) => state === 'failed').length : null;
}

function isExpected(id: CheckId, reply: Reply): boolean {
  const expected: readonly number[] = CHECKS.find((check) => check.id === id)?.expected ?? [];
  return reply.is === 'answered' && expected.includes(reply.httpStatus);
}
