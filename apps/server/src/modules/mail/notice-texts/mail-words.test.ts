import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../platform/languages.ts';
import { type MailKey, WORDS } from './index.ts';

const keys = Object.keys(WORDS.en) as MailKey[];
const placesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  'in %s no word of a notice is missing, left in English, or without its values',
  (language) => {
    for (const key of keys) {
      const word = WORDS[language][key];
      expect(word, key).not.toBe('');
      expect(word, key).not.toBe(WORDS.en[key]);
      expect(placesIn(word), key).toEqual(placesIn(WORDS.en[key]));
    }
  },
);

test('French breaks no line before its punctuation or inside its quotation marks', () => {
  expect(Object.values(WORDS.fr).filter((text) => / [:;?!»]|« /.test(text))).toEqual([]);
});
