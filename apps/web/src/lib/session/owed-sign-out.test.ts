import { keepToken, storage } from '../testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { endOwedSession } from './owed-sign-out.ts';
import { checkSession, forgetSession, signOut, startSession, useSession } from './session.ts';
import { signIn } from './sign-in.ts';

const OWED = 'farline.leaving';
const LATER_MS = 600_000;
const noNetwork = new TypeError('Failed to fetch');
const sessionOf = (id: string) => ({
  user: { id, firstName: id, timeZone: 'UTC', language: 'en' } as User,
  token: `head.${btoa(JSON.stringify({ sub: id }))}.signature`,
  expiresAt: new Date(Date.now() + LATER_MS).toISOString(),
});
const credentials = { email: 'bob@example.org', password: 'Analytical1842', remember: true };

type Answers = Record<'logout' | 'login', () => Response | Error | Promise<Response>>;
const done = () => Response.json({});
const fails = () => noNetwork;
const signsIn = () => Response.json(sessionOf('bob'));

/** A server that answers sign-ins and sign-outs, and nothing else. Keeps what it was asked of these. */
function serverThat(answers: Partial<Answers>): { path: string; headers: object }[] {
  const asked: { path: string; headers: object }[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers = {} }: RequestInit) => {
    const path = url.replace(/^.*\/auth\//, '') as keyof Answers;
    const answer = answers[path] ?? fails;
    if (path in answers) asked.push({ path, headers });
    const given = await answer();
    if (given instanceof Error) throw given;
    return given;
  });
  return asked;
}

/** Whoever is here signs out, and the server does not hear of it. */
async function leaveUnheard(): Promise<void> {
  serverThat({});
  await signOut();
}

beforeEach(() => {
  forgetSession();
  storage.clear();
  serverThat({});
  startSession(sessionOf('ada'), 'always');
});

test.each([
  ['no network', fails],
  ['a server that is out of order', () => new Response(null, { status: 502 })],
])('a sign-out that met %s is owed, and nothing of who left is kept for it', async (_what, logout) => {
  serverThat({ logout });
  await signOut();
  expect(useSession.getState().status).toBe('signed-out');
  expect([...storage.keys()]).toEqual([OWED]);
  expect(storage.get(OWED)).toMatch(/^[0-9a-f]{32}$/);
});

test('a sign-out that the server has heard of is owed no more', async () => {
  serverThat({ logout: done });
  await signOut();
  expect([...storage.keys()]).toEqual([]);
});

test('who signs out where nothing more can be kept has left all the same', async () => {
  const { setItem } = localStorage;
  onTestFinished(() => void (localStorage.setItem = setItem));
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  await leaveUnheard();
  expect(useSession.getState().status).toBe('signed-out');
});

test('nothing more is pushed to a browser whose sign-out is owed, though no server of ours hears of it', async () => {
  const { navigator } = globalThis;
  onTestFinished(() => void vi.stubGlobal('navigator', navigator));
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  serverThat({ logout: done });
  await signOut();
  expect(unsubscribe).not.toHaveBeenCalled();
  startSession(sessionOf('ada'), 'always');
  await leaveUnheard();
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test('the next page tells the server of it, by the cookie alone and once', async () => {
  await leaveUnheard();
  const asked = serverThat({ logout: done });
  await checkSession();
  await expect.poll(() => storage.has(OWED)).toBe(false);
  await checkSession();
  await endOwedSession();
  expect(asked).toEqual([{ path: 'logout', headers: { accept: 'application/json' } }]);
});

test('what is owed is settled before somebody signs in', async () => {
  await leaveUnheard();
  const asked = serverThat({ logout: done, login: signsIn });
  await signIn(credentials);
  expect(asked.map(({ path }) => path)).toEqual(['logout', 'login']);
  expect(storage.has(OWED)).toBe(false);
});

test('what could not be settled before a sign-in is not said after it: it would end the new session', async () => {
  await leaveUnheard();
  serverThat({ logout: fails, login: signsIn });
  await signIn(credentials);
  const asked = serverThat({ logout: done });
  await endOwedSession();
  expect(asked).toEqual([]);
});

test('while a sign-in is on its way nothing that is owed is said', async () => {
  await leaveUnheard();
  let come: (reply: Response) => void = () => undefined;
  const login = async () => await new Promise<Response>((answer) => (come = answer));
  const asked = serverThat({ logout: fails, login });
  const signingIn = signIn(credentials);
  await expect.poll(() => asked.map(({ path }) => path)).toEqual(['logout', 'login']);
  await endOwedSession();
  come(signsIn());
  await signingIn;
  expect(asked).toHaveLength(2);
});

test('what was owed before a sign-in that failed is owed after it', async () => {
  await leaveUnheard();
  serverThat({ logout: fails, login: () => Response.json({ message: 'Wrong.' }, { status: 401 }) });
  await expect(signIn(credentials)).rejects.toThrow('Wrong.');
  const asked = serverThat({ logout: done });
  await endOwedSession();
  expect(asked).toHaveLength(1);
  expect(storage.has(OWED)).toBe(false);
});

test('a session that began without a word about what was owed is not ended by it', async () => {
  await leaveUnheard();
  keepToken(sessionOf('bob').token, LATER_MS); // As by a page of the version before.
  const asked = serverThat({ logout: done });
  await endOwedSession();
  expect(asked).toEqual([]);
  expect(storage.has(OWED)).toBe(false);
});

test('a late answer to one sign-out does not settle the next one', async () => {
  let come: (reply: Response) => void = () => undefined;
  serverThat({ logout: async () => await new Promise<Response>((answer) => (come = answer)) });
  const first = signOut();
  startSession(sessionOf('bob'), 'always');
  await leaveUnheard();
  come(done());
  await first;
  expect(storage.has(OWED)).toBe(true);
});
