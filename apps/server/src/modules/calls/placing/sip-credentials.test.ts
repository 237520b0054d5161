import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { sipCredentials } from './sip-credentials.ts';

test('credentials are what auth_ephemeral checks, for ten minutes', () => {
  const now = new Date('2026-01-01T00:00:00.400Z');
  const { username, password, expiresAt } = sipCredentials('user', 'secret', now);

  expect(username).toBe(`${Date.UTC(2026, 0, 1, 0, 10) / 1000}:user`);
  expect(password).toBe(createHmac('sha1', 'secret').update(username).digest('base64'));
  expect(expiresAt).toEqual(new Date('2026-01-01T00:10:00Z'));
});
