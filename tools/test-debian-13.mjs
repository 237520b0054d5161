#!/usr/bin/env node
// Runs on any Node from 20 on and without npm packages. As root: makes a root of Debian 13 with debootstrap, in which this project's last
// commit is set up from nothing and its tests with the engine and with browsers run.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { installedVersion } from './setup/debian-versions.mjs';
import { installPackages } from './setup/install-packages.mjs';
import { PlainError, runCommand } from './setup/plain-error.mjs';

const PROJECT = new URL('..', import.meta.url).pathname;
const ROOT = join(PROJECT, 'data', 'debian-13');
const RELEASE = 'trixie';
/** What a machine has before Farline comes. debootstrap knows no package that another one provides: apt installs them. */
const BEFOREHAND = ['ca-certificates', 'git', 'nodejs', 'npm', 'procps'];
const INSTALL = `apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q --yes --no-install-recommends ${BEFOREHAND.join(' ')}`;
/** Whose certificates this machine trusts, the root trusts too, and it asks the same npm registry. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const KINDS = ['--project', 'voice', '--project', 'browser'];

await runCommand(async () => {
  if (process.getuid() !== 0) throw new PlainError('Only root may make a root of another Debian and change into it.');
  if (installedVersion('debootstrap') === null) installPackages([{ name: 'debootstrap' }]);
  if (!existsSync(join(ROOT, 'etc', 'debian_version'))) makeRoot();
  writeFileSync(join(ROOT, 'etc', 'apt', 'sources.list'), sources());
  for (const [from, to] of [
    [CERTIFICATES, 'etc/certificates-of-the-host.crt'],
    ['/etc/resolv.conf', 'etc/resolv.conf'],
    [join(homedir(), '.npmrc'), 'root/.npmrc'],
  ]) {
    if (existsSync(from)) copyFileSync(from, join(ROOT, to));
  }
  rmSync(join(ROOT, 'farline'), { recursive: true, force: true });
  run('git', ['clone', '--quiet', '--no-hardlinks', PROJECT, join(ROOT, 'farline')]);
  const named = process.argv.slice(2);
  return inRoot(`${INSTALL} && cd /farline && exec npm test -- "$@"`, named.length > 0 ? named : KINDS);
});

/** A root that was not finished is made anew. */
function makeRoot() {
  const half = `${ROOT}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  run('debootstrap', ['--variant=minbase', RELEASE, half]);
  renameSync(half, ROOT);
}

/** The sources that debootstrap wrote, with the updates that Debian made since, security's among them. */
function sources() {
  const [, mirror] = readFileSync(join(ROOT, 'etc', 'apt', 'sources.list'), 'utf8').split(' ');
  return [
    `deb ${mirror} ${RELEASE} main`,
    `deb ${mirror} ${RELEASE}-updates main`,
    `deb ${mirror}-security ${RELEASE}-security main`,
    '',
  ].join('\n');
}

/** Runs a shell's words in the root, with mounts that end with it. Gives the exit code. */
function inRoot(words, parameters) {
  const mounts = [
    'mount --bind "$0" "$0"',
    'mount -t proc proc "$0/proc"',
    'mount --rbind /sys "$0/sys"',
    'mount --rbind /dev "$0/dev"',
    'mount -t tmpfs tmpfs "$0/run"',
  ];
  const kept = '/etc/certificates-of-the-host.crt';
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    CI: process.env.CI ?? '',
    NODE_EXTRA_CA_CERTS: kept,
    npm_config_cafile: kept,
  };
  const change = `${mounts.join(' && ')} && exec chroot "$0" sh -c '${words}' sh "$@"`;
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', change, ROOT, ...parameters], {
    stdio: 'inherit',
    env,
  });
  return status ?? 1;
}

function run(command, parameters) {
  const { status } = spawnSync(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new PlainError(`${command} failed (exit code ${status}); its own words are above.`);
}
