import { answerRequests, keepToken } from '../../lib/testing/browser-stand-ins.ts';
import { expect, test } from 'vitest';
import { changeBroadcast, changesOf, createBroadcast, stillTyped } from './broadcasts-queries.ts';

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

const OWN = '+999000000001';
const DRAFT = { id: 'b1', name: 'Spring', text: 'Hello', optOutLine: 'Reply STOP to opt out', number: OWN };
const WRITTEN = { name: 'Spring', text: 'Hello', optOutLine: 'Reply STOP to opt out', from: OWN };

test.each([{ name: 'Summer' }, { text: 'Hello there' }, { optOutLine: null }, { from: '+999000000002' }])(
  'whoever changes %j of a draft sends no more than that',
  async (change) => {
    keepToken('token', 600_000);
    const requests = answerRequests({ status: 200, body: { broadcast: { id: 'b1' } } });
    await changeBroadcast(DRAFT, { ...WRITTEN, ...change });
    expect(requests).toMatchObject([{ method: 'PATCH', url: expect.stringContaining('/messages/broadcasts/b1') }]);
    expect(requests[0]?.body).toEqual(change);
  },
);

test('blanks about a name, and a sender that is not known yet, are no changes of a draft', () => {
  expect(changesOf(DRAFT, { ...WRITTEN, name: ' Spring ', from: undefined })).toEqual({});
});

test('what was typed and taken back is touched no more, so that what another device saves is shown; a blank on its way stays', () => {
  expect(stillTyped(DRAFT, { text: 'Hello', name: 'Spring ', optOutLine: null })).toEqual({
    name: 'Spring ',
    optOutLine: null,
  });
  expect(stillTyped(DRAFT, { from: OWN })).toEqual({});
});
