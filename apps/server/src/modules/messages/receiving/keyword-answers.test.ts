import { findKeyword, readKeyword, segmentText } from '@farline/sms';
import { describe, expect, test } from 'vitest';
import { KEYWORD_ANSWERS, keywordAnswer } from './keyword-answers.ts';

describe.each(Object.entries(KEYWORD_ANSWERS))('in %s', (_language, answers) => {
  test.each(Object.entries(answers))('what answers %s costs one segment, and says what changes it', (keyword, text) => {
    expect(segmentText(text).parts).toHaveLength(1);
    expect(text).toContain(keyword === 'stop' ? 'START' : 'STOP');
    // Telephones that answer by themselves answer no answer.
    expect(readKeyword(text)).toBeNull();
  });
});

test.each([
  ['ARRET', 'Vous ne recevrez plus'],
  ['abmelden', 'Sie erhalten keine'],
  ['СТОП', 'больше не будет'],
  ['stop', 'You will get no more'],
  ['หยุด', 'You will get no more'],
])('%s is answered in its language, or in English: %s', (word, begins) => {
  const found = findKeyword(word);
  if (found === null) throw new Error('it is a keyword');
  expect(keywordAnswer(found)).toContain(begins);
});

test('what a release before said of no language is answered in English', () => {
  expect(keywordAnswer({ keyword: 'help', language: undefined })).toBe(KEYWORD_ANSWERS.en.help);
});
