import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { GitVCSProvider, type VCSProvider } from 'vitest/node';

/** What no test imports, and the tests that it concerns nevertheless. */
const NOT_IMPORTED = [
  { changed: /^voice\/kamailio\/.*\.cfg$/, tests: '.voice.test.ts' },
  { changed: /^apps\/server\/migrations\/.*\.sql$/, tests: '.db.test.ts' },
  // Programs that run beside the server, and what stands on pages.
  { changed: /^apps\/(attendant|call-bridge|sandbox-[a-z]+)\/src\/.*(?<!\.test)\.ts$/, tests: '.voice.test.ts' },
  { changed: /^apps\/web\/src\/.*(?<!\.test)\.(tsx|css)$/, tests: '.browser.test.ts' },
];

/** The tests of `root`, by their paths there, that are concerned by changed files which none of them imports. */
export function testsWithoutImport(root: string, changed: readonly string[]): string[] {
  const rules = NOT_IMPORTED.filter((rule) => changed.some((path) => rule.changed.test(path)));
  const endings = [...new Set(rules.map(({ tests }) => tests))];
  const isLeftOut = (path: string) => ['node_modules', 'data', '.git'].some((name) => path.split('/').includes(name));
  return endings.flatMap((ending) => globSync(`**/*${ending}`, { cwd: root, exclude: isLeftOut }));
}

const git = new GitVCSProvider();

/** What `npm test -- --changed` takes for changed: what git says is, and the tests of what no test imports. */
const provider: VCSProvider = {
  async findChangedFiles(options) {
    const changed = await git.findChangedFiles(options);
    const concerned = testsWithoutImport(
      options.root,
      changed.map((path) => relative(options.root, path)),
    );
    return [...changed, ...concerned.map((path) => join(options.root, path))];
  },
};

export default provider;
