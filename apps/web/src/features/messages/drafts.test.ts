import { answerRequests, keepToken, storage } from '../../lib/testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../lib/session/session.ts';
import { draftOf, hearDraft, saveDraft, typeDraft } from './drafts.ts';

const PEER = '+447700900123';
const KEPT = 'farline.drafts.ada';
const SAVED = { status: 200, body: { thread: { peer: PEER, draft: 'Hello' } } };

beforeEach(() => {
  vi.useFakeTimers();
  storage.clear();
  keepToken('token', 600_000);
  useSession.setState({ status: 'signed-in', user: { id: 'ada' } as User }, true);
});
afterEach(() => {
  useSession.setState({ status: 'signed-out' }, true);
  vi.useRealTimers();
});

/** The page is left and loaded again: nothing of it remains but what the browser keeps. */
function reload(): void {
  useSession.setState({ status: 'signed-out' }, true);
  useSession.setState({ status: 'signed-in', user: { id: 'ada' } as User }, true);
}

test('a draft goes to the server a moment after the typing stops, once, and is no longer kept here', async () => {
  const requests = answerRequests(SAVED);
  typeDraft(PEER, 'Hel');
  typeDraft(PEER, 'Hello');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests.map(({ method, body }) => [method, body])).toEqual([['PATCH', { draft: 'Hello' }]]);
  expect(storage.has(KEPT)).toBe(false);
});

test('a draft that was typed without a line stands in the field again when the page is loaded anew, and is saved then', async () => {
  answerRequests({ fails: new TypeError('no line') });
  typeDraft(PEER, 'Hello');
  saveDraft(PEER);
  await vi.advanceTimersByTimeAsync(0);
  reload();
  const requests = answerRequests(SAVED);
  hearDraft(PEER, '');
  expect(draftOf(PEER).text).toBe('Hello');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests).toHaveLength(1);
  expect(storage.has(KEPT)).toBe(false);
});

test('nobody reads the draft of who was signed in before', async () => {
  answerRequests({ fails: new TypeError('no line') });
  typeDraft(PEER, 'Hello');
  saveDraft(PEER);
  await vi.advanceTimersByTimeAsync(0);
  useSession.setState({ status: 'signed-out' }, true);
  useSession.setState({ status: 'signed-in', user: { id: 'grace' } as User }, true);
  hearDraft(PEER, '');
  expect(draftOf(PEER).text).toBe('');
});
