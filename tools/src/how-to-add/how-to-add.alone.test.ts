import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { addLanguage, CODE } from './language.ts';
import { addMail } from './mail.ts';
import { addModule, addPage, NAME } from './memos.ts';
import { type ScratchCopy, scratchCopy } from './scratch-copy.ts';

const PAGE = 'docs/how-to-add.md';
const TESTS = ['migrations.test', 'translations.test', 'compose-mail.test', `${NAME}.db.test`, `${NAME}-mail.db.test`];
const copy = scratchCopy();
afterAll(() => copy.remove());

test('a module with a table, a route and an event, a page, and a mail are added as the page says, work, and every check passes', async () => {
  addModule(copy);
  addPage(copy);
  addMail(copy);

  // Two beside each other: half of the time, on two cores.
  const types = async () => [await run('tsc', '-p', '.'), await run('tsc', '-p', 'apps/web'), await run('knip')];
  const rest = async () => [
    await run('biome', 'format', '.'),
    await run('oxlint', '--deny-warnings', ...copy.written().filter(isSource)),
    await run('node', 'tools/src/check-arrows.ts'),
    // The module's own test and the mail's run their migrations, on the cluster of these tests.
    await run('vitest', 'run', '--reporter=default', '--project', 'pure*', '--project', 'database', ...TESTS),
  ];
  const said = (await Promise.all([types(), rest()])).flat();
  expect(said.join('\n')).toContain(' 0 forbidden');
  for (const file of [NAME, `${NAME}-mail`]) {
    expect(said.join('\n')).toMatch(new RegExp(`✓.*/${file}\\.db\\.test\\.ts`));
  }
  // A bound for what hangs: it takes 30 s on two quiet cores.
}, 900_000);

test('the page names every file that has to be added or changed, and no other', () => {
  const named = ['A page', 'A module with', 'A mail'].flatMap(sections).flatMap(pathsIn);
  const written = copy.written();

  expect(written.filter((path) => !named.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(named.filter((pattern) => !written.some((path) => pattern.test(path))).map(String)).toEqual([]);
});

test('the compiler asks for the words of a new language in every file that the page names, and in no other', async () => {
  const spoken = scratchCopy();
  onTestFinished(() => spoken.remove());
  addLanguage(spoken);

  const asked = [...(await filesWithErrors(spoken, '.')), ...(await filesWithErrors(spoken, 'apps/web'))];
  const named = sections('A language').flatMap(pathsIn);
  const seen = [...asked, ...spoken.written()];

  expect(asked.filter((path) => !named.some((pattern) => pattern.test(path)))).toEqual([]);
  const isNew = (pattern: RegExp) => pattern.source.includes(`\\/${CODE}\\`);
  expect(named.filter((one) => !isNew(one) && !seen.some((path) => one.test(path))).map(String)).toEqual([]);
}, 300_000);

/** The words of a section, of whose title this is the beginning. */
function sections(title: string): string[] {
  return readFileSync(join(PROJECT, PAGE), 'utf8')
    .split(/^## /m)
    .filter((section) => section.startsWith(title));
}

/** Files and folders that a section names, from the root or by the end of their path, for what is added here. */
function pathsIn(section: string): RegExp[] {
  const names = section.matchAll(/`([\w.<>/ -]+(?:\.(?:tsx?|sql|json|txt)|\/))`|\b([A-Z]+\.md)/g);
  return [...names].map(([, quoted, page]) => {
    const path = (quoted ?? page ?? '')
      .replaceAll('.', '\\.')
      .replaceAll('<name>', NAME)
      .replaceAll('<language>', '[a-z]{2}')
      .replaceAll('<code>', CODE)
      .replaceAll('<next number>', '\\d{4}');
    return new RegExp(`(^|/)${path}${path.endsWith('/') ? '' : '$'}`);
  });
}

function isSource(path: string): boolean {
  return /\.tsx?$/.test(path);
}

/** Runs one of the project's programs in the copy. Gives what it says; refuses with that where it fails. */
async function run(program: string, ...words: string[]): Promise<string> {
  const at = { cwd: copy.folder, maxBuffer: 64 * 1024 * 1024 };
  const { stdout, stderr } = await promisify(execFile)(join(PROJECT, 'node_modules/.bin', program), words, at).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${program} ${words.join(' ')}:\n${error.stdout}\n${error.stderr}`);
    },
  );
  return `${stdout}\n${stderr}`;
}

/** The files in which the compiler finds errors. */
async function filesWithErrors(copy: ScratchCopy, project: string): Promise<string[]> {
  const compiler = join(PROJECT, 'node_modules/.bin/tsc');
  const at = { cwd: copy.folder, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(compiler, ['-p', project], at).catch((error: { stdout?: string }) => ({
    stdout: error.stdout ?? '',
  }));
  return [...new Set(stdout.match(/^[^\s(]+(?=\(\d+,\d+\): error)/gm))];
}
