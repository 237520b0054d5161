import { segmentText } from '@farline/sms';
import { expect, test } from 'vitest';
import { ANY_CODE, HIDDEN_CODE, withCode } from '../modules/messages/record/hidden-code.ts';
import { hasCode } from '../modules/messages/sending/has-code.ts';
import { codeText, TEXTS } from '../modules/numbers/verified/code-text.ts';

test.each(Object.entries(TEXTS))('in %s a code goes in one segment, whether it is hidden or not', (_, text) => {
  expect(text.split(HIDDEN_CODE)).toHaveLength(2);
  const sent = withCode(text, '123456');
  expect(sent).toContain('123456');
  const [hidden, whole] = [segmentText(text), segmentText(sent)];
  expect([hidden.parts.length, whole.parts.length]).toEqual([1, 1]);
  expect(whole.encoding).toBe(hidden.encoding);
});

test.each(Object.entries(TEXTS))(
  'in %s it is known as the text of a code, which to expensive neighbours is stopped',
  (_, text) => {
    expect(hasCode(withCode(text, ANY_CODE))).toBe(true);
  },
);

test('who speaks another language reads English', () => {
  expect(codeText('de-AT')).toBe(TEXTS.en);
  expect(codeText('pt-BR')).toBe(TEXTS.pt);
});
