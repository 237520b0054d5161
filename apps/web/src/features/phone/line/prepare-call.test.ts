import type { User } from '@farline/contracts/auth';
import { answerRequests } from '../../../lib/testing/browser-stand-ins.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from '../../../lib/session/session.ts';
import { neededForCalls, sipAccount, sipClient } from './prepare-call.ts';

const signIn = (id: string): void => useSession.setState({ status: 'signed-in', user: { id } as User }, true);
const credentialsOf = (username: string, expiresAt = new Date(Date.now() + 600_000)) => ({
  status: 200,
  body: { username, expiresAt: expiresAt.toISOString(), lastsSeconds: 600 },
});

afterEach(() => vi.useRealTimers());

test('credentials are asked for once, and those that come after their owner has left are kept for nobody', async () => {
  const requests = answerRequests(credentialsOf('anna'), credentialsOf('ben'));
  signIn('anna');
  const asking = sipAccount();
  useSession.setState({ status: 'signed-out' }, true);
  signIn('ben');
  await asking;
  expect((await sipAccount()).username).toBe('ben');
  expect((await sipAccount()).username).toBe('ben');
  expect(requests).toHaveLength(2);
});

test.each([
  ['slow', 60 * 60_000],
  ['fast', -60 * 60_000],
])('where the computer’s clock is %s credentials last as long as anywhere', async (how, aheadMs) => {
  const now = Date.now();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const atServer = (ms: number) => new Date(now + aheadMs + ms + 600_000);
  const requests = answerRequests(credentialsOf('first', atServer(0)), credentialsOf('next', atServer(9 * 60_000)));
  signIn(`with a ${how} clock`);
  await sipAccount();
  vi.setSystemTime(now + 7 * 60_000);
  expect((await sipAccount()).username).toBe('first');
  vi.setSystemTime(now + 9 * 60_000);
  expect((await sipAccount()).username).toBe('next');
  expect(requests).toHaveLength(2);
});

test('nobody gets a line before what shows a call is there, and everybody afterwards', async () => {
  let isThere = false;
  neededForCalls(async () => {
    if (!isThere) throw new TypeError('Failed to fetch');
  });
  await expect(sipClient()).rejects.toMatchObject({ problem: { kind: 'no_network' } });
  isThere = true;
  expect(await sipClient()).toHaveProperty('register');
});
