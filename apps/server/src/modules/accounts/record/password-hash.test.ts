import { expect, test } from 'vitest';
import { createPasswordHashing } from './password-hash.ts';

const passwords = createPasswordHashing();

test('the right password is right, any other is wrong, and nobody has no password', async () => {
  const stored = await passwords.hash('Correct-Horse-7');

  expect(await passwords.verify(stored, 'Correct-Horse-7')).toBe(true);
  expect(await passwords.verify(stored, 'correct-horse-7')).toBe(false);
  expect(await passwords.verify(null, 'Correct-Horse-7')).toBe(false);
  expect(await passwords.verify(null, 'nobody has this password')).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await passwords.hash('Correct-Horse-7')).not.toBe(await passwords.hash('Correct-Horse-7'));
});

test('a flood of sign-ins is refused with "busy" beyond a bounded queue, and the queue is served', async () => {
  const asked = Array.from({ length: 210 }, () => passwords.hash('Correct-Horse-7'));
  const settled = await Promise.allSettled(asked);

  expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(202);
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ code: 'busy', status: 503, retryAfterSeconds: 5 });
  expect(await passwords.hash('Correct-Horse-7')).toMatch(/^\$argon2id\$/);
});
