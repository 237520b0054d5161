import { lchownSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whom processes run as when we are root: each engine as the user of its Debian package, programs of ours as `farline`. */
export type SystemUser = 'postgres' | 'kamailio' | 'rtpengine' | 'farline';

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Who a process runs as: its own user when we are root, else null (as we do). */
export function runAs(user: SystemUser): SystemUser | null {
  return isRoot() ? user : null;
}

/** Gives a path to this user (a link itself, not what it points to); does nothing unless we are root. */
export function giveTo(user: SystemUser, path: string): void {
  if (!isRoot()) return;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`There is no user ${user} on this machine.`);
  lchownSync(path, Number(uid), Number(gid));
}

/** Gives a folder that is still ours to this user, with all that lies in it. */
export function giveAllTo(user: SystemUser, folder: string): void {
  giveEachTo(
    user,
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  giveTo(user, folder);
}

/** Gives what is still there of these paths to this user: a process that writes there may move or delete a file meanwhile. */
export function giveEachTo(user: SystemUser, paths: string[]): void {
  for (const path of paths) {
    try {
      giveTo(user, path);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Whether other users may enter this folder: each folder on the way lets everyone pass. */
export function isOpenToOthers(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && (stat.mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
