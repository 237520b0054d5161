import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Arrows } from './rules.ts';

const ROOTS = ['packages', 'apps', 'tools', 'bench', 'voice', 'tests'];
const SKIPPED = new Set(['node_modules', 'dist']);
/** A folder of more is a hall in which nobody finds anything at the first guess. */
const MOST_FILES = 40;

/**
 * Names every folder that holds more than 40 source files; tests beside them do not count, and neither do migrations, which are a
 * log in the order of their numbers. A folder that `fullFolders` lists may hold as many as it says, and never more: whoever
 * takes files out of it lowers the number.
 */
export function findFullFolders(project: string, { fullFolders }: Pick<Arrows, 'fullFolders'>): string[] {
  const counts = new Map(
    ROOTS.filter((root) => existsSync(join(project, root))).flatMap((root) =>
      countsBelow(project, join(project, root)),
    ),
  );
  const full = [...counts].flatMap(([folder, count]) => {
    const most = fullFolders[folder] ?? MOST_FILES;
    return count > most ? [`full-folder: ${folder} holds ${count} source files, more than ${most}`] : [];
  });
  const loose = Object.entries(fullFolders).flatMap(([folder, listed]) => {
    const count = counts.get(folder) ?? 0;
    if (count <= MOST_FILES) return [`full-folder: ${folder} needs no place in the list any more`];
    return count < listed
      ? [`full-folder: ${folder} holds ${count} source files, and may no longer hold ${listed}`]
      : [];
  });
  return [...full, ...loose];
}

function countsBelow(project: string, folder: string): [folder: string, count: number][] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const count = entries.filter((entry) => entry.isFile() && isSource(entry.name)).length;
  const below = entries.filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name));
  return [[relative(project, folder), count], ...below.flatMap(({ name }) => countsBelow(project, join(folder, name)))];
}

function isSource(name: string): boolean {
  return /\.(tsx?|mjs|css|cfg)$/.test(name) && !/\.test\.tsx?$/.test(name);
}
