import { dirname } from 'node:path';
import { sourceFiles } from '../bounds/source-files.ts';
import type { Arrows } from './rules.ts';

/** A folder of more is a hall in which nobody finds anything at the first guess. */
const MOST_FILES = 40;

/**
 * Names every folder that holds more than 40 source files; tests beside them do not count, and neither do migrations, which are a
 * log in the order of their numbers. A folder that `fullFolders` lists may hold as many as it says, and never more: whoever
 * takes files out of it lowers the number.
 */
export function findFullFolders(project: string, { fullFolders }: Pick<Arrows, 'fullFolders'>): string[] {
  const counts = new Map<string, number>();
  for (const path of sourceFiles(project).filter((each) => !isTest(each))) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
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

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}
