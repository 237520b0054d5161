import { expect, test } from 'vitest';
import { isLoopback, isLoopbackUrl } from './loopback.ts';

test.each(['localhost', '127.0.0.1', '127.8.0.254', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is this machine',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each([
  '',
  '0.0.0.0',
  '192.0.2.1',
  '::',
  '::2',
  '127.0.0.1.example.com',
  '127.example.com',
  'localhost.example.com',
])('%j is another machine', (host) => {
  expect(isLoopback(host)).toBe(false);
});

test.each([
  ['http://localhost:4001', true],
  ['https://127.0.0.1', true],
  ['http://[::1]:5173/page', true],
  ['http://localhost.example.com', false],
  ['http://localhost@example.com', false],
  ['capacitor://localhost', false],
  ['null', false],
  ['', false],
])('%j leads to this machine: %s', (url, isHere) => {
  expect(isLoopbackUrl(url)).toBe(isHere);
});
