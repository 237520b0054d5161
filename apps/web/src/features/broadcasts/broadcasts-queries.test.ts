import { answerRequests, keepToken } from '../../lib/testing/browser-stand-ins.ts';
import { expect, test } from 'vitest';
import { createBroadcast } from './broadcasts-queries.ts';

test('a draft that was not answered for is one when it is asked for again, and another after a refusal', async () => {
  keepToken('token', 600_000);
  const refused = { status: 409, body: { code: 'too_many_broadcasts', message: 'There are too many.' } };
  const requests = answerRequests({ status: 504 }, refused, { status: 201, body: { broadcast: { id: 'b1' } } });
  const create = async () => await createBroadcast({ name: 'Spring', text: 'Hello', optOutLine: null });
  await create().catch(() => undefined);
  await create().catch(() => undefined);
  expect(await create()).toMatchObject({ id: 'b1' });
  const [lost, second, anew] = requests.map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(lost);
  expect(anew).not.toBe(lost);
});
