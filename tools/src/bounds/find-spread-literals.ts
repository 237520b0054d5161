import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files.ts';

/** Spread to keep several on one line; a condition or another object that is spread stands in parentheses or has a name. */
const SPREAD_LITERAL = /^\s*\.\.\.\{/m;
const OF_TESTS = /\.test\.tsx?$|\/testing\/|\/tests\/|^(tools|bench|voice|tests|apps\/sandbox-\w+)\//;

/** Names every file of the product that spreads an object where it writes it down: `{ ...{ a, b }, c }` is `{ a, b, c }`. */
export function findSpreadLiterals(project: string): string[] {
  return sourceFiles(project)
    .filter((path) => !OF_TESTS.test(path))
    .filter((path) => SPREAD_LITERAL.test(readFileSync(join(project, path), 'utf8')))
    .map((path) => `spread-literal: ${path} spreads what it could name: { ...{ a, b }, c } is { a, b, c }`);
}
