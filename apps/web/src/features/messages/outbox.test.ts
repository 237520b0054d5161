import { answerRequests, keepToken, storage, storageEvent } from '../../lib/testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLiveState } from '../../lib/live/live-events.ts';
import { forgetSession, useSession } from '../../lib/session/session.ts';
import { discard, sendMessage, startOutbox, tryAgain, useOutbox } from './outbox.ts';

const PEER = '+447700900123';
const HELLO = { peer: PEER, text: 'Hello', pricePerSegment: null, after: null };
const SENT = {
  status: 201,
  body: { message: { id: 'm1', peer: PEER, text: 'Hello', createdAt: '2034-05-01T08:00:00Z' } },
};
const NO_LINE = { fails: new TypeError('no line') };
const REFUSED = { status: 402, body: { code: 'out_of_credit', message: 'No money.' } };
const KEPT = 'farline.outbox.ada';

let stop: () => void = () => undefined;
beforeEach(() => {
  storage.clear();
  keepToken('token', 600_000);
  useLiveState.setState({ state: 'waiting' });
  useSession.setState({ status: 'signed-in', user: { id: 'ada' } as User }, true);
});
afterEach(() => stop());

const waiting = () => useOutbox.getState().messages;
/** The first attempt has ended. */
async function tried(attempts: readonly unknown[]) {
  await expect.poll(() => attempts.length).toBe(1);
  await expect.poll(() => useOutbox.getState().sendingKey).toBe(null);
}
const lineIsBack = () => useLiveState.setState({ state: 'live' });

test('what is written without a line is kept, and sent once with one key when the line is back', async () => {
  const requests = answerRequests(NO_LINE, SENT);
  stop = startOutbox();
  sendMessage(HELLO);
  await tried(requests);
  expect(JSON.parse(storage.get(KEPT) ?? '')).toMatchObject([{ text: 'Hello' }]);

  lineIsBack();
  await expect.poll(waiting).toEqual([]);
  expect(storage.has(KEPT)).toBe(false);
  expect(requests).toHaveLength(2);
  expect(requests.map(({ body }) => body)).toEqual([
    { to: PEER, text: 'Hello' },
    { to: PEER, text: 'Hello' },
  ]);
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('what the last page left waiting is sent by the next one', async () => {
  const attempts = answerRequests(NO_LINE);
  stop = startOutbox();
  sendMessage(HELLO);
  await tried(attempts);
  stop();
  const [kept] = JSON.parse(storage.get(KEPT) ?? '') as { key: string }[];

  const requests = answerRequests(SENT);
  stop = startOutbox();
  await expect.poll(() => storage.has(KEPT)).toBe(false);
  expect(requests[0]?.headers['idempotency-key']).toBe(kept?.key);
});

test('a refusal is shown with its reason; tried again it is another message, and it can be discarded', async () => {
  const requests = answerRequests(REFUSED, REFUSED);
  stop = startOutbox();
  sendMessage(HELLO);
  await expect.poll(() => waiting()[0]?.refusal).toEqual({ code: 'out_of_credit', message: 'No money.' });
  tryAgain(waiting()[0]?.key ?? '', { amount: '0.04', currency: 'USD' });
  await expect.poll(() => requests.length).toBe(2);
  await expect.poll(() => waiting()[0]?.refusal?.code).toBe('out_of_credit');
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  expect(requests[1]?.body).toMatchObject({ pricePerSegment: { amount: '0.04', currency: 'USD' } });
  discard(waiting()[0]?.key ?? '');
  expect(waiting()).toEqual([]);
});

test('what another tab has sent is no longer shown as waiting here', async () => {
  const attempts = answerRequests(NO_LINE);
  stop = startOutbox();
  sendMessage(HELLO);
  await tried(attempts);
  storage.delete(KEPT);
  storageEvent({ key: KEPT, newValue: null });
  expect(waiting()).toEqual([]);
});

test('one person’s messages are not sent by the next one at this browser', async () => {
  const attempts = answerRequests(NO_LINE);
  stop = startOutbox();
  sendMessage(HELLO);
  await tried(attempts);
  stop();
  useSession.setState({ status: 'signed-in', user: { id: 'grace' } as User }, true);
  const requests = answerRequests();
  stop = startOutbox();
  lineIsBack();
  expect([waiting(), requests]).toEqual([[], []]);
});

test('who signs out leaves no message behind in this browser, and nothing is sent in their name', async () => {
  const attempts = answerRequests(NO_LINE);
  stop = startOutbox();
  sendMessage(HELLO);
  await tried(attempts);
  expect(storage.has(KEPT)).toBe(true);
  storage.set('farline.drafts.ada', '{"+447700900123":"Hel"}');

  forgetSession();
  stop();
  expect([...storage.keys()].filter((key) => key.includes('ada'))).toEqual([]);
  useSession.setState({ status: 'signed-in', user: { id: 'ada' } as User }, true);
  const requests = answerRequests();
  stop = startOutbox();
  lineIsBack();
  expect([waiting(), requests]).toEqual([[], []]);
});

/** The same page in another tab: modules of its own, and the same storage. */
async function anotherTab() {
  vi.resetModules();
  const session = await import('../../lib/session/session.ts');
  session.useSession.setState({ status: 'signed-in', user: { id: 'ada' } as User }, true);
  const tab = await import('./outbox.ts');
  return {
    ...tab,
    lineIsBack: async () => (await import('../../lib/live/live-events.ts')).useLiveState.setState({ state: 'live' }),
  };
}

test('two tabs that have a line again send what waits once', async () => {
  const attempts = answerRequests(NO_LINE);
  stop = startOutbox();
  sendMessage(HELLO);
  await tried(attempts);
  const tab = await anotherTab();
  const requests = answerRequests(SENT);
  const stopTab = tab.startOutbox();

  lineIsBack();
  await tab.lineIsBack();
  await expect.poll(() => storage.has(KEPT)).toBe(false);
  await expect.poll(() => tab.useOutbox.getState().messages).toEqual([]);
  stopTab();
  expect(requests).toHaveLength(1);
});

test('what two tabs write at the same moment is all kept, and sent once each', async () => {
  const requests = answerRequests(SENT, SENT, SENT, SENT);
  stop = startOutbox();
  const tab = await anotherTab();
  const stopTab = tab.startOutbox();
  for (const text of ['One', 'Two']) {
    sendMessage({ ...HELLO, text });
    tab.sendMessage({ ...HELLO, text: `${text} there` });
  }
  // Each is shown at once where it was written.
  expect(waiting().map(({ text }) => text)).toEqual(expect.arrayContaining(['One', 'Two']));

  await expect.poll(() => requests.length).toBe(4);
  await expect.poll(() => storage.has(KEPT)).toBe(false);
  stopTab();
  const texts = requests.map(({ body }) => (body as { text: string }).text);
  expect(texts.toSorted()).toEqual(['One', 'One there', 'Two', 'Two there']);
});

test('a browser without Web Locks sends all the same', async () => {
  const { navigator } = globalThis;
  vi.stubGlobal('navigator', {});
  const requests = answerRequests(SENT);
  stop = startOutbox();
  sendMessage(HELLO);
  await expect.poll(() => storage.has(KEPT)).toBe(false);
  vi.stubGlobal('navigator', navigator);
  expect(requests).toHaveLength(1);
});
