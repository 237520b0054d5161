import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRaisedBounds } from './find-raised-bounds.ts';

type Lists = Record<string, Record<string, number | number[]>>;

const BEFORE: Lists = {
  shortFiles: { 'app.ts': 200 },
  longFiles: { 'src/call.ts': 310 },
  longFunctions: { 'src/call.ts': [80, 70] },
  doubledTypes: { Mail: 2 },
};

test.each<[string, Lists]>([
  ['is the same', BEFORE],
  ['is smaller', { ...BEFORE, longFiles: { 'src/call.ts': 305 }, longFunctions: { 'src/call.ts': [70, 79] } }],
  ['is gone', { shortFiles: BEFORE['shortFiles'] ?? {} }],
  ['went with its file', { ...BEFORE, longFiles: { 'src/calls/call.ts': 310 } }],
  ['stands in a list that is new', { ...BEFORE, spreadLiterals: { 'src/call.ts': 2 } }],
  ['promises more', { ...BEFORE, shortFiles: { 'app.ts': 150, 'main.ts': 20 } }],
])('a bound that %s is allowed', (_what, now) => {
  const project = plant(BEFORE);
  write(project, now);

  expect(findRaisedBounds(project)).toEqual([]);
});

test.each<[string, Lists]>([
  ['longFiles: src/call.ts says 311, and said 310', { longFiles: { 'src/call.ts': 311 } }],
  ['longFiles: src/other.ts is new', { longFiles: { 'src/call.ts': 310, 'src/other.ts': 301 } }],
  ['longFunctions: src/call.ts says 81,70, and said 80,70', { longFunctions: { 'src/call.ts': [81, 70] } }],
  ['longFunctions: src/call.ts says 80,70,61, and said 80,70', { longFunctions: { 'src/call.ts': [80, 70, 61] } }],
  ['doubledTypes: Place is new', { doubledTypes: { Mail: 2, Place: 2 } }],
  ['longFiles: src/calls/call.ts says 311, and said 310', { longFiles: { 'src/calls/call.ts': 311 } }],
  ['shortFiles: app.ts says 201, and said 200', { shortFiles: { 'app.ts': 201 } }],
  ['shortFiles: app.ts is gone', { shortFiles: {} }],
])('a bound that was raised is found: %s', (says, change) => {
  const project = plant(BEFORE);
  write(project, { ...BEFORE, ...change });

  expect(findRaisedBounds(project)).toEqual([`raised-bound: tools/bounds.json: ${says}: these numbers only fall`]);
});

test('a folder that may hold more than before is found, and what was raised in the last commit', () => {
  const project = plant(BEFORE);
  write(project, BEFORE, { platform: 41 });
  git(project, 'commit', '-qam', 'raised');

  expect(findRaisedBounds(project)).toEqual([
    'raised-bound: tools/arrows.json: fullFolders: platform is new: these numbers only fall',
  ]);
});

test('where there is no history nothing is found', () => {
  const project = folder();
  write(project, BEFORE);

  expect(findRaisedBounds(project)).toEqual([]);
});

/** A repository with one commit, in which the lists are these. */
function plant(lists: Lists): string {
  const project = folder();
  write(project, lists);
  git(project, 'init', '-q');
  git(project, 'add', '.');
  git(project, 'commit', '-qm', 'before');
  return project;
}

function folder(): string {
  const project = mkdtempSync(join(tmpdir(), 'farline-raised-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  mkdirSync(join(project, 'tools'));
  return project;
}

function write(project: string, lists: Lists, fullFolders = {}): void {
  writeFileSync(join(project, 'tools/bounds.json'), JSON.stringify(lists));
  writeFileSync(join(project, 'tools/arrows.json'), JSON.stringify({ fullFolders }));
}

function git(project: string, ...words: string[]): void {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', [...who, ...words], { cwd: project, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}
