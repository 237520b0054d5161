import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that run long: the longest first, since the last to begin would keep everybody waiting. */
export const LONG_FILES = [
  'voice/engine.voice.test.ts',
  'apps/server/tests/credit-limits.voice.test.ts',
  'apps/server/tests/engine-lost.voice.test.ts',
  'apps/server/tests/fraud-gate.voice.test.ts',
  'apps/server/tests/guest-echo.voice.test.ts',
  'apps/server/tests/sandbox-endings.voice.test.ts',
];

/** Vitest knows no times in a fresh clone, and begins with the largest files: these come before. */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONG_FILES.findIndex((file) => moduleId.endsWith(`/${file}`));
      return index === -1 ? LONG_FILES.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
