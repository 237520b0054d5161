import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { FairLine } from '../platform/admission/fair-line.ts';
import { testApp } from './test-app.ts';

/** Every password that is looked at waits until the test ends it; none is right. */
const verified = vi.hoisted(() => ({ passwords: [] as string[], ends: [] as (() => void)[] }));
vi.mock('@node-rs/argon2', () => ({
  hash: async () => 'a hash',
  verify: async (_stored: string, password: string) => {
    verified.passwords.push(password);
    await new Promise<void>((resolve) => verified.ends.push(resolve));
    return false;
  },
}));
const waiting = vi.spyOn(FairLine.prototype, 'add');
const checked = vi.spyOn(FairLine.prototype, 'isFullFor');
const app = await testApp({ FARLINE_TRUST_PROXY: '127.0.0.1' });

const signIn = async (from: string) =>
  await fetch(`${app.origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email: `somebody${from}@example.org`, password: `from ${from}` }),
  });

test('who signs in from elsewhere waits behind one of a network that tries many passwords, and who is refused is not counted', async () => {
  const storm = Array.from({ length: 8 }, async () => await signIn('192.0.2.1'));
  await expect.poll(() => [verified.passwords.length, waiting.mock.calls.length]).toEqual([2, 6]);
  const ada = signIn('198.51.100.1');
  await expect.poll(() => waiting.mock.calls.length).toBe(7);

  const tries = async () =>
    (await sql`select key, taken from platform.rate_limit order by key`.execute(app.database)).rows;
  const before = await tries();
  checked.mockReturnValueOnce(true);
  const refused = await signIn('192.0.2.1');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await tries()).toEqual(before);

  const ending = setInterval(() => verified.ends.shift()?.(), 1);
  const answers = await Promise.all([...storm, ada]);
  clearInterval(ending);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  expect(verified.passwords.indexOf('from 198.51.100.1')).toBeLessThan(4);
});
