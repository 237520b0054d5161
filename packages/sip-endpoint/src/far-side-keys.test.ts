import { describe, expect, test } from 'vitest';
import { FarSideKeys, keyOfInfo } from './far-side-keys.ts';

describe('the key in an INFO', () => {
  test.each([
    ['Signal=5\r\nDuration=160\r\n', 'application/dtmf-relay', '5'],
    ['Duration=160\r\nsignal = #\r\n', 'application/DTMF-Relay; charset=utf-8', '#'],
    ['d', 'application/dtmf', 'D'],
    ['Signal=10\r\nDuration=160\r\n', 'application/dtmf-relay', '*'],
    ['Signal=11\r\nDuration=160\r\n', 'application/dtmf-relay', '#'],
    ['Signal=1\r\nDuration=160\r\n', 'application/dtmf-relay', '1'],
    ['11', 'application/dtmf', '#'],
    ['Signal=12\r\n', 'application/dtmf-relay', null],
    ['Signal=110\r\n', 'application/dtmf-relay', null],
    ['Duration=160\r\n', 'application/dtmf-relay', null],
    ['', 'application/dtmf', null],
    ['5', 'text/plain', null],
    ['Signal=5', '', null],
  ])('in %j of %s is %j', (body, contentType, key) => {
    expect(keyOfInfo({ body, contentType })).toBe(key);
  });
});

test.each([
  ['sound', 'info'],
  ['info', 'sound'],
] as const)('who says every key twice is heard in the %s alone, which came first', (first, second) => {
  const keys = new FarSideKeys();
  const heard: string[] = [];
  const stop = keys.listen((digit) => heard.push(digit));
  for (const digit of '12') {
    keys.take(first, digit);
    keys.take(second, digit);
  }
  stop();
  keys.take(first, '3');
  expect(heard.join('')).toBe('12');
});

test.each([
  ['sound', 'info'],
  ['info', 'sound'],
] as const)('after five seconds without a key in the %s those that come otherwise count', (first, second) => {
  const keys = new FarSideKeys();
  expect(keys.take(first, '1', 1_000)).toBe(true);
  expect(keys.take(second, '1', 5_999)).toBe(false);
  expect(keys.take(second, '2', 6_000)).toBe(true);
  expect(keys.take(first, '2', 6_100)).toBe(false);
});
