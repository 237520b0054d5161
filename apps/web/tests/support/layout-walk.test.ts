import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');

test('`npm run test:layout` runs every file that measures a page at many widths', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = (scripts['test:layout'] ?? '').split(' ').filter((word) => word.startsWith('apps/web/tests/'));
  const walking = globSync('apps/web/tests/*.browser.test.ts', { cwd: ROOT }).filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('walkLayout('),
  );
  expect(walking.length).toBeGreaterThan(4);
  expect(walking.filter((file) => !named.some((start) => file.startsWith(start)))).toEqual([]);
});
