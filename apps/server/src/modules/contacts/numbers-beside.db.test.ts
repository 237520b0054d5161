import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';
import type { Contact } from './contact.ts';
import { insertContacts, numbersBeside, openBook } from './contacts-store.ts';
import { requireOpen } from '../accounts/index.ts';

const { origin, database } = await testApp({ FARLINE_ROLES: 'api' });
const SWITCHBOARD = '+442079460000';
const COLLEAGUES = 500;
const ownOf = (place: number) => [`+4477${10_000_000 + place}`, `+4478${10_000_000 + place}`];

/** So many people who can all be reached by one number, and each by two of their own; the first is the oldest. */
async function colleagues(over: (place: number) => Partial<Contact> = () => ({})): Promise<string> {
  const { accountId } = await apiCustomer({ origin, database });
  const ids = Array.from({ length: COLLEAGUES }, () => newId()).toSorted();
  const at = new Date();
  const contacts = ids.map((id, place): Contact => {
    const numbers = [SWITCHBOARD, ...ownOf(place)].map((number) => ({ number, label: '' }));
    const facts = { name: `Colleague ${place}`, numbers, note: '', tags: [], isFavourite: false };
    return { id, accountId, ...facts, createdAt: at, changedAt: at, ...over(place) };
  });
  await inTransaction(database, async (tx) => {
    await openBook({ requireOpen }, tx, accountId);
    await insertContacts(tx, contacts);
  });
  return accountId;
}

const besideOf = async (accountId: string, numbers: string[]) =>
  [...(await numbersBeside(database, { accountId, numbers }))].toSorted(([one], [other]) => (one < other ? -1 : 1));

test('a number that stands with five hundred contacts is the oldest one’s, and brings none of the others along', async () => {
  const accountId = await colleagues();
  const [mobile = '', home = ''] = ownOf(0);
  expect(await besideOf(accountId, [SWITCHBOARD])).toEqual([
    [SWITCHBOARD, [mobile, home]],
    [mobile, [SWITCHBOARD, home]],
    [home, [SWITCHBOARD, mobile]],
  ]);
});

test('a number of one colleague’s own brings their other number, and not the one that is somebody else’s', async () => {
  const accountId = await colleagues();
  const [mobile = '', home = ''] = ownOf(7);
  expect(await besideOf(accountId, [mobile])).toEqual([
    [mobile, [home]],
    [home, [mobile]],
  ]);
});

test('a number that a favourite shares is the favourite’s', async () => {
  const accountId = await colleagues((place) => ({ isFavourite: place === 300 }));
  const [mobile = '', home = ''] = ownOf(300);
  expect(new Map(await besideOf(accountId, [SWITCHBOARD])).get(SWITCHBOARD)).toEqual([mobile, home]);
  expect(await besideOf(accountId, [ownOf(0)[0] ?? ''])).toHaveLength(2);
});

test('one whose contact has no other number has none beside it', async () => {
  const accountId = await colleagues((place) => ({
    numbers: [{ number: place === 0 ? SWITCHBOARD : (ownOf(place)[0] ?? ''), label: '' }],
  }));
  expect(await besideOf(accountId, [SWITCHBOARD, '+442079469999'])).toEqual([]);
});
