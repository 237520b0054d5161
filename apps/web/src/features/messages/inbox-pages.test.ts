import type { ListedThread, Message, Thread } from '@farline/contracts/messages/messages';
import { expect, test } from 'vitest';
import { withChanged, withLast, withMessage, withThread } from './inbox-pages.ts';

const message = (id: string, minute: number, status = 'sent') =>
  ({ id, status, createdAt: `2034-05-01T08:${String(minute).padStart(2, '0')}:00Z` }) as Message;
const thread = (peer: string, change: Partial<Thread> = {}) =>
  ({
    peer,
    last: message(peer, 1),
    unread: 1,
    sender: null,
    isBlocked: false,
    draft: '',
    scheduled: 0,
    changedAt: '2034-05-01T08:01:00.000Z',
    ...change,
  }) as Thread;
const listed = (peer: string, change: Partial<ListedThread> = {}): ListedThread => ({
  ...thread(peer),
  found: null,
  others: [],
  ...change,
});
const page = <Item>(items: Item[], nextCursor: string | null = null) => ({ items, nextCursor });
const ids = (pages: readonly { items: Message[] }[]) => pages.map(({ items }) => items.map(({ id }) => id).join(' '));

test('a new message stands first, and one that comes late where its time belongs', () => {
  const pages = [page([message('d', 40), message('b', 20)], 'on'), page([message('a', 10)])];
  expect(ids(withMessage(pages, message('e', 50)))).toEqual(['e d b', 'a']);
  expect(ids(withMessage(pages, message('c', 30)))).toEqual(['d c b', 'a']);
  expect(ids(withMessage(pages, message('o', 5)))).toEqual(['d b', 'a o']);
  expect(ids(withMessage([page<Message>([])], message('a', 1)))).toEqual(['a']);
});

test('a message that is older than all that was read waits for its page', () => {
  expect(ids(withMessage([page([message('b', 20)], 'on')], message('a', 10)))).toEqual(['b']);
});

test('a message that goes on stays in its place', () => {
  const [changed] = withMessage([page([message('b', 20), message('a', 10)])], message('a', 10, 'delivered'));
  expect(changed?.items.map(({ id, status }) => `${id} ${status}`)).toEqual(['b sent', 'a delivered']);
});

test('a thread that was read changes in its place', () => {
  const changed = withThread([page([listed('x'), listed('y')])], thread('y', { unread: 0 }));
  expect(changed?.[0]?.items.map(({ peer, unread }) => `${peer} ${unread}`)).toEqual(['x 1', 'y 0']);
});

test.each([
  ['is not in the list', thread('z')],
  ['was blocked', thread('x', { isBlocked: true })],
  ['has another last message', thread('x', { last: message('new', 9) })],
])('where a thread %s, the list is asked for again', (_how, changed) => {
  expect(withThread([page([listed('x')])], changed)).toBe(null);
});

test('the last message of a thread goes on in the list; any other message is asked about', () => {
  const pages = [page([thread('x')])];
  expect(withLast(pages, message('x', 1, 'delivered'))?.[0]?.items[0]?.last?.status).toBe('delivered');
  expect(withLast(pages, message('y', 2))).toBe(null);
});

test('what a search found of a thread stays when the thread changes', () => {
  const found = { messageId: 'm', text: 'at eight', direction: 'inbound', at: '2034-05-01T08:01:00Z' } as const;
  const line = listed('x', { found });
  expect(withThread([page([line])], thread('x', { unread: 0 }))?.[0]?.items).toEqual([{ ...line, unread: 0 }]);
});

test('among messages around one, what goes on does so in its place, and a new one is not put beside a gap', () => {
  const pages = [page([message('b', 20), message('a', 10)], 'on')];
  expect(withChanged(pages, message('a', 10, 'delivered'))[0]?.items[1]?.status).toBe('delivered');
  expect(ids(withChanged(pages, message('c', 30)))).toEqual(['b a']);
});

test('what changes with another number of a person changes in their line, unless something came by it last', () => {
  const other = { peer: 'y', unread: 1, draft: '', scheduled: 0 };
  const pages = [page([listed('x', { others: [other] })])];
  const before = '2034-05-01T08:00:00.000Z';
  const changed = withThread(pages, thread('y', { unread: 0, draft: 'Hel', changedAt: before }));
  expect(changed?.[0]?.items[0]).toMatchObject({
    peer: 'x',
    unread: 1,
    others: [{ peer: 'y', unread: 0, draft: 'Hel' }],
  });
  expect(withThread(pages, thread('y', { changedAt: '2034-05-01T08:02:00.000Z' }))).toBe(null);
  expect(withThread(pages, thread('y', { isBlocked: true, changedAt: before }))).toBe(null);
});
