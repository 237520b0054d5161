import { answerRequests, keepToken, storage, storageEvent } from '../testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import { beforeEach, expect, test, vi } from 'vitest';
import { readKept } from './kept-answers.ts';
import { useKept } from './kept-state.ts';
import { queryClient } from './queries.ts';
import { checkSession, forgetSession, signOut, startSession, useSession } from './session.ts';

vi.mock('./kept-answers.ts', { spy: true });

const MINUTE_MS = 60_000;
const person = (id: string) => ({ id, firstName: id, timeZone: 'UTC', language: 'en' }) as User;
/** A token that says whose it is, as the server's do. */
const tokenOf = (id: string): string => `head.${btoa(JSON.stringify({ sub: id }))}.signature`;
const overviewOf = (id: string) => ({ position: 7, user: person(id), usage: { balance: id } });
const keptOf = (id: string) => ({
  userId: id,
  version: '',
  user: person(id),
  savedAtMs: Date.now(),
  answers: [{ queryKey: ['usage'], data: { balance: `kept of ${id}` } }],
});

const whoIsHere = () => {
  const session = useSession.getState();
  return session.status === 'signed-in' ? session.user.id : session.status;
};

/** Answers that come when the test says so, in the order of the requests. */
function answersLater() {
  const waiting: ((answer: Response | Error) => void)[] = [];
  vi.stubGlobal('fetch', async () => {
    const answer = await new Promise<Response | Error>((come) => waiting.push(come));
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return async (answer: object | Error) => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.(answer instanceof Error ? answer : Response.json(answer));
    await new Promise((settled) => setTimeout(settled));
  };
}

/** Another tab of this browser has signed out. */
function leaveElsewhere(): void {
  storage.clear();
  storageEvent({ key: 'farline.token', newValue: null });
}

function remember(id: string): void {
  keepToken(tokenOf(id), 10 * MINUTE_MS);
  storage.set('farline.session', 'always');
}

const noNetwork = new TypeError('Failed to fetch');

beforeEach(() => {
  forgetSession();
  storage.clear();
  vi.mocked(readKept).mockReset().mockResolvedValue(null);
  vi.stubGlobal('location', { pathname: '/dashboard' });
  vi.stubGlobal('document', { ...document, querySelector: () => null });
  remember('ada');
});

test.each([['here', forgetSession] as const, ['in another tab', leaveElsewhere] as const])(
  'who signs out %s while the page starts is not signed in by the answer that was on its way',
  async (_where, leave) => {
    const answer = answersLater();
    const checked = checkSession();
    leave();
    expect(whoIsHere()).toBe('signed-out');
    await answer(overviewOf('ada'));
    await checked;
    expect(whoIsHere()).toBe('signed-out');
    expect(queryClient.getQueryData(['usage'])).toBeUndefined();
  },
);

test('who signs out is gone from here at once, though the server never answers', async () => {
  answerRequests({ status: 200, body: overviewOf('ada') });
  await checkSession();
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(init);
    return await new Promise<never>(() => undefined);
  });
  void signOut();
  expect(whoIsHere()).toBe('signed-out');
  expect(storage.get('farline.token')).toBeUndefined();
  expect(sent).toMatchObject([
    { method: 'POST', keepalive: true, headers: { authorization: `Bearer ${tokenOf('ada')}` } },
  ]);
});

test('a token at its end is not renewed for a sign-out, whose own request ends the session with it', async () => {
  answerRequests({ status: 200, body: overviewOf('ada') });
  await checkSession();
  keepToken(tokenOf('ada'), -MINUTE_MS);
  const requests = answerRequests({ status: 200, body: { message: 'You’re signed out.' } });
  await signOut();
  expect(requests.map(({ url }) => url)).toEqual([expect.stringMatching(/\/auth\/logout$/)]);
  expect(whoIsHere()).toBe('signed-out');
});

test('an answer about one person does not stand for another whose token is here by now', async () => {
  const answer = answersLater();
  const checked = checkSession();
  await new Promise((asked) => setTimeout(asked));
  remember('bob'); // As by another tab, of which this page has heard nothing yet.
  await answer(overviewOf('ada'));
  expect(queryClient.getQueryData(['usage'])).toBeUndefined();
  expect(whoIsHere()).toBe('checking');
  await answer(overviewOf('bob'));
  await checked;
  expect(whoIsHere()).toBe('bob');
  expect(queryClient.getQueryData(['usage'])).toEqual({ balance: 'bob' });
});

