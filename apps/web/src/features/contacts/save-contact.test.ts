import { answerRequests, keepToken } from '../../lib/testing/browser-stand-ins.ts';
import { newContact } from '@farline/contracts/contacts/contacts';
import { expect, test } from 'vitest';
import { changeContact } from './save-contact.ts';

const OPENED = {
  ...{ name: 'Ada', note: ' Engines\n', tags: ['VIP'], isFavourite: false },
  numbers: [{ number: '+44 7700 900123', label: 'mobile' }],
};

/** What is sent of a contact whose form is saved with a change. */
async function sent(change: object): Promise<unknown> {
  keepToken('token', 600_000);
  const requests = answerRequests({ status: 200, body: {} });
  await changeContact('c1', { opened: OPENED, form: newContact.parse({ ...OPENED, ...change }) });
  expect(requests).toMatchObject([{ method: 'PATCH', url: expect.stringContaining('/contacts/c1') }]);
  return Object.fromEntries(Object.entries(requests[0]?.body ?? {}).filter(([name]) => name !== 'defaultCountry'));
}

test.each([
  { name: 'Ada Lovelace' },
  { note: 'Poetry' },
  { tags: ['VIP', 'friends'] },
  { isFavourite: true },
  { numbers: [{ number: '+44 7700 900123', label: 'work' }] },
])('whoever changes %j of a contact sends no more than that', async (change) => {
  expect(await sent(change)).toEqual(change);
});

test('whoever changes nothing of a contact sends nothing of it', async () => {
  expect(await sent({})).toEqual({});
});
