import { expect, test } from 'vitest';
import { createSentences } from './sentences.ts';

const sentences = createSentences();
sentences.addResourceBundle('en', 'calls', {
  hello: 'Hello {{name}}, {{name}}!',
  found_one: '{{count}} call',
  found_other: '{{count}} calls',
  price: 'It costs {{price}}',
});
sentences.addResourceBundle('es', 'calls', { hello: 'Hola, {{name}}', found_one: '{{count}} llamada' });

test('values stand where they are named, as they are', () => {
  expect(sentences.t('hello', { ns: 'calls', name: '$& {{price}}' })).toBe('Hello $& {{price}}, $& {{price}}!');
  expect(sentences.t('price', { ns: 'calls' })).toBe('It costs ');
});

test('a count chooses the form of its language', () => {
  expect([0, 1, 2].map((count) => sentences.t('found', { ns: 'calls', count }))).toEqual([
    '0 calls',
    '1 call',
    '2 calls',
  ]);
});

test('what a language lacks is said in English, with the form of English', async () => {
  await sentences.changeLanguage('es');
  expect(sentences.t('found', { ns: 'calls', count: 1 })).toBe('1 llamada');
  expect(sentences.t('found', { ns: 'calls', count: 2 })).toBe('2 calls');
  expect(sentences.t('price', { ns: 'calls', price: '$1' })).toBe('It costs $1');
  await sentences.changeLanguage('en');
});

test('what nobody has is its default, else its key', () => {
  expect(sentences.t('new', { ns: 'calls', defaultValue: 'Something new.' })).toBe('Something new.');
  expect(sentences.t('new', { ns: 'calls' })).toBe('new');
  expect(sentences.exists('new', { ns: 'calls' })).toBe(false);
  expect(sentences.exists('hello', { ns: 'calls' })).toBe(true);
});

test('a change of language is told until nobody listens', async () => {
  const heard: string[] = [];
  const stop = sentences.onChange(() => heard.push(`${sentences.language} ${sentences.dir()}`));
  await sentences.changeLanguage('ar');
  stop();
  await sentences.changeLanguage('en');
  expect(heard).toEqual(['ar rtl']);
});
