import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from './project.ts';

test.each([
  ['.gitignore', '*.env'],
  ['deploy/Dockerfile.dockerignore', '**/*.env'],
])('%s leaves out the files with settings, such as deploy/farline.env: they hold live secrets', (file, pattern) => {
  expect(readFileSync(join(PROJECT, file), 'utf8').split('\n')).toContain(pattern);
});
