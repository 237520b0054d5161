import { answerRequests } from '../../lib/testing/browser-stand-ins.ts';
import type { ListedThread, Message } from '@farline/contracts/messages/messages';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/session/queries.ts';
import { applyMessageEvent } from './apply-message-event.ts';
import { messagesWithQuery, threadQuery, threadsQuery } from './messages-queries.ts';
import { unreadQuery } from './unread-query.ts';
import { putReply } from './message-cache.ts';

const PEER = '+447700900123';
/** The same person's. */
const OTHER = '+447700900100';
const message = (id: string, status: Message['status'], createdAt = '2034-05-01T08:00:00Z') =>
  ({
    id,
    status,
    createdAt,
    broadcastId: null,
    peer: PEER,
    direction: status === 'received' ? 'inbound' : 'outbound',
  }) as Message;
const thread = (unread: number, last: Message) =>
  ({
    peer: PEER,
    unread,
    last,
    draft: '',
    isBlocked: false,
    found: null,
    others: [],
  }) as Partial<ListedThread> as ListedThread;

const WITH = messagesWithQuery([OTHER, PEER]).queryKey;
const THREAD = threadQuery(PEER).queryKey;
const THREADS = threadsQuery({ q: '', isBlocked: false }).queryKey;
const FOUND = threadsQuery({ q: 'Ada', isBlocked: false }).queryKey;

beforeEach(() => {
  answerRequests({ status: 200, body: {} });
  queryClient.clear();
  const last = message('m1', 'sent');
  const pages = <Item>(items: Item[]) => ({
    pages: [{ items, nextCursor: null, newerCursor: null, unread: 0 }],
    pageParams: [null],
  });
  queryClient.setQueryData(unreadQuery.queryKey, 0);
  queryClient.setQueryData(WITH, pages([last]));
  queryClient.setQueryData(THREAD, thread(0, last));
  queryClient.setQueryData(THREADS, pages([thread(0, last)]));
  queryClient.setQueryData(FOUND, pages<ListedThread>([]));
});

const shown = () =>
  queryClient.getQueryData(WITH)?.pages.flatMap(({ items }) => items.map((one) => one.id + one.status));
const isAskedAgain = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated;

test('a message that goes on is shown so at once, in its thread and in the list', () => {
  applyMessageEvent({ type: 'message.changed', message: message('m1', 'delivered'), unread: 0 });
  expect(shown()).toEqual(['m1delivered']);
  expect(queryClient.getQueryData(THREAD)?.last?.status).toBe('delivered');
  expect(queryClient.getQueryData(THREADS)?.pages[0]?.items[0]?.last?.status).toBe('delivered');
  expect(isAskedAgain(THREADS)).toBe(false);
});

test('a message that comes in stands in its thread and in the count, and the lists are asked for again', () => {
  const came = message('m2', 'received', '2034-05-01T09:00:00Z');
  applyMessageEvent({ type: 'message.changed', message: came, unread: 1 });
  expect(shown()).toEqual(['m2received', 'm1sent']);
  expect(queryClient.getQueryData(unreadQuery.queryKey)).toBe(1);
  expect([THREAD, THREADS, FOUND].map(isAskedAgain)).toEqual([true, true, true]);
});

test('a thread that was read elsewhere is read here', () => {
  applyMessageEvent({ type: 'thread.changed', thread: thread(0, message('m1', 'sent')), unread: 0 });
  expect(queryClient.getQueryData(THREAD)?.unread).toBe(0);
  expect(isAskedAgain(THREADS)).toBe(false);
});

test('the answer to a message that was pushed meanwhile does not take it back to where it was', () => {
  applyMessageEvent({ type: 'message.changed', message: message('m2', 'delivered'), unread: 0 });
  putReply(message('m2', 'queued'), 'new');
  expect(shown()).toContain('m2delivered');
  putReply(message('m3', 'queued'), 'new');
  expect(shown()).toContain('m3queued');
  expect(isAskedAgain(WITH)).toBe(false);
  putReply(message('m2', 'queued'), 'of_before');
  expect(isAskedAgain(WITH)).toBe(true);
});
