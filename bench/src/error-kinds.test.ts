import { expect, test } from 'vitest';
import { kindsOf } from './error-kinds.ts';

test('errors that differ in their call alone are counted together, and an answer is named by its status and reason', () => {
  const lines = [
    "2026-11-26\t00:01:02.100000\t1795651262.1: Aborting call on unexpected message for Call-Id '1-2@127.0.0.1': while expecting '180' (index 8), received 'SIP/2.0 503 No Trunk Reached",
    'Via: SIP/2.0/TCP 127.0.0.1:40000',
    'X-Farline-Reason: media_unavailable',
    "2026-11-26\t00:01:02.200000\t1795651262.2: Aborting call on unexpected message for Call-Id '1-3@127.0.0.1': while expecting '180' (index 8), received 'SIP/2.0 503 No Trunk Reached",
    'X-Farline-Reason: media_unavailable',
    '2026-11-26\t00:01:03.000000\t1795651263.0: Unable to connect a TCP socket to 127.0.0.1:9000, errno = 99',
    'POST /calls/initiate was answered with 503: {"code":"busy"}',
    ...Array.from({ length: 3 }, () => 'SIP/2.0 503; X-Farline-Reason: overloaded; Retry-After: 2'),
  ];
  expect(kindsOf(lines)).toEqual([
    '3 × SIP/2.0 503; X-Farline-Reason: overloaded; Retry-After: 2',
    '2 × SIP/2.0 503 No Trunk Reached',
    '2 × X-Farline-Reason: media_unavailable',
    '1 × Unable to connect a TCP socket to ….….….…:…, errno = …',
    '1 × POST /calls/initiate was answered with …: {…:…}',
  ]);
});
