import {
  cpSync,
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
import { basename, dirname, join } from 'node:path';
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

/** What lies in the project's folder and is no part of it, there or anywhere below. */
const NOT_COPIED = new Set(['.git', 'data', 'artefacts'].map((name) => join(PROJECT, name)));
const NOWHERE_COPIED = new Set(['node_modules', 'dist']);

/** Copies the project; packages are linked, the project's own to the copy. */
export function scratchCopy(): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), 'farline-how-to-add-'));
  cpSync(PROJECT, folder, { recursive: true, filter: isPart });
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

function isPart(path: string): boolean {
  return !NOT_COPIED.has(path) && !NOWHERE_COPIED.has(basename(path));
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
