import { expect, test } from 'vitest';
import { type ChallengePurpose, newChallenge, readChallenge } from './passkey-challenge.ts';

const key = Buffer.alloc(32, 7);
const now = new Date('2026-05-04T12:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

test('a challenge is ours for five minutes, and no two are the same', () => {
  const challenge = toText(newChallenge(key, { act: 'sign_in' }, now));

  const read = readChallenge(key, { act: 'sign_in' }, { challenge, now: after(4.9) });
  expect(read).toMatchObject({ expiresAt: after(5) });
  expect(readChallenge(key, { act: 'sign_in' }, { challenge, now: after(5) })).toBeNull();
  expect(toText(newChallenge(key, { act: 'sign_in' }, now))).not.toBe(challenge);
});

test.each<ChallengePurpose>([
  { act: 'sign_in' },
  { act: 'second_step', whom: 'one' },
  { act: 'prove', whom: 'other' },
  { act: 'add', whom: 'one' },
])('an answer to a challenge to prove it is one is none to %j', (purpose) => {
  const challenge = toText(newChallenge(key, { act: 'prove', whom: 'one' }, now));

  expect(readChallenge(key, { act: 'prove', whom: 'one' }, { challenge, now })).not.toBeNull();
  expect(readChallenge(key, purpose, { challenge, now })).toBeNull();
});

test('a challenge that was changed, or made by somebody else, is none of ours', () => {
  const bytes = newChallenge(key, { act: 'sign_in' }, now);
  const later = Uint8Array.from(bytes);
  later[20] = (later[20] ?? 0) ^ 1;

  for (const challenge of [toText(later), toText(bytes.slice(1)), '', 'x'.repeat(75)]) {
    expect(readChallenge(key, { act: 'sign_in' }, { challenge, now })).toBeNull();
  }
  const foreign = toText(newChallenge(Buffer.alloc(32, 8), { act: 'sign_in' }, now));
  expect(readChallenge(key, { act: 'sign_in' }, { challenge: foreign, now })).toBeNull();
});
