import { answerRequests, keepToken } from '../../lib/testing/browser-stand-ins.ts';
import { newContact } from '@farline/contracts/contacts/contacts';
import { expect, test } from 'vitest';
import { deleteContact } from './contacts-queries.ts';
import { addContact, changeContact } from './save-contact.ts';

const OPENED = {
  name: 'Ada',
  note: ' Engines\n',
  tags: ['VIP'],
  isFavourite: false,
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

const LOST = { fails: new TypeError('fetch failed') };
const DONE = { status: 200, body: {} };

test('a contact that is saved again after an answer was lost carries the same key, and the next one another', async () => {
  keepToken('token', 600_000);
  const requests = answerRequests(LOST, DONE, DONE);
  const form = newContact.parse(OPENED);
  await expect(addContact(form)).rejects.toThrow('No connection');
  await addContact(form);
  await addContact(form);
  const [first, again, next] = requests.map(({ headers }) => headers['idempotency-key']);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

test('a contact that is brought back again after an answer was lost carries the same key', async () => {
  keepToken('token', 600_000);
  const requests = answerRequests(DONE, LOST, DONE);
  const at = '2034-05-01T08:00:00Z';
  const bringBack = await deleteContact({ ...newContact.parse(OPENED), id: 'c1', createdAt: at, changedAt: at });
  await expect(bringBack()).rejects.toThrow('No connection');
  await bringBack();
  const [, first, again] = requests.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(again).toBe(first);
});
