import type { Notice } from '@farline/contracts/notices';
import { expect, test } from 'vitest';
import { withNotice } from './with-notice.ts';

const notice = (id: string, readAt: string | null = null): Notice => ({
  id,
  at: '2026-01-02T03:04:05Z',
  readAt,
  text: '',
  kind: 'password_changed',
  facts: { address: '192.0.2.1' },
});
const idsOf = (pages: { items: Notice[] }[]) => pages.map((page) => page.items.map((item) => item.id));
const pages = [
  { items: [notice('c'), notice('b')], unread: 3 },
  { items: [notice('a')], unread: 3 },
];

test('a new notice stands at the top, once, however often it comes', () => {
  const once = withNotice(pages, notice('d'), 4);
  expect(idsOf(once)).toEqual([['d', 'c', 'b'], ['a']]);
  expect(withNotice(once, notice('d'), 4)).toEqual(once);
});

test('a notice that was read changes in its place', () => {
  const changed = withNotice(pages, notice('a', '2026-01-02T04:00:00Z'), 2);
  expect(idsOf(changed)).toEqual(idsOf(pages));
  expect(changed[1]?.items[0]?.readAt).not.toBeNull();
  expect(changed.map((page) => page.unread)).toEqual([2, 2]);
});

test('without a notice only the count changes', () => {
  expect(withNotice(pages, null, 0)).toEqual(pages.map((page) => ({ ...page, unread: 0 })));
});
