import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files.ts';

/** Spread to keep several on one line; a condition or another object that is spread stands in parentheses or has a name. */
const SPREAD_LITERAL = /(?:^\s*|\{ )\.\.\.\{/m;
const OF_TESTS = /\.test\.tsx?$|\/testing\/|\/tests\/|^(bench|voice|tests)\//;

/** Names every file of the product, its tools and its sandbox that spreads an object where it writes it down: `...{ a, b }` is `a, b` there. */
export function findSpreadLiterals(project: string): string[] {
  return sourceFiles(project)
    .filter((path) => !OF_TESTS.test(path))
    .filter((path) => SPREAD_LITERAL.test(readFileSync(join(project, path), 'utf8')))
    .map((path) => `spread-literal: ${path} spreads what it could name: ...{ a, b } is a, b in another object`);
}
