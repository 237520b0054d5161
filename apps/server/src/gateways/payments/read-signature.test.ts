import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSignature } from './read-signature.ts';

const now = new Date('2026-05-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const sign = (at: number, body = '{}', secret = 'secret') =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;

test.each([
  ['just now', sign(seconds), 'genuine'],
  ['five minutes old', sign(seconds - 300), 'genuine'],
  ['older than five minutes', sign(seconds - 301), 'too_old'],
  ['of the future', sign(seconds + 301), 'too_old'],
  ['by another secret', sign(seconds, '{}', 'other'), 'bad_signature'],
  ['over another body', sign(seconds, '{"amount":1}'), 'bad_signature'],
  ['over another time', sign(seconds - 400).replace(`t=${seconds - 400}`, `t=${seconds}`), 'bad_signature'],
  ['that is none', 'v1=', 'bad_signature'],
  ['that is missing', undefined, 'bad_signature'],
])('a signature %s: %s', (_, header, expected) => {
  expect(readSignature(header, '{}', 'secret', now)).toBe(expected);
});
