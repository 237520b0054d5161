import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findNewCircles } from './find-new-circles.ts';

type Known = Parameters<typeof findNewCircles>[1];

/** Calls and numbers reach each other by way of people, as they did before. */
const BEFORE: Known = {
  modules: { people: [], numbers: ['people'], calls: ['numbers'] },
  passed: { people: ['calls'], plans: ['people'] },
};
const says = (way: string) => `new-circle: ${way}: while the server runs, no circle may come to those there are`;

test.each<[string, Known]>([
  ['is as before', BEFORE],
  ['is gone', { ...BEFORE, passed: {} }],
  ['leads nowhere back', { ...BEFORE, passed: { ...BEFORE.passed, plans: ['people', 'calls', 'numbers'] } }],
  [
    'was known and is passed',
    { modules: { people: [], numbers: ['people'] }, passed: { ...BEFORE.passed, calls: ['numbers'] } },
  ],
])('an arrow that %s is allowed', (_what, now) => {
  expect(findNewCircles(plant(BEFORE), now)).toEqual([]);
});

test.each<[string, Known['passed'], string[]]>([
  ['of two', { people: ['calls', 'plans'], plans: ['people'] }, ['people → plans → people']],
  [
    'of two that stood on others',
    { people: ['calls'], plans: ['people'], numbers: ['calls'] },
    ['numbers → calls → numbers'],
  ],
  [
    'between modules on another one',
    { people: ['calls', 'numbers'], plans: ['people'] },
    ['people → numbers → people'],
  ],
  [
    'of one that was alone',
    { people: ['calls'], plans: ['people'], calls: ['plans'] },
    ['calls → plans → people → calls'],
  ],
  [
    'by several new arrows',
    { people: ['calls'], plans: ['people', 'push'], push: ['plans'] },
    ['plans → push → plans', 'push → plans → push'],
  ],
])('a new circle %s is found', (_what, passed, ways) => {
  expect(findNewCircles(plant(BEFORE), { ...BEFORE, passed })).toEqual(ways.map(says));
});

test('a circle that came with the last commit is found', () => {
  const project = plant(BEFORE);
  const now = { ...BEFORE, passed: { ...BEFORE.passed, numbers: ['calls'] } };
  write(project, now);
  git(project, 'commit', '-qam', 'a circle');

  expect(findNewCircles(project, now)).toEqual([says('numbers → calls → numbers')]);
});

test('where there is no history nothing is found', () => {
  expect(findNewCircles(folder(), BEFORE)).toEqual([]);
});

/** A repository with one commit, in which the arrows are these. */
function plant(arrows: Known): string {
  const project = folder();
  write(project, arrows);
  git(project, 'init', '-q');
  git(project, 'add', '.');
  git(project, 'commit', '-qm', 'before');
  return project;
}

function folder(): string {
  const project = mkdtempSync(join(tmpdir(), 'farline-circles-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  mkdirSync(join(project, 'tools'));
  return project;
}

function write(project: string, arrows: Known): void {
  writeFileSync(join(project, 'tools/arrows.json'), JSON.stringify(arrows));
}

function git(project: string, ...words: string[]): void {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', [...who, ...words], { cwd: project, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}
