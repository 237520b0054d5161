import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { installedVersion, isAtLeast } from './debian-versions.mjs';
import { installPackages } from './install-packages.mjs';
import { PlainError } from './plain-error.mjs';

const LIST = new URL('../debian-packages.json', import.meta.url);

/**
 * Sees to it that the Debian packages of the given groups ('run', 'test') are there and new enough. As root it installs
 * what is missing; otherwise it changes nothing and throws a PlainError with the exact command.
 */
export function ensureDebianPackages(groups) {
  const wanted = packagesOf(groups);
  const lacking = wanted.filter((required) => !isSatisfied(required));
  if (lacking.length === 0) return;

  const names = lacking.map((required) => required.name);
  if (spawnSync('apt-get', ['--version']).status !== 0) {
    throw new PlainError(
      `Farline's engines are Debian packages, and this machine has no apt-get. It needs: ${names.join(', ')}.`,
    );
  }
  if (process.getuid() !== 0) throw new PlainError(needsRoot(lacking));
  installPackages(lacking);

  const stillLacking = lacking.filter((required) => !isSatisfied(required));
  if (stillLacking.length > 0) throw new PlainError(stillLacking.map(explain).join('\n'));
}

/** The packages of these groups, in the order of the list. */
export function packagesOf(groups) {
  const list = JSON.parse(readFileSync(LIST, 'utf8'));
  return groups.flatMap((group) => list[group]);
}

function isSatisfied({ name, atLeast }) {
  const version = installedVersion(name);
  return version !== null && (atLeast === undefined || isAtLeast(version, atLeast));
}

function needsRoot(lacking) {
  const command = `apt-get update && apt-get install --yes --no-install-recommends ${lacking.map((required) => required.name).join(' ')}`;
  return [
    'Some Debian packages are missing or too old, and only root may install them. Nothing was changed.',
    ...lacking.map((required) => `  ${explain(required)}`),
    '',
    'Run this, then start again (or start as root, which installs them without starting any of them):',
    '',
    `  sudo sh -c '${command}'`,
  ].join('\n');
}

function explain({ name, why, atLeast }) {
  const version = installedVersion(name);
  if (version === null) return `${name} is not installed (${why}).`;
  const where = atLeast.includes('+deb') ? " Debian's security updates have it; apt's sources must name them." : '';
  return `${name} ${version} is too old: Farline needs ${atLeast} or newer.${where}`;
}
