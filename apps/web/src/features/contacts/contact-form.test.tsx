import '../../lib/testing/browser-stand-ins.ts';
import { CONTACT_LIMITS, type Contact, NUMBERS_AT_MOST } from '@farline/contracts/contacts/contacts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ContactBook } from './contact-book.tsx';
import { ContactForm } from './contact-form.tsx';

const CONTACT: Contact = {
  id: '01a22a9e-b31c-7279-86b7-20e1020ec340',
  name: 'Ada',
  note: '',
  tags: [],
  isFavourite: false,
  numbers: [],
  createdAt: '2034-05-01T08:00:00Z',
  changedAt: '2034-05-01T08:00:00Z',
};
const formWith = (count: number) => {
  const numbers = Array.from({ length: count }, (_, index) => ({ number: `+44770090010${index}`, label: 'mobile' }));
  return renderToStaticMarkup(<ContactForm contact={{ ...CONTACT, numbers }} onDone={() => undefined} />);
};

test('a note of several lines has a field that keeps them', () => {
  expect(formWith(1)).toMatch(/<textarea[^>]* name="note"/);
});

test('as many numbers as a contact may have are no reason for another, and that is said', () => {
  const another = (count: number) => /<button[^>]*>(?:(?!<button).)*Add a number/.exec(formWith(count))?.[0];
  const most = CONTACT_LIMITS.numbersEach;
  expect(another(most - 1)).not.toContain('disabled=""');
  expect(formWith(most - 1)).not.toContain(NUMBERS_AT_MOST);
  expect(another(most)).toContain('disabled=""');
  expect(formWith(most)).toContain(NUMBERS_AT_MOST);
});

test('no more is searched for than the server takes', () => {
  expect(renderToStaticMarkup(<ContactBook onCall={() => undefined} />)).toMatch(
    /<input[^>]*type="search"[^>]*maxLength="60"/,
  );
});
