import { answerRequests, keepToken, storage } from '../../lib/testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import type { Thread } from '@farline/contracts/messages/messages';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/session/queries.ts';
import { signOut, useSession } from '../../lib/session/session.ts';
import { draftOf, emptyDraft, hearDraft, moveDraft, saveDraft, typeDraft } from './drafts.ts';
import { threadQuery } from './messages-queries.ts';

const PEER = '+447700900123';
const OTHER = '+447700900124';
const KEPT = 'farline.drafts.ada';
const SAVED = { status: 200, body: { thread: { peer: PEER, draft: 'Hello' } } };

beforeEach(() => {
  vi.useFakeTimers();
  storage.clear();
  queryClient.clear();
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

/** The server has told what is begun with these. */
function know(drafts: Record<string, string>): void {
  for (const [peer, draft] of Object.entries(drafts)) {
    queryClient.setQueryData(threadQuery(peer).queryKey, { peer, draft } as Thread);
    hearDraft(peer, draft);
  }
}

test('what is written to one number of a person moves to another that is chosen, and back, on the server too', async () => {
  know({ [PEER]: 'Hello', [OTHER]: '' });
  const saved = (peer: string, draft: string) => ({ status: 200, body: { thread: { peer, draft } } });
  const requests = answerRequests(
    ...[saved(OTHER, 'Hello'), saved(PEER, '')],
    ...[saved(PEER, 'Hello there'), saved(OTHER, '')],
  );
  moveDraft(PEER, OTHER);
  expect([draftOf(PEER).text, draftOf(OTHER).text]).toEqual(['', 'Hello']);
  // As the thread that is come to hears it, before the server has answered.
  hearDraft(OTHER, queryClient.getQueryData(threadQuery(OTHER).queryKey)?.draft ?? '');
  typeDraft(OTHER, 'Hello there');
  moveDraft(OTHER, PEER);
  expect([draftOf(PEER).text, draftOf(OTHER).text]).toEqual(['Hello there', '']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests.map(({ body }) => body)).toEqual(['Hello', '', 'Hello there', ''].map((draft) => ({ draft })));
});

test('what is written to one number stays there where something else is begun with the other, or may be', () => {
  know({ [PEER]: 'Hello', [OTHER]: 'See you' });
  moveDraft(PEER, OTHER);
  moveDraft(PEER, '+447700900125');
  expect([draftOf(PEER).text, draftOf(OTHER).text]).toEqual(['Hello', 'See you']);
});

test('what was sent or scheduled leaves the field, and what was typed meanwhile stays', () => {
  answerRequests(SAVED);
  typeDraft(PEER, 'Hello');
  expect(emptyDraft(PEER, 'Hello')).toBe(true);
  expect(draftOf(PEER).text).toBe('');

  typeDraft(PEER, 'Hello again');
  expect(emptyDraft(PEER, 'Hello')).toBe(false);
  expect(draftOf(PEER).text).toBe('Hello again');
});

test('a save that fails once somebody has left empties no field of whoever comes next', async () => {
  know({ [PEER]: 'Hi' });
  answerRequests({ fails: new TypeError('no line') });
  typeDraft(PEER, 'Hello');
  saveDraft(PEER);
  useSession.setState({ status: 'signed-out' }, true);
  await vi.advanceTimersByTimeAsync(0);
  useSession.setState({ status: 'signed-in', user: { id: 'grace' } as User }, true);
  hearDraft(PEER, 'Hi');
  expect(draftOf(PEER).text).toBe('Hi');
});

const SIGNED_OUT = { status: 200, body: { message: 'You’re signed out.' } };

test('what was typed a moment ago goes to the server before the session ends by a sign-out', async () => {
  const requests = answerRequests(SAVED, SIGNED_OUT);
  typeDraft(PEER, 'Hello');
  await signOut();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests).toMatchObject([
    { method: 'PATCH', body: { draft: 'Hello' }, headers: { authorization: 'Bearer token' } },
    { method: 'POST', url: expect.stringMatching(/logout$/) },
  ]);
  expect(storage.has(KEPT)).toBe(false);
});

test('a draft that could not be saved is sent once more by a sign-out, and one that was saved is not', async () => {
  answerRequests({ fails: new TypeError('no line') }, SAVED);
  typeDraft(PEER, 'Hello');
  saveDraft(PEER);
  typeDraft(OTHER, 'See you');
  saveDraft(OTHER);
  await vi.advanceTimersByTimeAsync(0);
  const requests = answerRequests(SAVED, SIGNED_OUT);
  await signOut();
  expect(requests.map(({ body }) => body)).toEqual([{ draft: 'Hello' }, undefined]);
});
