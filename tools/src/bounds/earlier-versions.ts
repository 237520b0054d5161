import { spawnSync } from 'node:child_process';

/** The last commit, for what is not committed yet; the one before, for what is. */
const BEFORE = ['HEAD', 'HEAD^'];

/** A file of JSON as the commits before have it. Where there is no history there is none. */
export function earlierVersions(project: string, path: string): unknown[] {
  return BEFORE.flatMap((commit) => {
    const { status, stdout } = spawnSync('git', ['show', `${commit}:./${path}`], { cwd: project, encoding: 'utf8' });
    return status === 0 ? [JSON.parse(stdout) as unknown] : [];
  });
}
