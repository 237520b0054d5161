import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { i18n } from '../lib/language/i18n.ts';
import './legal.ts';

const SOURCES = join(import.meta.dirname, '..');

/** What lies in a browser, by its name there, and the words of /privacy that say so; null for what goes with its tab, or tells nothing of anybody. */
const KEPT: Record<string, string | null> = {
  'farline.token': 'A token in local storage',
  'farline.token.expires': 'A token in local storage',
  'farline.session': 'A token in local storage',
  'farline.kept': 'what you were shown last is kept too',
  'farline.outbox': 'Texts that aren’t sent yet',
  'farline.drafts': 'unsaved drafts',
  'farline.calls-view': 'how your lists are shown',
  'farline.steps': 'how your lists are shown',
  'farline.theme': 'colours',
  'farline.language': 'language',
  'farline.sound': 'sound devices',
  'farline.push': 'notifications',
  'farline.phone': 'whether the phone stays open',
  'farline.withhold-number': 'your number is hidden',
  'farline.calls-talked': 'your first two calls',
  'farline.leaving': null,
  'farline.way-back': null,
  'farline.checked-number': null,
  'farline.phone.call': null,
  'farline.typefaces': null,
};

/** Names of locks between tabs, and of a moment. */
const HOLDS_NOTHING = ['farline.line', 'farline.refresh', 'farline.stands'];

test('whatever the pages keep in a browser has its words on /privacy', async () => {
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  files.push('../public/before-paint.js', '../public/sw.js');
  const source = (await Promise.all(files.map(async (file) => await readFile(join(SOURCES, file), 'utf8')))).join('\n');
  const keptHere = await readFile(join(SOURCES, 'lib/session/kept-here.ts'), 'utf8');
  const parts = /const PARTS = \[([^\]]+)\]/.exec(keptHere)?.[1]?.match(/[a-z-]+/g) ?? [];
  const names = [...source.matchAll(/'(farline\.[a-z.-]+)'/g)].map(([, name]) => name);
  const found = [...names, ...parts.map((part) => `farline.${part}`)];

  expect(new Set(found)).toEqual(new Set([...Object.keys(KEPT), ...HOLDS_NOTHING]));
  const said = JSON.stringify(i18n.getDataByLanguage('en')?.['legal']);
  for (const words of Object.values(KEPT)) expect(said).toContain(words ?? '');
});
