import { answerRequests, keepToken } from '../../../lib/testing/browser-stand-ins.ts';
import { expect, test } from 'vitest';
import { writeGreeting } from './greetings-query.ts';

test('a greeting that is saved again after an answer was lost carries the same key', async () => {
  keepToken('token', 600_000);
  const requests = answerRequests({ fails: new TypeError('fetch failed') }, { status: 200, body: {} });
  const written = { name: 'Away', language: 'en', text: 'We’re away.' } as const;
  await expect(writeGreeting(written)).rejects.toThrow('No connection');
  await writeGreeting(written);
  const [first, again] = requests.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(again).toBe(first);
});
