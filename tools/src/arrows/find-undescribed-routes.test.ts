import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { findUndescribedRoutes } from './find-undescribed-routes.ts';
import type { Arrows } from './rules.ts';

const CALLS = 'apps/server/src/modules/calls/routes.ts';

test.each([
  ['by its method', "app.get('/calls/secret', async () => 1);", 'GET /calls/secret'],
  ['over several lines', 'scope.post<Body>(\n  `/calls/:id/secret`,\n  {},', 'POST /calls/:id/secret'],
  ['by its options', "app.route({ method: 'GET', url: '/calls/secret' });", 'one added by route()'],
])('a route that is added %s without a description is found', (_how, text, route) => {
  expect(found({ [CALLS]: text }, [])).toEqual([`route: ${route} in ${CALLS} is not described in contracts`]);
});

test('a route that is described, one that is listed, and one of a test are allowed', () => {
  const files = {
    [CALLS]: 'serve(callRoutes.show, async () => 1);',
    'apps/server/src/platform/serve-routes.ts': 'app.route({ url });',
    'apps/server/src/platform/health.ts': "app.get('/metrics', figures);",
    'apps/server/src/platform/health.test.ts': "app.get('/broken', fail);",
  };
  expect(found(files, ['GET /metrics'])).toEqual([]);
});

test('the list has no route that is not there', () => {
  expect(found({ [CALLS]: '' }, ['GET /metrics'])).toEqual(['route: GET /metrics needs no place in the list any more']);
});

test('every route of this project is described, or is listed as no part of the API', () => {
  const arrows = JSON.parse(readFileSync(join(PROJECT, 'tools/arrows.json'), 'utf8')) as Arrows;
  expect(findUndescribedRoutes(PROJECT, arrows)).toEqual([]);
});

function found(files: Record<string, string>, plainRoutes: string[]): string[] {
  const project = mkdtempSync(join(tmpdir(), 'farline-routes-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return findUndescribedRoutes(project, { plainRoutes });
}
