import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { PINNED_NODE } from './node-packages.mjs';

const WATCH_MS = 500;

/**
 * Runs a TypeScript program of tools/src on the pinned Node and gives its exit code. Signals are passed on; the program
 * ends with this process (parent-death signal), and this process ends with the npm that runs it.
 */
export async function handOver(program, parameters = process.argv.slice(2)) {
  const path = new URL(`../src/${program}`, import.meta.url).pathname;
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', PINNED_NODE, path, ...parameters], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const watch = watchNpm(() => child.kill('SIGTERM'));
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
    });
  } finally {
    clearInterval(watch);
  }
}

/** npm forwards no SIGKILL: when the npm above us is gone, so is the reason to run. */
function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  // npm runs scripts through a shell, which may or may not have replaced itself by us.
  const npmAbove = [() => process.ppid, () => parentOf(process.ppid)].find((pid) => nameOf(pid()).startsWith('npm'));
  if (npmAbove === undefined) return undefined;
  const npmPid = npmAbove();
  const timer = setInterval(() => {
    if (npmAbove() === npmPid) return;
    clearInterval(timer);
    onGone();
  }, WATCH_MS);
  timer.unref();
  return timer;
}

function parentOf(pid) {
  const match = /^PPid:\s+(\d+)$/m.exec(readProc(`/proc/${pid}/status`));
  return match === null ? null : Number(match[1]);
}

function nameOf(pid) {
  return readProc(`/proc/${pid}/comm`).trim();
}

function readProc(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
