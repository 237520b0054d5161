import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files.ts';

type KamailioRoute = { path: string; name: string; text: string };
type Loop = { condition: string; body: string };

/** What runs within a function of Kamailio's, before it returns. */
const RUNS_WITHIN = [{ called: /\b(dlg_bye|t_uac_send)\(/, route: 'tm:local-request' }];

/**
 * Names every loop of Kamailio's scripts whose counter is changed by a route that a round of it leads to: `$var(…)` belongs to
 * the process, and not to the route that it stands in, so the loop would leave some out.
 */
export function findChangedCounters(project: string): string[] {
  const routes = sourceFiles(project)
    .filter((path) => path.startsWith('voice/') && path.endsWith('.cfg'))
    .flatMap((path) => routesIn(path, readFileSync(join(project, path), 'utf8')));
  const byName = new Map(routes.map((route) => [route.name, route]));
  return routes.flatMap(({ path, name, text }) =>
    loopsIn(text).flatMap((loop) =>
      countersOf(loop).flatMap((counter) =>
        leadsTo(loop.body, byName)
          .filter((route) => isChangedIn(route.text, counter))
          .map(
            (route) =>
              `changed-counter: ${path} counts by $var(${counter}) in ${name}, and ${route.name} changes it meanwhile: give it another name there`,
          ),
      ),
    ),
  );
}

/** A route begins at the margin, and ends with the first brace there. */
function routesIn(path: string, source: string): KamailioRoute[] {
  return [...source.matchAll(/^(\w*route)(?:\[([^\]]+)\])? \{\n([\s\S]*?)^\}/gm)].map(
    ([, kind = '', name, text = '']) => ({
      path,
      name: name ?? kind,
      text: text.replaceAll(/^\s*#.*$/gm, ''),
    }),
  );
}

/** A loop ends with the first brace that stands as far from the margin as it. */
function loopsIn(text: string): Loop[] {
  return [...text.matchAll(/^( *)while \((.*)\) \{\n/gm)].map(
    ({ index, 0: head, 1: margin = '', 2: condition = '' }) => {
      const behind = text.slice(index + head.length);
      return { condition, body: behind.slice(0, behind.indexOf(`\n${margin}}`)) };
    },
  );
}

/** The variables of a loop's condition that a round of it counts on or back. */
function countersOf({ condition, body }: Loop): string[] {
  const named = new Set([...condition.matchAll(/\$var\((\w+)\)/g)].map(([, name = '']) => name));
  return [...named].filter((name) => body.includes(`$var(${name}) = $var(${name}) `));
}

/** Every route that these lines lead to, over others too. */
function leadsTo(lines: string, byName: ReadonlyMap<string, KamailioRoute>): KamailioRoute[] {
  const found = new Set<KamailioRoute>();
  const texts = [lines];
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const name of namedIn(text)) {
      const route = byName.get(name);
      if (route === undefined || found.has(route)) continue;
      found.add(route);
      texts.push(route.text);
    }
  }
  return [...found];
}

function namedIn(text: string): string[] {
  const called = [...text.matchAll(/\broute\((\w+)\)/g)].map(([, name = '']) => name);
  return [...called, ...RUNS_WITHIN.filter((within) => within.called.test(text)).map(({ route }) => route)];
}

/** Whether a variable is given a value there, or to a function that writes one into it. */
function isChangedIn(text: string, variable: string): boolean {
  return new RegExp(String.raw`\$var\(${variable}\) = |jansson_get\(.*, "\$var\(${variable}\)"\)`).test(text);
}
