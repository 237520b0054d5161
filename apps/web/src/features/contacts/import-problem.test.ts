import type { ImportProblem } from '@farline/contracts/contacts/contacts';
import { beforeAll, expect, test } from 'vitest';
import { i18n } from '../../lib/language/i18n.ts';
import { problemSentence } from './import-problem.ts';

beforeAll(async () => {
  const { translation } = await import('../../texts/fr/index.ts');
  for (const [part, texts] of Object.entries(translation)) i18n.addResourceBundle('fr', part, texts);
});

const problem = (code: ImportProblem['code'], value: ImportProblem['value']): ImportProblem => ({
  line: 7,
  code,
  value,
  message: 'what the server says in English',
});

test.each<[ImportProblem, string, string]>([
  [problem('card_unfinished', null), 'This card has no end.', 'Cette fiche n’a pas de fin.'],
  [problem('no_number', 'Ada'), '“Ada” has no number.', '« Ada » n’a pas de numéro.'],
  [problem('no_number', null), 'This contact has no number.', 'Ce contact n’a pas de numéro.'],
  [
    problem('no_room', 5000),
    'There’s room for 5,000 contacts: this one was left out.',
    'Il y a de la place pour 5 000 contacts : celui-ci a été ignoré.',
  ],
])('a line that could not be taken is told in the language of the page: %o', async (given, english, french) => {
  const said = () => problemSentence(given).replaceAll(/\s/g, ' ');
  await i18n.changeLanguage('en');
  expect(said()).toBe(`Line 7: ${english}`);
  await i18n.changeLanguage('fr');
  expect(said()).toBe(`Ligne 7 : ${french}`);
});
