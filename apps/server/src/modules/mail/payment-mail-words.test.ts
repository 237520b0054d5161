import { expect, test } from 'vitest';
import { LANGUAGES } from '../../platform/languages.ts';
import { PAYMENT_MAIL_WORDS, type PaymentMailWords } from './payment-mail-words.ts';

const keys = Object.keys(PAYMENT_MAIL_WORDS.en) as (keyof PaymentMailWords)[];
const placesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

test.each(LANGUAGES)('in %s no word of a mail about a payment is without its values', (language) => {
  for (const key of keys)
    expect(placesIn(PAYMENT_MAIL_WORDS[language][key]), key).toEqual(placesIn(PAYMENT_MAIL_WORDS.en[key]));
  expect(PAYMENT_MAIL_WORDS[language].arrived === PAYMENT_MAIL_WORDS.en.arrived).toBe(language === 'en');
});
