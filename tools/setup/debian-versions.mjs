import { spawnSync } from 'node:child_process';

/** The version that dpkg has installed, or null. */
export function installedVersion(name) {
  const answer = spawnSync('dpkg-query', ['--show', '--showformat=${db:Status-Status} ${Version}', name], {
    encoding: 'utf8',
  });
  const [state, version] = (answer.stdout ?? '').trim().split(' ');
  return answer.status === 0 && state === 'installed' ? version : null;
}

/** Whether a Debian version is the same as another or newer (`dpkg --compare-versions`). */
export function isAtLeast(version, least) {
  return spawnSync('dpkg', ['--compare-versions', version, 'ge', least]).status === 0;
}
