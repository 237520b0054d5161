import { expect, test } from 'vitest';
import { ACCESS_TOKEN_SECONDS, createAccessTokens } from './access-token.ts';
import { newId } from '../../../platform/ids.ts';

const tokens = createAccessTokens('t'.repeat(32));
const now = new Date('2026-03-01T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [userId, sessionId] = [newId(), newId()];

test('a token is read as it was signed, as often as it comes, and never after its end', async () => {
  const { token } = await tokens.sign({ userId, sessionId, now });

  for (const seconds of [0, 1, ACCESS_TOKEN_SECONDS - 1]) {
    expect(await tokens.read(token, after(seconds))).toMatchObject({ userId, sessionId });
  }
  expect(await tokens.read(token, after(ACCESS_TOKEN_SECONDS))).toBeNull();
});

test('a token with another signature is refused, also when the right one was read before', async () => {
  const { token } = await tokens.sign({ userId, sessionId, now });
  await tokens.read(token, now);
  const { token: forged } = await createAccessTokens('u'.repeat(32)).sign({ userId, sessionId, now });

  expect(await tokens.read(forged, now)).toBeNull();
  expect(await tokens.read(`${token}x`, now)).toBeNull();
});
