import { describe, expect, test } from 'vitest';
import {
  appKey,
  newAppSecret,
  newSetup,
  readSecret,
  readSetup,
  stepOfCode,
  storedSecret,
} from './authenticator-app.ts';

/** RFC 6238, appendix B, with SHA-1: the last six of its eight digits. */
const RFC_SECRET = Buffer.from('12345678901234567890');
const key = Buffer.alloc(32, 7);
const userId = '0193b1c2-0000-7000-8000-000000000001';
const now = new Date('2026-05-04T12:00:10Z');

describe('a code', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s is the one of RFC 6238, and names its step', (seconds, code) => {
    expect(stepOfCode(RFC_SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  test.each([
    [-60, null],
    [-30, 1],
    [0, 1],
    [30, 1],
    [60, null],
  ])('of a clock that is %i s off counts for its own step, or not', (offBySeconds, step) => {
    expect(stepOfCode(RFC_SECRET, '287082', new Date((59 + offBySeconds) * 1000))).toBe(step);
  });

  test('that is wrong has no step', () => {
    expect(stepOfCode(RFC_SECRET, '287083', new Date(59_000))).toBeNull();
    expect(stepOfCode(RFC_SECRET, '', new Date(59_000))).toBeNull();
  });
});

test('an app is told its secret in base32, and the address that names it', () => {
  const { secret, uri } = appKey(RFC_SECRET, 'ada@example.org');

  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(uri).toBe(
    `otpauth://totp/Farline:ada%40example.org?issuer=Farline&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});

test('a stored secret is read by its own user with the same key alone', () => {
  const secret = newAppSecret();
  const stored = storedSecret(secret, key, userId);

  expect(secret).toHaveLength(20);
  expect(stored.includes(Buffer.from(secret))).toBe(false);
  expect(readSecret(stored, key, userId)).toEqual(secret);
  expect(readSecret(stored, key, userId.replace(/1$/, '2'))).toBeNull();
  expect(readSecret(stored, Buffer.alloc(32, 8), userId)).toBeNull();
  expect(readSecret(stored.subarray(0, 20), key, userId)).toBeNull();
});

test('a set-up comes back to its own user within a quarter of an hour', () => {
  const secret = newAppSecret();
  const { setup, expiresAt } = newSetup(secret, { key, userId, now });

  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(expiresAt).toEqual(after(15));
  expect(readSetup(setup, { key, userId, now: after(15) })).toEqual(secret);
  expect(readSetup(setup, { key, userId, now: after(15.1) })).toBeNull();
  expect(readSetup(setup, { key, userId: userId.replace(/1$/, '2'), now })).toBeNull();
  expect(readSetup('nothing', { key, userId, now })).toBeNull();
});
