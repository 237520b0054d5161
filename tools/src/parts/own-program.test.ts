import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../processes/process-log.ts';
import { startProcess } from '../processes/running-process.ts';
import { isRoot } from '../users.ts';
import { letReadAll, ownFolder, ownProgram } from './own-program.ts';

const MAIN = 'apps/server/src/main.ts';
const farline = () => Number(spawnSync('id', ['-u', 'farline'], { encoding: 'utf8' }).stdout);

// Only root can run something as somebody else.
test.runIf(isRoot())(
  'a program of ours never runs as root, and reads a checkout that is closed to all others',
  async () => {
    const place = aFolder();
    const project = join(place, 'closed/clone');
    const runFolder = join(place, 'run');
    mkdirSync(runFolder);
    writeProgram(project);
    spawnSync('chmod', ['-R', 'go=', join(place, 'closed')]);

    const said = await wordsOf(ownProgram({ project, runFolder, main: MAIN, env: {} }), join(place, 'words.log'));

    expect(said).toEqual([`runs as ${farline()} and read what lies beside it`]);
    expect(statSync(join(place, 'closed')).mode & 0o077).toBe(0);
  },
);

test('a build opens all that a start reads, and single files that came later under another umask', () => {
  const project = aFolder();
  const files = [
    MAIN,
    'apps/web/dist/index.html',
    'tools/start.mjs',
    'voice/kamailio/kamailio.cfg',
    'package-lock.json',
  ];
  writeProgram(project);
  for (const file of files.slice(1)) {
    mkdirSync(join(project, file, '..'), { recursive: true });
    writeFileSync(join(project, file), '');
  }
  for (const file of files) chmodSync(join(project, file), 0o600);
  for (const folder of ['apps/web/dist', 'tools', '.']) chmodSync(join(project, folder), 0o700);

  letReadAll(project);

  const modeOf = (path: string) => statSync(join(project, path)).mode & 0o055;
  expect(files.map(modeOf)).toEqual(files.map(() => 0o044));
  expect(['apps/web/dist', 'tools', '.'].map(modeOf)).toEqual([0o055, 0o055, 0o055]);
});

test.runIf(isRoot())('what an earlier start as root left in a folder of ours can be written', () => {
  const folder = join(aFolder(), 'speech');
  mkdirSync(folder);
  writeFileSync(join(folder, 'before.wav'), 'sound', { mode: 0o600 });

  ownFolder(folder);

  expect([folder, join(folder, 'before.wav')].map((path) => statSync(path).uid)).toEqual([farline(), farline()]);
});

test('a private folder is closed to other users of the machine, also one that an earlier start left open', () => {
  const [left, fresh] = [join(aFolder(), 'voicemail'), join(aFolder(), 'voicemail')];
  mkdirSync(left);
  chmodSync(left, 0o755);
  for (const folder of [left, fresh]) ownFolder(folder, { isPrivate: true });
  expect([left, fresh].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'farline-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  return folder;
}

function writeProgram(project: string): void {
  mkdirSync(join(project, 'apps/server/src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'apps/server/src/beside.ts'), "export const words: string = 'read what lies beside it';");
  writeFileSync(
    join(project, MAIN),
    "import { words } from './beside.ts';\nconsole.log(`runs as ${process.getuid?.()} and ${words}`);",
  );
}

async function wordsOf(program: ReturnType<typeof ownProgram>, path: string): Promise<readonly string[]> {
  const log = openLog(path);
  const running = startProcess({ ...program, name: 'program', stopSignal: 'SIGTERM', log });
  await running.exited;
  await running.stop();
  await expect.poll(() => log.lines().length).toBeGreaterThan(0);
  return log.lines();
}
