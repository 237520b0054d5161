import { expect, test } from 'vitest';
import { answered, heard, isToSave, NO_DRAFT, saving, typed } from './draft-state.ts';

test('the draft of another device stands in the field where nobody types', () => {
  const draft = heard(NO_DRAFT, 'See you');
  expect(draft.text).toBe('See you');
  expect(heard(draft, 'See you at eight').text).toBe('See you at eight');
  expect(heard(draft, '').text).toBe('');
  expect(isToSave(draft)).toBe(false);
});

test('what is typed here is not overwritten by what comes from elsewhere, and goes to the server', () => {
  const draft = heard(typed(heard(NO_DRAFT, 'See'), 'See you'), 'Other words');
  expect(draft.text).toBe('See you');
  expect(isToSave(draft)).toBe(true);
});

test('what is typed before the server has told its draft stays', () => {
  expect(heard(typed(NO_DRAFT, 'Hi'), 'Old words').text).toBe('Hi');
});

test('a late echo of what was sent from here takes back nothing that was typed since', () => {
  const first = saving(typed(NO_DRAFT, 'a'));
  const second = saving(typed(first, 'ab'));
  expect(heard(second, 'a').text).toBe('ab');
  expect(heard(typed(second, 'abc'), 'ab').text).toBe('abc');
});

test('after a device has sent the draft, no device keeps it', () => {
  const draft = saving(typed(NO_DRAFT, 'a'));
  expect(heard(draft, '').text).toBe('');
});

test('nor does one that sent and typed there before', () => {
  const texts = ['Hello', '', 'On my way'];
  const draft = texts.reduce((now, text) => answered(saving(typed(now, text)), text, 0), NO_DRAFT);
  expect(heard(draft, '', 1_000).text).toBe('On my way');
  expect(heard(draft, '', 60_000).text).toBe('');
});

test('a text that was sent from here is an echo, however late', () => {
  const draft = ['a', ''].reduce((now, text) => answered(saving(typed(now, text)), text, 0), NO_DRAFT);
  expect(heard(draft, 'a', 60_000).text).toBe('');
});
