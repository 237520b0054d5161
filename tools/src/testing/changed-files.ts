import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { GitVCSProvider, type VCSProvider } from 'vitest/node';

/** What no test imports, and the tests that it concerns nevertheless. */
const NOT_IMPORTED = [
  { changed: /^voice\/kamailio\/.*\.cfg$/, tests: '.voice.test.ts' },
  { changed: /^apps\/server\/migrations\/.*\.sql$/, tests: '.db.test.ts' },
];

/** The tests of `root`, by their paths there, that are concerned by changed files which none of them imports. */
export function testsWithoutImport(root: string, changed: readonly string[]): string[] {
  const endings = NOT_IMPORTED.filter((rule) => changed.some((path) => rule.changed.test(path))).map(
    ({ tests }) => tests,
  );
  const isBesidePackages = (path: string) => !path.split('/').includes('node_modules');
  return endings.flatMap((ending) =>
    globSync(`**/*${ending}`, { cwd: root, exclude: (path) => !isBesidePackages(path) }),
  );
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
