import { expect, test } from 'vitest';
import { spokenLine } from './spoken-line.ts';

const line = spokenLine(300, 'Write a greeting');
const refused = (text: string) => line.safeParse(text).error?.issues.map(({ message }) => message);

test.each([
  ['300 letters', 'a'.repeat(300), undefined],
  ['301 letters', 'a'.repeat(301), ['At most 300 characters']],
  ['one character that is a sentence, often', '\ufdfa'.repeat(30), ['At most 300 characters']],
  ['two lines', 'a\nb', ['Write it in one line']],
  ['blanks', '  ', ['Write a greeting']],
])('%s', (_what, text, messages) => {
  expect(refused(text)).toEqual(messages);
});

test('what is too long is not looked at any further', () => {
  expect(refused(`a${'\u0301\u0316'.repeat(15_000)}\n`)).toEqual(['At most 300 characters']);
});
