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
const { navigator } = globalThis;
afterEach(() => {
  stop();
  vi.stubGlobal('navigator', navigator);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

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
  await sendMessage(HELLO);
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
  await sendMessage(HELLO);
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
  await sendMessage(HELLO);
  await expect.poll(() => waiting()[0]?.refusal).toEqual({ code: 'out_of_credit', message: 'No money.' });
  const pricePerSegment = { amount: '0.04', currency: 'USD' };
  await tryAgain(waiting()[0]?.key ?? '', { from: 'Acme', pricePerSegment });
  await expect.poll(() => requests.length).toBe(2);
  await expect.poll(() => waiting()[0]?.refusal?.code).toBe('out_of_credit');
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  expect(requests[1]?.body).toMatchObject({ from: 'Acme', pricePerSegment });
  await discard(waiting()[0]?.key ?? '');
  expect(waiting()).toEqual([]);
});

test('what another tab has sent is no longer shown as waiting here', async () => {
  const attempts = answerRequests(NO_LINE);
  stop = startOutbox();
  await sendMessage(HELLO);
  await tried(attempts);
  storage.delete(KEPT);
  storageEvent({ key: KEPT, newValue: null });
  expect(waiting()).toEqual([]);
});

test('one person’s messages are not sent by the next one at this browser', async () => {
  const attempts = answerRequests(NO_LINE);
  stop = startOutbox();
  await sendMessage(HELLO);
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
  await sendMessage(HELLO);
  await tried(attempts);
  expect(storage.has(KEPT)).toBe(true);
  storage.set('farline.drafts.ada', '{"+447700900123":"Hel"}');
  storage.set('farline.steps.ada', '');

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
  await sendMessage(HELLO);
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
    void sendMessage({ ...HELLO, text });
    void tab.sendMessage({ ...HELLO, text: `${text} there` });
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
  vi.stubGlobal('navigator', {});
  const requests = answerRequests(SENT);
  stop = startOutbox();
  await sendMessage(HELLO);
  await expect.poll(() => storage.has(KEPT)).toBe(false);
  expect(requests).toHaveLength(1);
});

test('what this browser cannot keep is not taken: whoever wrote it is told, and it does not stand in the thread', async () => {
  const requests = answerRequests();
  stop = startOutbox();
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('The quota has been exceeded.');
  });
  const sending = sendMessage(HELLO);
  await expect(sending).rejects.toThrow('quota');
  expect([waiting(), requests]).toEqual([[], []]);
  full.mockRestore();
});

test('what cannot be tried again or discarded says so, and stands where it was', async () => {
  answerRequests(REFUSED);
  stop = startOutbox();
  await sendMessage(HELLO);
  await expect.poll(() => waiting()[0]?.refusal?.code).toBe('out_of_credit');
  const [refused] = waiting();
  for (const act of ['setItem', 'removeItem'] as const) {
    vi.spyOn(localStorage, act).mockImplementation(() => {
      throw new Error('Not here.');
    });
  }
  await expect(tryAgain(refused?.key ?? '', { pricePerSegment: null })).rejects.toThrow('Not here');
  await expect(discard(refused?.key ?? '')).rejects.toThrow('Not here');
  expect(waiting()).toEqual([refused]);
});

/** Another tab has begun to send somebody's messages, and sleeps. */
function tabAsleep(userId: string): () => void {
  let wake = (): void => undefined;
  void navigator.locks
    .request(`farline.outbox.${userId} is sent`, async () => await new Promise<void>((done) => (wake = done)))
    .catch(() => undefined);
  return () => wake();
}

test('a tab that fell asleep while it sent keeps the others from sending for a minute, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const wake = tabAsleep('ada');
  const requests = answerRequests(SENT);
  stop = startOutbox();
  await sendMessage(HELLO);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(requests).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  await expect.poll(() => storage.has(KEPT)).toBe(false);
  expect(requests).toHaveLength(1);
  wake();
});

test('whoever signs in while the last person’s messages wait for such a tab is not kept waiting by it', async () => {
  const wake = tabAsleep('ada');
  const requests = answerRequests(SENT);
  stop = startOutbox();
  stop();
  useSession.setState({ status: 'signed-in', user: { id: 'grace' } as User }, true);
  stop = startOutbox();
  await sendMessage(HELLO);
  await expect.poll(() => requests.length).toBe(1);
  wake();
});
