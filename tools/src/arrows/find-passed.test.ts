import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPassed } from './find-passed.ts';
import { findRunTimeCircles } from './find-run-time-circles.ts';

const from = (module: string, ...names: string[]) =>
  `import { ${names.join(', ')} } from './modules/${module}/index.ts';\n`;

test('what a module is passed of another is found, as a function, as a value, and later', () => {
  const source =
    from('calls', 'createCalls') +
    from('push', 'createPush') +
    from('voicemail', 'createVoicemail', 'playMessages') +
    from('numbers', 'numbersOf as own') +
    `const push = createPush({});
     const { ring } = push;
     const base = { ring };
     createCalls({ ...base, play: async (db) => await playMessages(db, { own }), later: () => voicemails.attachment() });
     const voicemails = createVoicemail({});\n`;

  expect(found({ 'app.ts': source })).toEqual(['calls: numbers, push, voicemail']);
});

test('what a file of the wiring passes is found, from its call and from what it takes itself', () => {
  const wiring =
    from('calls', 'createCalls').replace('./', '../') +
    from('contacts', 'namesOfNumbers').replace('./', '../') +
    "import { known } from './known.ts';\n" +
    'export function wireCalls(others) {\n  return createCalls({ ...others, known, namesOfNumbers });\n}\n';
  const known = `${from('messages', 'notesOf').replace('./', '../')}export const known = async () => await notesOf();\n`;
  const app =
    from('push', 'createPush') +
    "import { wireCalls } from './wiring/wire-calls.ts';\n" +
    'const push = createPush({});\nconst calls = wireCalls({ push });\n';

  expect(found({ 'app.ts': app, 'wiring/wire-calls.ts': wiring, 'wiring/known.ts': known })).toEqual([
    'calls: contacts, messages, push',
  ]);
});

test('what a module was given is not passed on with it, and the list of modules passes nothing', () => {
  const source =
    from('accounts', 'createAccounts') +
    from('calls', 'createCalls') +
    from('limits', 'createLimits') +
    `const limits = createLimits({});
     const calls = createCalls({ limits });
     const accounts = createAccounts({ calls, parts: () => modules.flatMap((each) => each.exports) });
     const modules: ServerModule[] = [accounts, calls, limits];\n`;

  expect(found({ 'app.ts': source })).toEqual(['accounts: calls', 'calls: limits']);
});

test('the name of a property or of a type passes nothing', () => {
  const source =
    from('calls', 'createCalls', 'type Calls') +
    from('push', 'createPush', 'ring') +
    'createPush({ ring: 1, on: config.ring, as: null as Calls | null });\n';

  expect(found({ 'app.ts': source })).toEqual([]);
});

test('what is listed and no longer passed is named', () => {
  const project = plant({ 'app.ts': from('calls', 'createCalls') });

  expect(findPassed(project, { passed: { calls: ['push'] } })).toEqual([
    'passed: calls is passed something of nobody, and tools/arrows.json says push',
  ]);
});

test('two modules that reach each other while the server runs are named, and every way back, unless they are listed', () => {
  const arrows = {
    modules: { calls: [], numbers: ['calls'], push: [] },
    passed: { calls: ['push'], push: ['numbers'] },
  };
  const none = { mutual: [], onCircles: [] };
  const all = ['calls', 'numbers', 'push'];

  expect(findRunTimeCircles({ ...arrows, atRunTime: { ...none, onCircles: all } })).toEqual([]);
  expect(findRunTimeCircles({ ...arrows, atRunTime: none })).toHaveLength(3);
  const back = { ...arrows.passed, calls: ['push', 'numbers'] };
  expect(findRunTimeCircles({ ...arrows, passed: back, atRunTime: { ...none, onCircles: all } })).toEqual([
    'run-time-circle: each of calls, numbers is there, and tools/arrows.json is silent',
  ]);
  expect(
    findRunTimeCircles({ ...arrows, atRunTime: { mutual: ['calls, push'], onCircles: [...all, 'ledger'] } }),
  ).toEqual([
    'run-time-circle: each of calls, push stands in tools/arrows.json, and is gone',
    'run-time-circle: a way back to ledger stands in tools/arrows.json, and is gone',
  ]);
});

/** What is found in a server of these files: each module with those of which it is passed something. */
function found(files: Record<string, string>): string[] {
  return findPassed(plant(files), { passed: {} }).map((line) => {
    const [, module, others] = /^passed: (\S+) is passed something of (.*), and /.exec(line) ?? [];
    return `${module}: ${others}`;
  });
}

function plant(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), 'farline-passed-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(project, 'apps/server/src', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return project;
}
