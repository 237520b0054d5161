import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessSpec } from '../processes/running-process.ts';
import { compiledCode } from '../processes/compiled-code.ts';
import { giveAllTo, isOpenToOthers, isRoot, runAs } from '../users.ts';

/** What a program of ours is read from, and one file of each that tells whether others may read them. */
const READ_FROM = { apps: 'server/src/main.ts', packages: 'contracts/package.json', node_modules: 'node/bin/node' };

export type ProgramOptions = { project: string; runFolder: string; main: string; env: Record<string, string> };
export type OwnProgram = Pick<ProcessSpec, 'command' | 'cwd' | 'user' | 'sees' | 'env'>;

/**
 * How a TypeScript program of the project is started: as the user `farline` when we are root. A checkout that this user
 * may not enter (such as one in /root) is shown to the process, and to it alone, in `runFolder`.
 */
export function ownProgram(options: ProgramOptions): OwnProgram {
  const { project, runFolder, main, env } = options;
  const user = runAs('farline');
  const at = seenFrom(project, runFolder);
  if (user !== null) letRead(project);
  return {
    command: [process.execPath.replace(`${project}/`, `${at}/`), join(at, main)],
    cwd: at,
    user,
    env: { ...compiledCode(), ...env },
    ...(at === project ? {} : { sees: { folder: project, at } }),
  };
}

/** Where a program of ours finds the project. */
export function seenFrom(project: string, runFolder: string): string {
  if (!isRoot() || isOpenToOthers(join(project, '..'))) return project;
  const at = join(runFolder, 'program');
  mkdirSync(at, { recursive: true });
  return at;
}

/**
 * A folder below the data folder that a program of ours may write, with everything that an earlier start as root left there.
 * What is private no other user of this machine may read, though an earlier start left it open.
 */
export function ownFolder(path: string, { isPrivate = false }: { isPrivate?: boolean } = {}): string {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  if (isPrivate) chmodSync(path, 0o700);
  giveAllTo('farline', path);
  return path;
}

/** A umask such as 077 keeps what was cloned and installed from all others; nothing of it is secret. */
export function letRead(project: string): void {
  const isClosed = (path: string) => existsSync(path) && (statSync(path).mode & 0o004) === 0;
  const closed = Object.entries(READ_FROM).filter(([folder, file]) => isClosed(join(project, folder, file)));
  if (closed.length > 0) {
    spawnSync('chmod', ['-R', 'go+rX', ...closed.map(([folder]) => join(project, folder))], { stdio: 'ignore' });
  }
  for (const path of [project, join(project, 'package.json')]) {
    if (isClosed(path)) spawnSync('chmod', ['go+rX', path]);
  }
}

/** Opens for reading all that a launcher needs which runs as somebody else than who installed it, whatever files came under which umask. */
export function letReadAll(project: string): void {
  const all = [...Object.keys(READ_FROM), 'tools', 'voice', 'package.json', 'package-lock.json'];
  const there = all.map((name) => join(project, name)).filter((path) => existsSync(path));
  spawnSync('chmod', ['go+rX', project]);
  spawnSync('chmod', ['-R', 'go+rX', ...there], { stdio: 'ignore' });
}
