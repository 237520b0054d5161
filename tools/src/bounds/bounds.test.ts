import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findDoubledTypes } from './find-doubled-types.ts';
import { findLongParts } from './find-long-parts.ts';
import { findSharedExpectations } from './find-shared-expectations.ts';
import { findSpreadLiterals } from './find-spread-literals.ts';

const planted: string[] = [];

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true });
});

const FILE = 'apps/server/src/app.ts';
const OTHER = 'apps/server/src/modules/calls/call.ts';
const nothing = { longFiles: {}, longFunctions: {} };
const lines = (count: number, line = '// A line.') => `${line}\n`.repeat(count);
const aFunction = (count: number) => `export function start() {\n${lines(count - 2)}}\n`;

test('a file of 300 lines and a function of 60 are allowed', () => {
  const project = plant({ [FILE]: lines(300), [OTHER]: aFunction(60) });

  expect(findLongParts(project, nothing)).toEqual([]);
});

test.each(['ts', 'tsx', 'mjs', 'cfg', 'css', 'test.ts'])('a file of 301 lines is found: .%s', (ending) => {
  const path = `voice/kamailio/long.${ending}`;

  expect(findLongParts(plant({ [FILE]: lines(1), [path]: lines(301) }), nothing)).toEqual([
    expect.stringContaining(`long-file: ${path} has 301 lines, and the list says nothing`),
  ]);
});

test('a file that promises 200 lines is found when it has 201', () => {
  const promise = { ...nothing, shortFiles: { [FILE]: 200 } };

  expect(findLongParts(plant({ [FILE]: lines(200) }), promise)).toEqual([]);
  expect(findLongParts(plant({ [FILE]: lines(201) }), promise)).toEqual([
    `long-file: ${FILE} has 201 lines, and promises at most 200`,
  ]);
});

test('a function of 61 lines is found, wherever it stands', () => {
  const project = plant({ [FILE]: aFunction(61), [OTHER]: `export const start = () => {\n${lines(70)}};\n` });

  expect(findLongParts(project, nothing)).toEqual([
    expect.stringContaining(`long-function: ${FILE} has functions of 61 lines, and the list says nothing`),
    expect.stringContaining(`long-function: ${OTHER} has functions of 72 lines, and the list says nothing`),
  ]);
});

test('a function in which tests are told is bounded by its file, one in which modules are listed is not', () => {
  const chapter = `describe('calls', () => {\n${lines(80)}  test('ring', () => {});\n});\n`;
  const list = `function start() {\n  const modules: ServerModule[] = [\n${lines(80, '    calls,')}  ];\n}\n`;

  expect(findLongParts(plant({ [OTHER]: chapter }), nothing)).toEqual([]);
  expect(findLongParts(plant({ [FILE]: list }), nothing)).toEqual([
    expect.stringContaining(`long-function: ${FILE} has functions of 84 lines`),
  ]);
});

test.each([
  [81, 'has functions of 81 lines, and the list says 80'],
  [79, 'has functions of 79 lines, and the list says 80'],
  [60, 'has functions of at most 60 lines, and the list says 80'],
])('a listed function of 80 lines may not have %i without the list saying so', (count, says) => {
  const found = findLongParts(plant({ [FILE]: aFunction(count) }), { ...nothing, longFunctions: { [FILE]: [80] } });

  expect(found).toEqual([expect.stringContaining(`long-function: ${FILE} ${says}`)]);
});

test('what is as long as its list says is allowed', () => {
  const project = plant({ [FILE]: aFunction(80) + aFunction(61), [OTHER]: lines(310) });

  expect(findLongParts(project, { longFiles: { [OTHER]: 310 }, longFunctions: { [FILE]: [80, 61] } })).toEqual([]);
});

test('a type that two files of the server export is found, and one that the list allows too often', () => {
  const project = plant({ [FILE]: 'export type Place = string;\n', [OTHER]: 'export interface Place {}\n' });

  expect(findDoubledTypes(project, { doubledTypes: {} })).toEqual([
    `doubled-type: Place is exported 2 times (${FILE}, ${OTHER}), and the list says 1`,
  ]);
  expect(findDoubledTypes(project, { doubledTypes: { Place: 2 } })).toEqual([]);
  expect(findDoubledTypes(project, { doubledTypes: { Place: 2, Gone: 2 } })).toEqual([
    'doubled-type: Gone is exported 0 times (), and the list says 2',
  ]);
});

test.each([
  ['expect.poll', "test.concurrent('rings', async () => {\n  await expect.poll(ring).toBe(1);\n});\n"],
  ['onTestFinished', "test.concurrent.each([1])('rings', ({ expect }) => {\n  onTestFinished(() => {});\n});\n"],
  [
    'expect.poll',
    "describe.concurrent('calls', () => {\n  test('ring', async () => await expect.poll(ring).toBe(1));\n});\n",
  ],
])('a test beside others that says %s of all tests is found', (word, source) => {
  expect(findSharedExpectations(plant({ [FILE]: source }))).toEqual([
    `shared-expectation: ${FILE} says ${word} in a test that runs beside others: take it from its context`,
  ]);
});

test('a test beside others may use what its context gives, and one that runs by itself what all share', () => {
  const own = "test.concurrent('rings', async ({ expect, onTestFinished }) => {\n  onTestFinished(end);\n";
  const alone = "test('rings', async () => {\n  await expect.poll(ring).toBe(1);\n});\n";

  expect(findSharedExpectations(plant({ [FILE]: `${own}  await expect.poll(ring).toBe(1);\n});\n${alone}` }))).toEqual(
    [],
  );
});

test.each([
  ['in a line of its own', FILE, 'const call = {\n  ...{ id, to },\n};\n'],
  ['within a line', FILE, 'const call = { ...{ id, to }, ...(isPaid ? { price } : {}) };\n'],
  ['in a tool', 'tools/src/stack.ts', 'const call = { ...{ id, to } };\n'],
  ['in a test', 'apps/server/src/call.test.ts', 'const call = { ...{ id, to } };\n'],
  ['in the engine', 'voice/bed.ts', 'const call = { ...{ id, to } };\n'],
  ['in the sandbox', 'apps/sandbox-carrier/src/carrier.ts', 'const call = { ...{ id, to } };\n'],
])('an object that is spread where it is written down is found %s', (_where, path, source) => {
  expect(findSpreadLiterals(plant({ [path]: source }), {})).toEqual([
    expect.stringContaining(`spread-literal: ${path} spreads 1 objects`),
  ]);
});

test('an object that is spread where it is written down is allowed as often as the list says', () => {
  const source = 'const call = {\n  ...{ id, to },\n  ...{ price },\n  ...(isPaid ? { paid } : {}),\n};\n';
  const project = plant({ [FILE]: source, [OTHER]: source.replaceAll(/\.\.\.\{ (.*) \}/g, '$1') });

  expect(findSpreadLiterals(project, { [FILE]: 2 })).toEqual([]);
});

test.each([
  ['less often than', 3],
  ['more often than', 1],
])('an object that is spread where it is written down is found if it is so %s the list says', (_how, listed) => {
  const project = plant({ [FILE]: 'const call = {\n  ...{ id, to },\n  ...{ price },\n};\n' });

  expect(findSpreadLiterals(project, { [FILE]: listed })).toEqual([
    expect.stringContaining(
      `${FILE} spreads 2 objects where it could name what they hold, and the list says ${listed}:`,
    ),
  ]);
});

function plant(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), 'farline-bounds-'));
  planted.push(project);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return project;
}
