import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { type Lock, completeLock, missingOptionals } from './complete-lock.ts';

test('the lock names the packages of every platform: npm ci takes it everywhere', () => {
  const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as Lock;

  expect(missingOptionals(lock), 'run: node tools/src/lock/main.ts').toEqual([]);
});

test('what the registry did not offer gets an entry for its platform', () => {
  const lock: Lock = {
    packages: {
      'node_modules/tool': {
        version: '2.0.0',
        dev: true,
        optionalDependencies: { '@tool/linux-x64-musl': '2.0.0', '@tool/linux-x64': '2.0.0' },
      },
      'node_modules/@tool/linux-x64': { version: '2.0.0', optional: true },
    },
  };

  expect(missingOptionals(lock)).toEqual(['@tool/linux-x64-musl@2.0.0']);
  expect(completeLock(lock).packages['node_modules/@tool/linux-x64-musl']).toEqual({
    version: '2.0.0',
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  });
});
