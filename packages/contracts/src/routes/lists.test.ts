import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiRoutes } from '../api-routes.ts';

/** Lists whose keys clients read by now, each with the names it has for them (docs/specification.md). */
const OTHERWISE = {
  'GET /billing/history': ['history', 'nextCursor'],
  'GET /billing/invoices': ['invoices', 'nextCursor'],
  'GET /messages/broadcasts/{id}/recipients': ['items', 'hasMore'],
  'GET /numbers/offers': ['numbers', 'nextCursor'],
};

const keysOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

test('a list that is read on is read by `cursor` and `limit`, and answers `items` and `nextCursor`', () => {
  const lists = apiRoutes.filter(({ query }) => keysOf(query).some((key) => key === 'cursor' || key === 'after'));
  const wrong = lists.filter(({ query, reply }) => {
    const [asked, answered] = [keysOf(query), keysOf(reply)];
    return ![
      asked.includes('cursor'),
      asked.includes('limit'),
      answered.includes('items'),
      answered.includes('nextCursor'),
    ].every(Boolean);
  });
  expect(lists.length).toBeGreaterThan(Object.keys(OTHERWISE).length);
  expect(wrong.map(({ name }) => name).sort()).toEqual(Object.keys(OTHERWISE));
  for (const { name, reply } of wrong) {
    expect(keysOf(reply)).toEqual(expect.arrayContaining(OTHERWISE[name as keyof typeof OTHERWISE]));
  }
});
