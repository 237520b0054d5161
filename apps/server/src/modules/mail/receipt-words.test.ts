import { expect, test } from 'vitest';
import { LANGUAGES } from '../../platform/languages.ts';
import { RECEIPT_WORDS, type ReceiptWords } from './receipt-words.ts';

const keys = Object.keys(RECEIPT_WORDS.en) as (keyof ReceiptWords)[];
const placesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

test.each(LANGUAGES)('in %s no word of a receipt is without its values', (language) => {
  for (const key of keys) expect(placesIn(RECEIPT_WORDS[language][key]), key).toEqual(placesIn(RECEIPT_WORDS.en[key]));
  expect(RECEIPT_WORDS[language].arrived === RECEIPT_WORDS.en.arrived).toBe(language === 'en');
});
