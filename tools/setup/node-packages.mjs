import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { PlainError } from './plain-error.mjs';

const ROOT = new URL('../../', import.meta.url);

/** Where npm puts the Node that the project pins. */
export const PINNED_NODE = new URL('node_modules/node/bin/node', ROOT).pathname;

/** Installs the npm packages exactly as package-lock.json names them, unless they are there already. */
export function ensureNodePackages() {
  if (isInstalled()) return;
  process.stdout.write('Installing npm packages (npm ci)\n');
  // The machine's own Node may be older than packages ask for; they run on the pinned one.
  const { status } = npm(['ci', '--loglevel=error', '--no-fund', '--no-audit']);
  if (status !== 0) throw new PlainError(`npm ci failed (exit code ${status}); its own words are above.`);
  if (!existsSync(PINNED_NODE)) {
    throw new PlainError(
      'npm ci did not bring Node 24: install scripts are switched off (ignore-scripts). Allow them for this folder and start again.',
    );
  }
}

function isInstalled() {
  if (!existsSync(PINNED_NODE)) return false;
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (wanted === null || present === null) return false;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.link ||
      !path.includes('node_modules/') ||
      present[path]?.version === entry.version,
  );
}

function readPackages(path) {
  const url = new URL(path, ROOT);
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')).packages : null;
}

function npm(parameters) {
  const own = process.env.npm_execpath;
  const command = own?.endsWith('npm-cli.js') ? [process.execPath, own] : ['npm'];
  return spawnSync(command[0], [...command.slice(1), ...parameters], { cwd: ROOT, stdio: 'inherit' });
}
