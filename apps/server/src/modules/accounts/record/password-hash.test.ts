import { expect, test } from 'vitest';
import { createPasswordHashing } from './password-hash.ts';

const passwords = createPasswordHashing();

test('the right password is right, any other is wrong, and nobody has no password', async () => {
  const stored = await passwords.hash('ada', 'Correct-Horse-7');

  expect(await passwords.verify('ada', stored, 'Correct-Horse-7')).toBe(true);
  expect(await passwords.verify('ada', stored, 'correct-horse-7')).toBe(false);
  expect(await passwords.verify('ada', null, 'Correct-Horse-7')).toBe(false);
  expect(await passwords.verify('ada', null, 'nobody has this password')).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await passwords.hash('ada', 'Correct-Horse-7')).not.toBe(await passwords.hash('ada', 'Correct-Horse-7'));
});
