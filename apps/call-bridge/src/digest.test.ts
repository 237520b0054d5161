import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digest } from './digest.ts';

test('a challenge is answered so that whoever knows the password finds the same response', () => {
  const challenge = 'Digest realm="farline.local", nonce="abc123==", qop="auth"';
  const answer = digest({ challenge, method: 'INVITE', uri: 'sip:+44@x', username: '1:u', password: 'p' });
  const field = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(answer)?.[1] ?? '';

  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const [who, what] = [md5('1:u:farline.local:p'), md5('INVITE:sip:+44@x')];
  expect(field('response')).toBe(md5(`${who}:abc123==:00000001:${field('cnonce')}:auth:${what}`));
  expect(field('nonce')).toBe('abc123==');
});
