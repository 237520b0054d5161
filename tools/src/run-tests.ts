import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './project.ts';
import { type TestReport, countTests, slowestFiles } from './testing/test-report.ts';

/**
 * `npm test`: the checks, then every kind of test, and which files took longest. The last line is `N passed, N failed`; the exit
 * code tells the same.
 */
async function main(): Promise<number> {
  const parameters = process.argv.slice(2);
  if (parameters.length === 0) {
    const check = await run('npm', ['run', '--silent', 'check']);
    if (check !== 0) {
      process.stdout.write('The checks failed (npm run check); no test was run.\n0 passed, 1 failed\n');
      return 1;
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'farline-tests-'));
  const report = join(folder, 'report.json');
  const vitest = join(PROJECT, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const changes = `--experimental.vcsProvider=${join(PROJECT, 'tools/src/testing/changed-files.ts')}`;
  const compiled = { NODE_COMPILE_CACHE: folderForAll(folder, 'compiled') };
  const code = await run(process.execPath, [vitest, 'run', ...reporters, changes, ...parameters], compiled);
  const written = readReport(report);
  rmSync(folder, { recursive: true });
  const { passed, failed } = countTests(written, code);
  if (written !== null) process.stdout.write(slowestFiles(written, PROJECT));
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? code : 1;
}

/** A folder that every user may write who is told its name, which nobody can guess: the programs do not run as we do. */
function folderForAll(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  chmodSync(parent, 0o711);
  chmodSync(folder, 0o1777);
  return folder;
}

function readReport(path: string): TestReport | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as TestReport;
  } catch {
    // Vitest ended before it could write one; its words are on the screen.
    return null;
  }
}

async function run(command: string, parameters: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(command, parameters, { cwd: PROJECT, stdio: 'inherit', env: { ...environment(), ...env } });
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, passOn);
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The pinned Node and the project's own programs come first. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(PROJECT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
}

process.exit(await main());
