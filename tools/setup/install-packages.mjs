import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { installedVersion } from './debian-versions.mjs';
import { PlainError } from './plain-error.mjs';

const POLICY = '/usr/sbin/policy-rc.d';
const SAVED_POLICY = '/usr/sbin/policy-rc.d.before-farline';
const NO_CLUSTER = '/etc/postgresql-common/createcluster.d/farline.conf';

/**
 * Installs Debian packages with their progress shown, and starts nothing of them: neither now (a policy that answers
 * 101), nor at the next boot (the units that came new are disabled), and PostgreSQL makes no cluster of its own.
 */
export function installPackages(packages) {
  const names = packages.map((required) => required.name);
  const fresh = names.filter((name) => installedVersion(name) === null);
  process.stdout.write(`Installing Debian packages: ${names.join(', ')}\n`);
  const undo = forbidStarting();
  const stop = (signal) => {
    undo();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    apt(['update']);
    apt([
      'install',
      '--yes',
      '--no-install-recommends',
      '-o',
      'Dpkg::Options::=--force-confdef',
      '-o',
      'Dpkg::Options::=--force-confold',
      ...names,
    ]);
    disableUnits(fresh);
  } finally {
    undo();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

function apt(parameters) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', parameters, { stdio: 'inherit', env });
  if (status !== 0) {
    throw new PlainError(`apt-get ${parameters[0]} failed (exit code ${status}); its own words are above.`);
  }
}

/** Puts the two files that keep packages from starting anything. The returned function takes them away again. */
function forbidStarting() {
  // A run that was killed while installing leaves the machine's own policy beside.
  if (existsSync(POLICY) && !existsSync(SAVED_POLICY)) renameSync(POLICY, SAVED_POLICY);
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const folders = [dirname(NO_CLUSTER), dirname(dirname(NO_CLUSTER))].filter((folder) => !existsSync(folder));
  mkdirSync(dirname(NO_CLUSTER), { recursive: true });
  writeFileSync(NO_CLUSTER, 'create_main_cluster = false\n');
  return () => {
    rmSync(POLICY, { force: true });
    if (existsSync(SAVED_POLICY)) renameSync(SAVED_POLICY, POLICY);
    rmSync(NO_CLUSTER, { force: true });
    for (const folder of folders) removeIfEmpty(folder);
  };
}

function removeIfEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error;
  }
}

/** Farline starts its own engines; the units of packages that it has just brought must not take their ports at boot. */
function disableUnits(names) {
  if (names.length === 0 || spawnSync('systemctl', ['--version']).status !== 0) return;
  const units = names
    .filter((name) => installedVersion(name) !== null)
    .flatMap((name) => readFileSync(`/var/lib/dpkg/info/${listFile(name)}`, 'utf8').split('\n'))
    .filter((path) => /\/systemd\/system\/[^/@]+\.service$/.test(path))
    .map((path) => path.slice(path.lastIndexOf('/') + 1));
  if (units.length > 0) spawnSync('systemctl', ['disable', ...units], { stdio: 'ignore' });
}

function listFile(name) {
  if (existsSync(`/var/lib/dpkg/info/${name}.list`)) return `${name}.list`;
  const { stdout } = spawnSync('dpkg', ['--print-architecture'], { encoding: 'utf8' });
  return `${name}:${stdout.trim()}.list`;
}
