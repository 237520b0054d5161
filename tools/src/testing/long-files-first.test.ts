import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { LONG_FILES } from './long-files-first.ts';

test.each(LONG_FILES)('%s, which is to begin first, is there', (file) => {
  expect(existsSync(join(PROJECT, file))).toBe(true);
});
