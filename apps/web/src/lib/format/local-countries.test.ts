import { afterEach, expect, test } from 'vitest';
import { i18n } from '../language/i18n.ts';
import { localCountries } from './local-countries.ts';

const countries = [
  { code: 'DE', name: 'Germany' },
  { code: 'ES', name: 'Spain' },
  { code: 'GB', name: 'United Kingdom' },
];

afterEach(async () => {
  await i18n.changeLanguage('en');
});

test.each([
  ['en', ['Germany', 'Spain', 'United Kingdom']],
  ['es', ['Alemania', 'España', 'Reino Unido']],
  ['fr', ['Allemagne', 'Espagne', 'Royaume-Uni']],
])('countries in %s are named and ordered in that language', async (language, names) => {
  await i18n.changeLanguage(language);
  expect(localCountries(countries).map(({ name }) => name)).toEqual(names);
});

test('a place that the language has no name for keeps its own', async () => {
  await i18n.changeLanguage('es');
  expect(localCountries([{ code: 'XV', name: 'Satellite' }])).toEqual([{ code: 'XV', name: 'Satellite' }]);
});
