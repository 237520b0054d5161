import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PlainError } from './plain-error.ts';
import { isOpenToOthers, isRoot } from './users.ts';

/**
 * Where everything that Farline keeps lies: FARLINE_DATA_DIR, else `data` in the project. When root starts it from a
 * folder that the engines' own users may not enter (such as /root), a folder of this project under /var/lib.
 */
export function chooseDataFolder(project: string, given: string | undefined): string {
  if (given !== undefined && given !== '') {
    const folder = resolve(given);
    if (isRoot() && !isOpenToOthers(dirname(folder))) {
      throw new PlainError(
        `The data folder ${folder} is closed to the users postgres, kamailio and rtpengine. Choose another with FARLINE_DATA_DIR, for instance /var/lib/farline.`,
      );
    }
    return folder;
  }
  const beside = join(project, 'data');
  if (!isRoot() || isOpenToOthers(project)) return beside;
  return `/var/lib/farline-${createHash('sha256').update(project).digest('hex').slice(0, 8)}`;
}

/** Makes the folder, enterable by the engines' users. A PlainError when it cannot be written. */
export function prepareDataFolder(folder: string): void {
  try {
    makeFolder(folder);
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    if (isRoot()) chmodSync(folder, 0o711);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const why = {
      EROFS: 'its file system is read-only',
      EACCES: 'you may not write there',
      ENOSPC: 'the disk is full',
      ENOENT: 'no folder can be made there',
    }[code];
    throw new PlainError(
      `The data folder ${folder} cannot be written: ${why ?? code}. Mend that, or choose another with FARLINE_DATA_DIR.`,
    );
  }
}

/** Not mkdir's own `recursive`: in /proc, which takes no folder from anyone, that never comes back. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
  // A umask such as 077 would shut the engines' users out on the way.
  if (isRoot()) chmodSync(folder, 0o755);
}

/** For commands beside the running server, such as `npm run operator`. */
export function writeDatabaseUrl(dataFolder: string, url: string): void {
  const path = join(dataFolder, 'database-url');
  writeFileSync(`${path}.new`, `${url}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** A folder that the engines' users may enter, and not list. */
export function enterable(folder: string): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  return folder;
}