test('who signs in while the page still asks about the one before is who is here', async () => {
  const answer = answersLater();
  const checked = checkSession();
  forgetSession();
  startSession(
    { user: person('bob'), token: tokenOf('bob'), expiresAt: new Date(Date.now() + 10 * MINUTE_MS).toISOString() },
    'always',
  );
  await answer(overviewOf('ada'));
  await checked;
  expect(whoIsHere()).toBe('bob');
  expect(queryClient.getQueryData(['usage'])).toBeUndefined();
});

test('a token of another person, without a sign-out in between, shows nothing of the first', async () => {
  answerRequests({ status: 200, body: overviewOf('ada') }, { status: 200, body: overviewOf('bob') });
  await checkSession();
  remember('bob');
  storageEvent({ key: 'farline.token', newValue: tokenOf('bob') });
  expect(queryClient.getQueryData(['usage'])).toBeUndefined();
  await expect.poll(whoIsHere).toBe('bob');
});

test('without a network what was kept of whoever is here is shown, until the server answers', async () => {
  vi.mocked(readKept).mockImplementation(async (id) => keptOf(id));
  answerRequests({ fails: noNetwork }, { status: 200, body: overviewOf('ada') });
  await checkSession();
  expect(whoIsHere()).toBe('ada');
  expect(queryClient.getQueryData(['usage'])).toEqual({ balance: 'kept of ada' });
  await checkSession();
  expect(useKept.getState().kept).toBeNull();
  expect(queryClient.getQueryData(['usage'])).toEqual({ balance: 'ada' });
});

test('what was kept is shown in the place of no answer, even of a server that is out of order', async () => {
  vi.mocked(readKept).mockImplementation(async (id) => keptOf(id));
  answerRequests({ status: 500 }, { status: 500 });
  await checkSession();
  expect(whoIsHere()).toBe('unreachable');
});

test.each([['here', forgetSession] as const, ['in another tab', leaveElsewhere] as const])(
  'who signs out %s while kept answers are read is shown none of them',
  async (_where, leave) => {
    let come: (kept: ReturnType<typeof keptOf>) => void = () => undefined;
    vi.mocked(readKept).mockImplementation(async () => await new Promise((read) => (come = read)));
    answerRequests({ fails: noNetwork });
    const checked = checkSession();
    await expect.poll(() => vi.mocked(readKept).mock.calls.length).toBe(1);
    leave();
    come(keptOf('ada'));
    await checked;
    expect(whoIsHere()).toBe('signed-out');
    expect(useKept.getState().kept).toBeNull();
    expect(queryClient.getQueryData(['usage'])).toBeUndefined();
  },
);

test('what was kept of one person goes before another is shown', async () => {
  vi.mocked(readKept).mockImplementation(async (id) => keptOf(id));
  const answer = answersLater();
  const checked = checkSession();
  await answer(noNetwork);
  await checked;
  expect(whoIsHere()).toBe('ada');
  remember('bob'); // This page slept, and has heard of neither the sign-out nor the sign-in.
  const again = checkSession();
  await answer({ position: 8, user: person('bob') });
  await again;
  expect(whoIsHere()).toBe('bob');
  expect(queryClient.getQueryData(['usage'])).toBeUndefined();
});

test.each([
  ['of another version of the page', { version: 'older' }],
  ['older than any session', { savedAtMs: Date.now() - 31 * 24 * 60 * MINUTE_MS }],
])('what was kept is not shown when it is %s', async (_what, changed) => {
  vi.mocked(readKept).mockImplementation(async (id) => ({ ...keptOf(id), ...changed }));
  answerRequests({ fails: noNetwork });
  await checkSession();
  expect(whoIsHere()).toBe('unreachable');
});

test('without "Remember me" nothing that was kept is looked for', async () => {
  storage.set('farline.session', 'browser');
  document.cookie = 'farline_browser=1';
  answerRequests({ fails: noNetwork });
  await checkSession();
  expect(readKept).not.toHaveBeenCalled();
  expect(whoIsHere()).toBe('unreachable');
});
