import { answerRequests, keepToken, storage } from '../../lib/testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import type { Thread } from '@farline/contracts/messages/messages';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useLiveState } from '../../lib/live/live-events.ts';
import { sendersQuery } from '../../lib/messages/senders.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { threadQuery } from './messages-queries.ts';
import { sendMessage, startOutbox, useOutbox } from './outbox.ts';
import { sendAgain, sendRefused } from './send-again.ts';

const PEER = '+447700900123';
const [FIRST, SECOND] = ['+999000000001', '+999000000002'];
const ACME = { name: 'Acme', registeredIn: [] };
const PRICE = { amount: '0.04', currency: 'USD' };
const PRICED = { status: 200, body: { pricePerSegment: PRICE } };
const SENT = {
  status: 201,
  body: { message: { id: 'm1', peer: PEER, text: 'Hello', createdAt: '2034-05-01T08:00:00Z' } },
};
const NEEDED = { status: 403, body: { code: 'rented_number_needed', message: 'Rent one.' } };

let stop: () => void = () => undefined;
beforeEach(() => {
  storage.clear();
  queryClient.clear();
  keepToken('token', 600_000);
  useLiveState.setState({ state: 'live' });
  useSession.setState({ status: 'signed-in', user: { id: 'ada' } as User }, true);
});
afterEach(() => stop());

/** Whom the account may write as, and who was chosen for this person. */
function know(numbers: string[], names: (typeof ACME)[], chosen: string | null = null): void {
  queryClient.setQueryData(sendersQuery.queryKey, { numbers, names });
  queryClient.setQueryData(threadQuery(PEER).queryKey, { sender: chosen } as Thread);
}

test.each<[string, string | undefined, string, string[], string | null]>([
  ['the number that it was from, whatever the conversation goes by now', FIRST, FIRST, [SECOND, FIRST], null],
  ['the number that it was from, whoever was chosen since', FIRST, FIRST, [SECOND, FIRST], 'Acme'],
  ['the name that it was under', 'Acme', 'Acme', [FIRST], null],
  ['who was chosen, where its number is the account’s no more', SECOND, FIRST, [SECOND], SECOND],
  ['the account’s name, where it has no number any more', 'Acme', FIRST, [], null],
  ['whom the server chooses, where its name was taken back', undefined, 'Gone', [FIRST], null],
])('a message is sent again from %s, and priced so', async (_whom, from, number, numbers, chosen) => {
  know(numbers, [ACME], chosen);
  const requests = answerRequests(PRICED, SENT);
  stop = startOutbox();
  await sendAgain({ id: 'm0', peer: PEER, text: 'Hello', number });
  await expect.poll(() => requests.length).toBe(2);
  expect(requests.map(({ body }) => body)).toEqual([
    { to: PEER, text: '', ...(from === undefined ? {} : { from }) },
    { to: PEER, text: 'Hello', pricePerSegment: PRICE, ...(from === undefined ? {} : { from }) },
  ]);
});

test('while it is not known whom the account may write as, the server judges who a message was from', async () => {
  const requests = answerRequests(PRICED, SENT);
  stop = startOutbox();
  await sendAgain({ id: 'm0', peer: PEER, text: 'Hello', number: SECOND });
  await expect.poll(() => requests.length).toBe(2);
  expect(requests.map(({ body }) => body)).toMatchObject([{ from: SECOND }, { from: SECOND }]);
});

test('a message whose button is pressed twice is sent again once, and pressed later once more', async () => {
  const requests = answerRequests(PRICED, SENT, PRICED, SENT);
  const texts = () => requests.filter(({ body }) => (body as { text?: string }).text === 'Hello');
  const settled = async () => await expect.poll(() => useOutbox.getState().messages).toEqual([]);
  stop = startOutbox();
  const undelivered = { id: 'm0', peer: PEER, text: 'Hello', number: FIRST };
  await Promise.all([sendAgain(undelivered), sendAgain(undelivered)]);
  await settled();
  expect(texts()).toHaveLength(1);

  await sendAgain(undelivered);
  await settled();
  expect(texts()).toHaveLength(2);
});

test('what was refused for want of a number is sent again under the name that was allowed since', async () => {
  const requests = answerRequests(NEEDED, PRICED, SENT);
  stop = startOutbox();
  await sendMessage({ peer: PEER, text: 'Hello', from: undefined, pricePerSegment: null, after: null });
  await expect.poll(() => useOutbox.getState().messages[0]?.refusal?.code).toBe('rented_number_needed');
  know([], [ACME]);
  const [refused] = useOutbox.getState().messages;
  if (refused !== undefined) await sendRefused(refused);
  await expect.poll(() => useOutbox.getState().messages).toEqual([]);
  expect(requests.map(({ body }) => body)).toEqual([
    { to: PEER, text: 'Hello' },
    { to: PEER, text: '', from: 'Acme' },
    { to: PEER, text: 'Hello', from: 'Acme', pricePerSegment: PRICE },
  ]);
});
