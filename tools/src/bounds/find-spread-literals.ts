import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files.ts';

/** Spread to keep several on one line; a condition or another object that is spread stands in parentheses or has a name. */
const SPREAD_LITERAL = /(?:^\s*|\{ )\.\.\.\{/gm;
/** Plants what is looked for. */
const OWN_TESTS = 'tools/src/bounds/bounds.test.ts';

/**
 * Names every file that spreads an object where it writes it down more often than is listed for it, or less often: `...{ a, b }` is `a, b` there.
 * The list holds files that would be too long without, until they are divided.
 */
export function findSpreadLiterals(project: string, listed: Record<string, number>): string[] {
  const found = Object.fromEntries(
    sourceFiles(project)
      .filter((path) => path !== OWN_TESTS)
      .map((path) => [path, readFileSync(join(project, path), 'utf8').match(SPREAD_LITERAL)?.length ?? 0] as const)
      .filter(([, count]) => count > 0),
  );
  return [...new Set([...Object.keys(found), ...Object.keys(listed)])]
    .filter((path) => (found[path] ?? 0) !== (listed[path] ?? 0))
    .map(
      (path) =>
        `spread-literal: ${path} spreads ${found[path] ?? 0} objects where it could name what they hold, and the list says ${listed[path] ?? 0}: ...{ a, b } is a, b in another object; numbers in tools/bounds.json only fall`,
    );
}
