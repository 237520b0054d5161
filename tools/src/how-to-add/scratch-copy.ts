import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROJECT } from '../project.ts';

/** A copy of the project as it lies here, to add things to. */
export type ScratchCopy = {
  folder: string;
  /** The text of a file, and the names in a folder. */
  read(path: string): string;
  list(path: string): string[];
  write(path: string, text: string): void;
  /** Puts more behind the first place that matches. Refuses where nothing does. */
  insert(path: string, behind: RegExp, more: string): void;
  /** Every file that was written to, sorted. */
  written(): string[];
  remove(): void;
};

/** Copies what git knows and would know; packages are linked, the project's own to the copy. */
export function scratchCopy(): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), 'farline-how-to-add-'));
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: PROJECT });
  for (const path of list.toString().split('\0').filter(isThere)) cpSync(join(PROJECT, path), join(folder, path));
  linkPackages(folder);
  const written = new Set<string>();
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const write = (path: string, text: string) => {
    written.add(path);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    folder,
    read,
    write,
    list: (path) => readdirSync(join(folder, path)),
    insert: (path, behind, more) => {
      const text = read(path);
      const found = behind.exec(text);
      if (found === null) throw new Error(`${path} has no ${behind.source}`);
      const end = found.index + found[0].length;
      write(path, `${text.slice(0, end)}${more}${text.slice(end)}`);
    },
    written: () => [...written].toSorted(),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function isThere(path: string): boolean {
  return path !== '' && existsSync(join(PROJECT, path));
}

function linkPackages(folder: string): void {
  const packages = join(PROJECT, 'node_modules');
  mkdirSync(join(folder, 'node_modules/@farline'), { recursive: true });
  for (const name of readdirSync(packages).filter((each) => each !== '@farline')) {
    symlinkSync(join(packages, name), join(folder, 'node_modules', name));
  }
  for (const name of readdirSync(join(packages, '@farline'))) {
    symlinkSync(readlinkSync(join(packages, '@farline', name)), join(folder, 'node_modules/@farline', name));
  }
}
