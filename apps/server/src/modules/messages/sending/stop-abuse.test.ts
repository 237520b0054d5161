import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { abuseOf } from './stop-abuse.ts';

const quiet = { inMinute: 0, fromSenderInMinute: 0, toPrefixInMinute: 0, peersOfPrefixInHour: 0 };
const usual = {
  text: 'See you at eight',
  accountState: 'active' as const,
  isFirst: true,
  answersKeyword: false,
  perSegmentMicros: micros(80_000n),
  sent: quiet,
};

test.each([
  ['a message among few', {}, null],
  ['a link of somebody who has paid', { text: 'https://example.org' }, null],
  ['a link in a first message on trial', { text: 'Look: example.xyz/a', accountState: 'trial' }, 'link_not_allowed'],
  ['a link of a country in a first message on trial', { text: 'bank.de/x', accountState: 'trial' }, 'link_not_allowed'],
  ['a sentence without its space in a first message on trial', { text: 'Ok.Thanks', accountState: 'trial' }, null],
  ['a link in a later message on trial', { text: 'example.xyz', accountState: 'trial', isFirst: false }, null],
  ['the 21st in a minute on trial', { accountState: 'trial', sent: { ...quiet, inMinute: 20 } }, 'too_many_messages'],
  ['the 21st in a minute', { sent: { ...quiet, inMinute: 20 } }, null],
  ['the 121st in a minute', { sent: { ...quiet, inMinute: 120 } }, 'too_many_messages'],
  ['the 90th of a sender in a minute', { sent: { ...quiet, fromSenderInMinute: 89 } }, null],
  ['the 91st of a sender in a minute', { sent: { ...quiet, fromSenderInMinute: 90 } }, 'too_many_from_sender'],
  ['the 31st to neighbours in a minute', { sent: { ...quiet, toPrefixInMinute: 30 } }, 'too_many_messages'],
  [
    'the 121st in a minute where it answers a keyword',
    { answersKeyword: true, sent: { ...quiet, inMinute: 120, fromSenderInMinute: 90, toPrefixInMinute: 30 } },
    null,
  ],
  ['the 240th, which answers a keyword', { answersKeyword: true, sent: { ...quiet, inMinute: 239 } }, null],
  [
    'the 241st, which answers a keyword',
    { answersKeyword: true, sent: { ...quiet, inMinute: 240 } },
    'too_many_messages',
  ],
  [
    'the 61st to neighbours, which answers a keyword',
    { answersKeyword: true, sent: { ...quiet, toPrefixInMinute: 60 } },
    'too_many_messages',
  ],
  [
    'a code to a sixth expensive neighbour',
    { text: 'Your code: 123456', sent: { ...quiet, peersOfPrefixInHour: 5 } },
    'codes_stopped',
  ],
  [
    'a code in Chinese to a sixth',
    { text: '验证码 1234', sent: { ...quiet, peersOfPrefixInHour: 5 } },
    'codes_stopped',
  ],
  [
    'a code apart to a sixth',
    { text: 'Your code: 123 456', sent: { ...quiet, peersOfPrefixInHour: 5 } },
    'codes_stopped',
  ],
  ['a time to a sixth', { text: 'We verify it at 10:30', sent: { ...quiet, peersOfPrefixInHour: 5 } }, null],
  ['no code to a sixth expensive neighbour', { sent: { ...quiet, peersOfPrefixInHour: 5 } }, null],
  [
    'a code to a sixth cheap neighbour',
    { text: 'Your code: 123456', perSegmentMicros: micros(10_000n), sent: { ...quiet, peersOfPrefixInHour: 5 } },
    null,
  ],
] as const)('%s', (_what, over, code) => {
  expect(abuseOf({ ...usual, ...over })?.code ?? null).toBe(code);
});
