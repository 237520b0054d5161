import { defineConfig } from 'vitest/config';

const everywhere = ['packages/*/src', 'apps/*/src', 'tools/src', 'bench/src', 'voice'];
const files = (ending: string) => everywhere.map((folder) => `${folder}/**/*${ending}`);
const otherKinds = [...files('.db.test.ts'), ...files('.voice.test.ts'), ...files('.browser.test.ts')];

/** Four kinds of tests; the ending of a file says which it is, and what it needs to run. */
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'pure', include: [...files('.test.ts'), ...files('.test.tsx')], exclude: otherKinds },
      },
      {
        test: {
          name: 'database',
          include: files('.db.test.ts'),
          globalSetup: 'tools/src/testing/test-cluster.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
