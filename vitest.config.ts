import { defineConfig } from 'vitest/config';
import LongFilesFirst from './tools/src/testing/long-files-first.ts';

const everywhere = [
  'packages/*/src',
  'apps/*/src',
  'apps/*/tests',
  'apps/*/build',
  'tools/src',
  'bench/src',
  'voice',
  'tests',
];
const files = (ending: string) => everywhere.map((folder) => `${folder}/**/*${ending}`);
const otherKinds = [
  ...files('.db.test.ts'),
  ...files('.voice.test.ts'),
  ...files('.browser.test.ts'),
  ...files('.alone.test.ts'),
  ...files('.pictures.test.ts'),
];

/** What is waited for comes in its time, which a busy machine may stretch: a bound for what never comes, not a promise. */
const waits = { expect: { poll: { timeout: 60_000, interval: 50 } } };

/** What tests with the engine share: one running stack, and the engine's words when a call's test fails. */
const withEngine = {
  ...waits,
  globalSetup: 'tools/src/testing/test-stack.ts',
  setupFiles: 'tools/src/testing/show-engine-words.ts',
  // Bounds for what hangs, as above: on a slow machine a stack takes a minute to start, and twenty calls side by side two and a half.
  testTimeout: 300_000,
  hookTimeout: 180_000,
};

/**
 * Of a kind without isolation a worker reads a module once for all its files: reading them anew for each took half of the processor's time. A file
 * leaves nothing behind in a module.
 */
const inOneProcess = { isolate: false };

/** What tests without any part share: a bound for what hangs, not a promise; on a busy machine 200 password hashes take half a minute. */
const pure = { ...waits, testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 4, sequence: { groupOrder: 0 } };

/**
 * Six kinds of tests; the ending of a file says which it is, and what it needs to run. One kind after another. Stored pictures are
 * compared when that is asked for (`npm run test:pictures`): another release of the browser may draw a letter otherwise.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          ...pure,
          name: 'pure',
          include: [...files('.test.ts'), ...files('.test.tsx')],
          exclude: [...otherKinds, 'apps/web/**'],
          ...inOneProcess,
        },
      },
      {
        test: {
          ...pure,
          name: 'pure-web',
          // A module of the page keeps what one tab has of it, so each file has modules of its own. A thread begins in half the time
          // of a process.
          include: ['apps/web/**/*.test.ts', 'apps/web/**/*.test.tsx'],
          exclude: [...otherKinds, '**/node_modules/**'],
          pool: 'threads',
        },
      },
      {
        test: {
          ...waits,
          name: 'database',
          include: files('.db.test.ts'),
          globalSetup: 'tools/src/testing/test-cluster.ts',
          setupFiles: 'apps/server/src/testing/declared-refusals.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // They wait for the disk and for each other's rows more than they work.
          maxWorkers: 4,
          ...inOneProcess,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...withEngine,
          name: 'voice',
          include: files('.voice.test.ts'),
          setupFiles: [withEngine.setupFiles, 'apps/server/tests/testbed/compare-with-carrier.ts'],
          // They wait more than they work, since calls last as long as calls last; but more than these fill two processors, and sound is late.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...withEngine,
          name: 'browser',
          include: files('.browser.test.ts'),
          setupFiles: [withEngine.setupFiles, 'apps/server/tests/testbed/compare-shared-stack.ts'],
          // Calls and their measurements leave a third of the processor to whoever looks at pages.
          maxWorkers: 3,
          ...inOneProcess,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...waits,
          // They start the product as a person would, and promise seconds, or put something else in the place of modules that all files of a
          // worker share: nothing else may run meanwhile.
          name: 'alone',
          include: files('.alone.test.ts'),
          globalSetup: 'tools/src/testing/test-cluster.ts',
          setupFiles: 'apps/server/src/testing/declared-refusals.ts',
          testTimeout: 150_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          ...withEngine,
          name: 'pictures',
          include: process.env['FARLINE_PICTURES'] === undefined ? [] : files('.pictures.test.ts'),
          globalSetup: [withEngine.globalSetup, 'apps/web/tests/pictures/picture-run.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
