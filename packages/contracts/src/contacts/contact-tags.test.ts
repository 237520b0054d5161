import { expect, test } from 'vitest';
import { tags, tagsOfLine } from './contact-tags.ts';

test.each([
  ['supplier, Paris', ['supplier', 'Paris']],
  [' , vip,, ', ['vip']],
  ['VIP, family, vip, Family', ['VIP', 'family']],
  ['old friends', ['old friends']],
  ['مورّد، عائلة', ['مورّد', 'عائلة']],
  ['供应商，家人、北京', ['供应商', '家人', '北京']],
  ['', []],
])('the line %o has these tags', (line, expected) => {
  expect(tagsOfLine(line)).toEqual(expected);
});

test('tags come once each, in their order and without what stands around them', () => {
  expect(tags.parse([' VIP ', 'family', 'vip'])).toEqual(['VIP', 'family']);
});

test.each([
  [[''], 'A tag has at least one character'],
  [['a'.repeat(31)], 'A tag has at most 30 characters'],
  [['one, two'], 'A tag has no comma in it'],
  [['مورد، باريس'], 'A tag has no comma in it'],
  [['家族、友達'], 'A tag has no comma in it'],
  [['家族，友達'], 'A tag has no comma in it'],
  [['one\ntwo'], 'A tag has no comma in it'],
  [Array.from({ length: 11 }, (_, place) => `tag ${place}`), 'A contact has at most 10 tags'],
  [[5], 'A tag is a word'],
])('%o is refused with a sentence', (wrong, sentence) => {
  expect(tags.safeParse(wrong).error?.issues[0]?.message).toBe(sentence);
});
