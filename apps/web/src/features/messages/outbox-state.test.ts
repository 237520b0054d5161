import type { Message } from '@farline/contracts/messages/messages';
import { describe, expect, test } from 'vitest';
import {
  afterAttempt,
  attemptOf,
  nextToSend,
  notInThread,
  type Outbox,
  type Outgoing,
  readOutbox,
  TOO_OLD,
  triedAgain,
  withoutTooOld,
} from './outbox-state.ts';

const AT = '2034-05-01T08:00:00Z';
const HOUR_MS = 3_600_000;
const one = (key: string, change: Partial<Outgoing> = {}): Outgoing => ({
  key,
  peer: '+447700900123',
  text: 'Hello',
  at: AT,
  pricePerSegment: null,
  after: '',
  refusal: null,
  ...change,
});
const REFUSAL = { code: 'out_of_credit', message: 'No.' };
const keys = (outbox: Outbox) => outbox.map(({ key }) => key);
const failure = (status: number, code = '') => ({ status, code, message: 'No.' });

describe('an attempt', () => {
  test.each([
    ['no answer', failure(0, 'network')],
    ['no answer in time', failure(0, 'timeout')],
    ['a server that is down', failure(502)],
    ['a session that ended', failure(401)],
    ['the first attempt still under way', failure(409, 'request_under_way')],
    ['too many at once', failure(429, 'too_many_messages')],
  ])('that meets %s decides nothing: the message waits, with its key', (_what, met) => {
    const outbox = [one('a')];
    expect(afterAttempt(outbox, 'a', attemptOf(met))).toBe(outbox);
  });

  test.each([
    ['money that is missing', failure(402, 'out_of_credit')],
    ['a price that has changed', failure(409, 'price_changed')],
    ['a number that no carrier reaches', failure(503, 'no_route')],
  ])('that meets %s is over, and the reason is kept', (_what, met) => {
    const [refused] = afterAttempt([one('a')], 'a', attemptOf(met));
    expect(refused?.refusal).toEqual({ code: met.code, message: 'No.' });
  });

  test('that succeeds leaves nothing behind', () => {
    expect(keys(afterAttempt([one('a'), one('b')], 'a', { came: 'sent' }))).toEqual(['b']);
  });
});

test('what was written to one person goes in order, and holds back nobody else', () => {
  const outbox = [one('a'), one('b'), one('c', { peer: '+447700900124' })];
  expect(nextToSend(outbox, new Set())?.key).toBe('a');
  expect(nextToSend(outbox, new Set(['+447700900123']))?.key).toBe('c');
  expect(nextToSend([one('a', { refusal: REFUSAL })], new Set())).toBe(undefined);
});

test('a refused message that is tried again is another one: its key is answered for', () => {
  const outbox = [one('a', { refusal: REFUSAL }), one('b')];
  const again = triedAgain(outbox, 'a', { key: 'c', at: AT, pricePerSegment: null });
  expect(keys(again)).toEqual(['b', 'c']);
  expect(again[1]?.refusal).toBe(null);
});

test('what waited for nearly as long as the server knows keys is not sent by itself any more', () => {
  const outbox = [one('a')];
  expect(withoutTooOld(outbox, Date.parse(AT) + 22 * HOUR_MS)).toBe(outbox);
  expect(withoutTooOld(outbox, Date.parse(AT) + 23 * HOUR_MS)[0]?.refusal?.code).toBe(TOO_OLD);
  expect(withoutTooOld([one('a', { at: 'never' })], Date.parse(AT))[0]?.refusal?.code).toBe(TOO_OLD);
});

describe('a message whose answer is on its way', () => {
  const sent = (id: string, text = 'Hello', peer = '+447700900123') =>
    ({ id, direction: 'outbound', peer, text }) as Message;

  test('is shown once, though it was pushed already', () => {
    expect(keys(notInThread([one('a', { after: 'm1' })], [sent('m2'), sent('m1')], 'a'))).toEqual([]);
  });

  test.each([
    ['the same words were written before it', [sent('m1')], 'a', 'm1'],
    ['it is not being sent', [sent('m2')], null, 'm1'],
    ['what is new went to another number of theirs', [sent('m2', 'Hello', '+447700900456')], 'a', 'm1'],
    ['what is new has other words', [sent('m2', 'Bye')], 'a', ''],
    ['nothing of the thread was known', [sent('m2')], 'a', null],
  ])('is shown where %s', (_where, newestFirst, sendingKey, after) => {
    expect(keys(notInThread([one('a', { after })], newestFirst, sendingKey))).toEqual(['a']);
  });
});

test('what this browser kept is read again, and what cannot be read is nothing', () => {
  expect(readOutbox(JSON.stringify([one('a')]))).toEqual([one('a')]);
  for (const kept of [null, '', '{', '{}', '[null, 1, {"key":"a"}]']) expect(readOutbox(kept)).toEqual([]);
});
