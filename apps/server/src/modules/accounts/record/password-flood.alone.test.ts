import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPasswordHashing } from './password-hash.ts';

/** What is hashed, by the password, and what ends each. */
const running = vi.hoisted(() => ({ passwords: [] as string[], ends: [] as (() => void)[] }));
vi.mock('@node-rs/argon2', () => ({
  hash: async (password: string) => {
    running.passwords.push(password);
    await new Promise<void>((resolve) => running.ends.push(resolve));
    return `hash of ${password}`;
  },
}));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('two networks with more passwords than may wait fill nothing for others: who comes from elsewhere is served at once', async () => {
  const passwords = createPasswordHashing();
  running.passwords.length = 0;
  running.ends.length = 0;
  const flood = ['192.0.2.1', '192.0.2.2'].flatMap((network) =>
    Array.from(
      { length: 200 },
      async () => await passwords.hash(network, 'flood').catch((problem: unknown) => problem),
    ),
  );
  const others = ['ada', 'bob', 'cora'].map(async (name) => await passwords.hash(name, name));
  await vi.advanceTimersByTimeAsync(0);
  for (let end = running.ends.shift(); end !== undefined; end = running.ends.shift()) {
    await vi.advanceTimersByTimeAsync(20);
    end();
    await vi.advanceTimersByTimeAsync(0);
  }

  expect(await Promise.all(others)).toEqual(['hash of ada', 'hash of bob', 'hash of cora']);
  for (const name of ['ada', 'bob', 'cora']) expect(running.passwords.indexOf(name), name).toBeLessThan(8);
  const refused = (await Promise.all(flood)).filter((one) => typeof one !== 'string');
  // Two run at once, and two hundred wait, of whom three lose their places.
  expect(refused).toHaveLength(400 - 2 - 200 + 3);
  for (const problem of refused) expect(problem).toMatchObject({ code: 'busy', status: 503, retryAfterSeconds: 5 });
});
