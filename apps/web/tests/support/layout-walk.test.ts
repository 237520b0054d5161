import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { OPEN_PAGES, OWN_PAGES, PAGES_OF_ONE } from './walked-pages.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const tests = globSync('apps/web/tests/*.browser.test.ts', { cwd: ROOT });

test('`npm run test:layout` runs every file that measures a page at many widths', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const list = /\$\((.+?)\)/.exec(scripts['test:layout'] ?? '')?.[1] ?? '';
  const run = execFileSync('sh', ['-c', list], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const walking = tests.filter((file) => /\b(walkLayout|walkPageOf|expectWhole)\(/.test(read(file)));
  expect(walking.length).toBeGreaterThan(30);
  expect(run.toSorted()).toEqual(walking.toSorted());
});

test('every page of the product is measured: a new one fails here until it is', () => {
  const paths = [...read('apps/web/src/app/routes.tsx').matchAll(/ path="([^"]+)"/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(25);
  expect(unwalked(paths)).toEqual([]);
  expect(unwalked([...paths, '/new', '/new/:id'])).toEqual(['/new', '/new/:id']);
});

test('each page of one thing is measured by a test of its own', () => {
  const sources = tests.map(read).join('\n');
  expect(PAGES_OF_ONE.filter((path) => !sources.includes(`walkPageOf(page, '${path}', `))).toEqual([]);
});

/** Which of the product's paths nobody comes to: the router says to which a walked address leads. */
function unwalked(paths: readonly string[]): string[] {
  const routes = paths.map((path) => ({ path, id: path }));
  const walked = [...OPEN_PAGES, ...OWN_PAGES].map((address) => matchRoutes(routes, address)?.at(-1)?.route.path);
  return paths.filter((path) => !walked.includes(path) && !PAGES_OF_ONE.some((one) => one === path));
}
