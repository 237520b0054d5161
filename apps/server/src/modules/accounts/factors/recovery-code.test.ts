import { expect, test } from 'vitest';
import { newRecoveryCode, recoveryCodeHash } from './recovery-code.ts';

test('a recovery code is sixteen signs that are not taken for one another', () => {
  const codes = Array.from({ length: 100 }, newRecoveryCode);

  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  expect(new Set(codes).size).toBe(100);
});

test.each(['K7M2 9Q4X WD8R 01FT', 'k7m29q4xwd8ro1ft', 'k7m2-9q4x-wd8r-oift', ' k7m2–9q4x–wd8r–0lft '])(
  '%j is the same code as k7m2-9q4x-wd8r-01ft',
  (typed) => {
    expect(recoveryCodeHash(typed)).toEqual(recoveryCodeHash('k7m2-9q4x-wd8r-01ft'));
  },
);
