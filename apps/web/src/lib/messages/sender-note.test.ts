import { expect, test } from 'vitest';
import { senderNoteOf } from './sender-note.ts';

test.each([
  ['BE', '+14155550100', 'refused'],
  ['BE', 'Acme', 'refused'],
  ['IN', 'Acme', 'registered'],
  ['GB', 'Acme', null],
  ['SJ', 'Acme', 'unknown'],
  ['SJ', '+14155550100', null],
])('of a sender to %s that is %s the page says: %s', (countryCode, from, note) => {
  expect(senderNoteOf({ countryCode, from })?.is ?? null).toBe(note);
});

test('what is known has its source, and what is not known has none', () => {
  expect(senderNoteOf({ countryCode: 'BE', from: 'Acme' })?.source).toMatch(/^https:/);
  expect(senderNoteOf({ countryCode: 'SJ', from: 'Acme' })?.source).toBeNull();
});
