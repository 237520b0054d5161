import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { findLostPaths } from './find-lost-paths.ts';

test('every file that a document of the project names is there', () => {
  expect(findLostPaths(PROJECT)).toEqual([]);
});

test('a document that names a file that is gone is found, however it names it', () => {
  const project = plant({
    'ARCHITECTURE.md':
      'See `apps/web/src/gone.ts`, `gone/there.ts`, `there.ts`, `src/there.ts` and `apps/web/src/there.ts`.',
    'docs/glossary.md':
      'See [one](../ARCHITECTURE.md), [another](decisions/gone.md) and [a third](https://example.com/gone.md).',
    'apps/web/src/there.ts': '',
  });

  expect(findLostPaths(project)).toEqual([
    'lost-path: ARCHITECTURE.md names apps/web/src/gone.ts, and there is no such file',
    'lost-path: ARCHITECTURE.md names gone/there.ts, and there is no such file',
    'lost-path: docs/glossary.md names decisions/gone.md, and there is no such file',
  ]);
});

test('a name that stands for many files, and the history of what was, are left in peace', () => {
  const project = plant({
    'ARCHITECTURE.md': '`…-problems.ts`, `*-store.ts`, `texts/<language>/problems.ts`',
    'CHANGELOG.md': '`gone.ts`',
    'docs/decisions/0001-so-it-was.md': '`gone.ts`',
  });

  expect(findLostPaths(project)).toEqual([]);
});

function plant(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), 'farline-paths-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return project;
}
