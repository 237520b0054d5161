import { answerRequests, keepToken } from '../../../lib/testing/browser-stand-ins.ts';
import { expect, test } from 'vitest';
import { keepTemplate } from './templates-query.ts';

test('a template that is kept again after an answer was lost carries the same key', async () => {
  keepToken('token', 600_000);
  const requests = answerRequests({ fails: new TypeError('fetch failed') }, { status: 200, body: {} });
  const written = { name: 'Reminder', text: 'See you on {day}' };
  await expect(keepTemplate(null, written)).rejects.toThrow('No connection');
  await keepTemplate(null, written);
  const [first, again] = requests.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(again).toBe(first);
});
