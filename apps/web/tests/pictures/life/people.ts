import type { User } from '@farline/contracts/auth';
import type { Answers } from '../../support/stand-in-answers.ts';

/** When the pictures are taken. */
export const NOW = '2031-03-14T10:24:00.000Z';

const NAMES: Partial<User> = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada.lovelace@example.com',
  phone: '+44 7700 900321',
  phoneE164: '+447700900321',
  country: 'GB',
  timeZone: 'Europe/London',
  createdAt: '2030-06-03T08:00:00.000Z',
};
/** Who the pictures are of. */
export const ADA: Partial<User> = {
  ...NAMES,
  subscription: 'plus',
  accountState: 'active',
  numbers: ['+12015550142', '+999000200300'],
};
/** The same on the first day. The number is the account's own: the server places no call from another. */
export const NEWCOMER: Partial<User> = { ...NAMES, subscription: 'basic', accountState: 'trial' };
export const OWN = '+12015550142';
export const FRIEND = '+447700900123';
export const usd = (amount: string) => ({ amount, currency: 'USD' });
/** An id of its own for each kind of thing and its place in a list. */
export const idOf = (kind: number, index: number): string =>
  `0198a5f0-00${String(kind).padStart(2, '0')}-7000-8000-${String(index + 1).padStart(12, '0')}`;

const PEOPLE = [
  ['Amélie Gauthier-Beaumont', '+33612345678', 'mobile', true, 'Prefers calls after 18:00, speaks French.'],
  ['Bakery on the corner', '+442079460018', 'work', false, ''],
  ['Grace Hopper', FRIEND, 'mobile', true, 'Ask for the manual of the new compiler.'],
  ['Dr. Anastasiya Konstantinovna Vyshnepolskaya', '+4930901820', 'Surgery, ground floor', false, ''],
  ['Joyful Ogbonnaya', '+2348021234567', 'mobile', false, 'Lagos office, second floor'],
  ['Li', '+8613812345678', 'home', false, ''],
  ['Peggy Quigley', '+12125550177', 'main', false, ''],
] as const;

/** What a page reads of contacts. */
export const CONTACTS: Answers = {
  'GET /contacts': {
    items: PEOPLE.map(([name, number, label, isFavourite, note], index) => ({
      id: idOf(1, index),
      name,
      numbers: [{ number, label }],
      note,
      tags: [],
      isFavourite,
      createdAt: '2031-01-04T09:00:00.000Z',
      changedAt: '2031-01-04T09:00:00.000Z',
    })),
    nextCursor: null,
  },
  'GET /contacts/names': {
    names: PEOPLE.map(([name, number, , isFavourite], index) => ({
      number,
      name,
      contactId: idOf(1, index),
      isFavourite,
      tags: [],
    })),
  },
  'GET /notices': { items: [], nextCursor: null, unread: 0 },
};
