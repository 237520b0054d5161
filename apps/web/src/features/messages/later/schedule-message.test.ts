import { answerRequests, keepToken } from '../../../lib/testing/browser-stand-ins.ts';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../lib/session/queries.ts';
import { scheduledQuery } from '../messages-queries.ts';
import { scheduleMessage } from './schedule-message.ts';

const PEER = '+447700900104';
const AT_EIGHT = { local: '2034-05-01T08:00', timeZone: 'Europe/London' };
const scheduling = (text: string) => ({
  to: PEER,
  text,
  from: undefined,
  sendAt: AT_EIGHT,
  pricePerSegment: { amount: '0.0500', currency: 'USD' } as const,
});
const WAITS = { status: 201, body: {} };
const UNDER_WAY = { status: 409, body: { code: 'request_under_way', message: 'It is still under way.' } };
const REFUSED = { status: 409, body: { code: 'price_changed', message: 'It costs more now.' } };

beforeEach(() => {
  keepToken('token', 600_000);
  queryClient.clear();
});

/** Schedules a text again and again, and gives the keys that went along. */
async function keysOf(text: string, ...answers: Parameters<typeof answerRequests>) {
  const requests = answerRequests(...answers);
  for (const _answer of [...answers]) await scheduleMessage(scheduling(text)).catch(() => undefined);
  return requests.map(({ headers }) => headers['idempotency-key']);
}

test.each([
  ['no answer', { fails: new TypeError() }],
  ['the first try under way', UNDER_WAY],
  ['too many requests', { status: 429 }],
  ['a fault', { status: 500 }],
  ['an answer that came too late', { status: 504 }],
])(
  'after %s the same text for the same moment is the same request: it waits, and goes out, once',
  async (what, answer) => {
    const [first, second, anew] = await keysOf(what, answer, WAITS, WAITS);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(anew).not.toBe(first);
  },
);

test('what was refused is asked for anew, and so is another text or another moment', async () => {
  const [refused, sent] = await keysOf('Hello', REFUSED, { status: 500 });
  expect(sent).not.toBe(refused);
  const requests = answerRequests(WAITS, WAITS);
  await scheduleMessage(scheduling('Hello!'));
  await scheduleMessage({ ...scheduling('Hello'), sendAt: { ...AT_EIGHT, local: '2034-05-01T09:00' } });
  expect(new Set([sent, ...requests.map(({ headers }) => headers['idempotency-key'])]).size).toBe(3);
});

test.each([
  ['a fault', { status: 500 }, true],
  ['a refusal', REFUSED, false],
])('after %s the conversation is read anew where the message may wait all the same', async (what, answer, isRead) => {
  const { queryKey } = scheduledQuery(PEER);
  queryClient.setQueryData(queryKey, []);
  await keysOf(`read anew after ${what}`, answer);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(isRead);
});
