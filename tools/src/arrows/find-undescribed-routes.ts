import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Arrows } from './rules.ts';

const SERVER = 'apps/server/src';
/** What adds described routes to the server, and is alone to do so. */
const SERVED_BY = 'platform/serve-routes.ts';

/**
 * Names every route of the server that no description in contracts stands behind, but those that `plainRoutes` lists: pages, sockets
 * and figures, which are no part of the API. The list has no route that is not there.
 */
export function findUndescribedRoutes(project: string, { plainRoutes }: Pick<Arrows, 'plainRoutes'>): string[] {
  const found = sourcesOf(join(project, SERVER)).flatMap(({ path, text }) =>
    routesIn(text).map((route) => ({ route, path })),
  );
  return [
    ...found
      .filter(({ route }) => !plainRoutes.includes(route))
      .map(({ route, path }) => `route: ${route} in ${SERVER}/${path} is not described in contracts`),
    ...plainRoutes
      .filter((listed) => !found.some(({ route }) => route === listed))
      .map((listed) => `route: ${listed} needs no place in the list any more`),
  ];
}

function routesIn(text: string): string[] {
  const byMethod = text.matchAll(/\.(get|post|put|patch|delete|head|all)(?:<[^>]*>)?\(\s*['"`](\/[^'"`]*)/g);
  const byOptions = text.matchAll(/\.route\(\s*\{/g);
  return [
    ...[...byMethod].map(([, method = '', path = '']) => `${method.toUpperCase()} ${path}`),
    ...[...byOptions].map(() => 'one added by route()'),
  ];
}

function sourcesOf(folder: string): { path: string; text: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.ts$/.test(path) && !path.includes('testing/') && path !== SERVED_BY)
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}
