import type { User } from '@farline/contracts/auth';
import { answerRequests } from '../../../lib/testing/browser-stand-ins.ts';
import { expect, test } from 'vitest';
import { useSession } from '../../../lib/session/session.ts';
import { neededForCalls, sipAccount, sipClient } from './prepare-call.ts';

const signIn = (id: string): void => useSession.setState({ status: 'signed-in', user: { id } as User }, true);
const credentialsOf = (username: string) => ({
  status: 200,
  body: { username, expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
});

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

test('nobody gets a line before what shows a call is there, and everybody afterwards', async () => {
  let isThere = false;
  neededForCalls(async () => {
    if (!isThere) throw new TypeError('Failed to fetch');
  });
  await expect(sipClient()).rejects.toMatchObject({ problem: { kind: 'no_network' } });
  isThere = true;
  expect(await sipClient()).toHaveProperty('register');
});
