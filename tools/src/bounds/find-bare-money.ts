import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files.ts';

const PAGES = /^apps\/web\/src\/(?!ui\/).*\.tsx$/;
/** And the landing page's own parts: its script is bounded (`apps/web/build/landing-budget.ts`), and the piece would bring what it stands with. */
const NONE_OF_THEM = /\.test\.tsx$|\/prices\/(price-arc|picture\/receipt-picture)\.tsx$/;
const FORMAT = String.raw`format(?:Price|Balance|Sum|Rate|RateShort)\(`;
/** What stands before it within its braces: a choice between this and something else. */
const CHOICE = String.raw`(?:[^{};]*(?:\?|:|&&)\s*)?`;
/** A child of an element: its brace follows a tag or another child, or begins a line. An arrow's brace is none. */
const CHILD = new RegExp(String.raw`(?:(?<!=)>|\}|^)\s*\{\s*${CHOICE}${FORMAT}`, 'gm');
/** What a line of a list is given to show. */
const VALUE = new RegExp(String.raw`\b(?:value|amount|balance)=\{\s*${CHOICE}${FORMAT}`, 'g');

/** Names every place of a page that shows money by itself without the piece for it, `ui/amount.tsx`, which has one look for each role. */
export function findBareMoney(project: string): string[] {
  return sourceFiles(project)
    .filter((path) => PAGES.test(path) && !NONE_OF_THEM.test(path))
    .flatMap((path) => {
      const source = readFileSync(join(project, path), 'utf8');
      return [CHILD, VALUE]
        .flatMap((rule) => Array.from(source.matchAll(rule), ({ index, 0: found }) => index + found.length))
        .map((end) => `bare-money: ${path}:${source.slice(0, end).split('\n').length}: money by itself is an <Amount>`);
    });
}
