import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findStiffEnglish } from './find-stiff-english.ts';

const planted: string[] = [];

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true });
});

const TEXTS = 'apps/web/src/texts/calls.ts';
const PROBLEMS = 'apps/server/src/modules/calls/record/calls-problems.ts';
const ROUTES = 'apps/server/src/modules/calls/routes.ts';
const SUMMARIES = 'packages/contracts/src/routes/auth.ts';
const MAIL = 'apps/server/src/modules/mail/account-mail-words.ts';

test('every sentence and label of the product reads as CONTRIBUTING.md says', () => {
  expect(findStiffEnglish(join(import.meta.dirname, '../../..'))).toEqual([]);
});

test.each([
  ['a sentence without its contraction', TEXTS, "  failed: 'Your calls cannot be read',"],
  ['one on a line of its own', TEXTS, "  failed:\n    'It is here, and it is not ready.',"],
  ['one of the server', PROBLEMS, "new Problem('gone', 404, 'This call does not exist.');"],
  ['one with a value', PROBLEMS, 'new Problem(`gone`, 404, `${number} was not found.`);'],
  ['a refusal beside a route', ROUTES, "throw new Problem('gone', 404, 'It was not found.');"],
  ['mail for an email', MAIL, "  en: {\n    body: 'Ignore this mail.',\n  },\n  fr: {\n  },"],
  ['what the API says of a route', SUMMARIES, "summary: 'Choose a password with the link that was mailed',"],
  ['a label in title case', TEXTS, "  save: 'Save All Calls',"],
  ['a waiting word with a gap before its dots', TEXTS, "  saving: 'Saving all …',"],
])('%s is found', (_what, path, source) => {
  expect(findStiffEnglish(plant({ [path]: source }))).toEqual([expect.stringContaining(`stiff-english: ${path}: `)]);
});

test.each([
  ['what the specification says', TEXTS, "  makeCall: 'Make a Call',\n  differ: 'Passwords do not match',"],
  ['a name in mid-label', TEXTS, "  note: 'Blocked in Messages',\n  quiet: 'Do not disturb until noon',"],
  ['a comment', TEXTS, '/** What cannot be read. */\n// It is not ours.'],
  ['another language', MAIL, "  en: {\n  },\n  fr: {\n    body: 'Ignorez cet e-mail',\n  },"],
  ['a word of the log', ROUTES, "log.warn('a call could not be ended; it is not placed');"],
])('%s is none', (_what, path, source) => {
  expect(findStiffEnglish(plant({ [path]: source }))).toEqual([]);
});

function plant(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), 'farline-english-'));
  planted.push(project);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return project;
}
