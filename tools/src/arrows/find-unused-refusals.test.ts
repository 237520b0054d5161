import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { findUnusedRefusals } from './find-unused-refusals.ts';

const TABLE = 'export const REFUSAL_STATUSES = {\n  number_taken: 409,\n  webhook_too_old: 401,\n} as const;\n';
const REFUSALS =
  "new Problem('number_taken', 409, 'It’s taken.');\nnew Problem(`webhook_${reason}`, 401, SENTENCES[reason]);";

test('a code that nothing refuses with is found, also where a test alone does', () => {
  expect(found({ 'numbers.ts': "const SENTENCES = { too_old: '' };", 'numbers.test.ts': REFUSALS })).toEqual([
    'refusal: nothing in the server refuses with number_taken, which packages/contracts/src/refusals.ts lists',
    'refusal: nothing in the server refuses with webhook_too_old, which packages/contracts/src/refusals.ts lists',
  ]);
});

test('a code that is refused with by its name, and one that a template spells, are in use', () => {
  expect(found({ 'numbers.ts': `const SENTENCES = { too_old: '' };\n${REFUSALS}` })).toEqual([]);
});

test('something in this project’s server refuses with every code that the table lists', () => {
  expect(findUnusedRefusals(PROJECT)).toEqual([]);
});

function found(server: Record<string, string>): string[] {
  const project = mkdtempSync(join(tmpdir(), 'farline-refusals-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const files = { 'packages/contracts/src/refusals.ts': TABLE };
  const inServer = Object.entries(server).map(([name, text]) => [`apps/server/src/${name}`, text] as const);
  for (const [path, text] of [...Object.entries(files), ...inServer]) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return findUnusedRefusals(project);
}
