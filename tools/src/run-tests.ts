import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './project.ts';

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

/** `npm test`: the checks, then every kind of test. The last line is `N passed, N failed`; the exit code tells the same. */
async function main(): Promise<number> {
  const parameters = process.argv.slice(2);
  if (parameters.length === 0) {
    const check = await run('npm', ['run', '--silent', 'check']);
    if (check !== 0) {
      process.stdout.write('The checks failed (npm run check); no test was run.\n0 passed, 1 failed\n');
      return 1;
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'farline-report-'));
  const report = join(folder, 'report.json');
  const vitest = join(PROJECT, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(process.execPath, [vitest, 'run', ...reporters, ...parameters]);
  const { passed, failed } = count(report, code);
  rmSync(folder, { recursive: true });
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? code : 1;
}

/** A file that could not be loaded counts as one failure, and so does a run that failed outside of its tests. */
function count(path: string, code: number): { passed: number; failed: number } {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    // Vitest ended before it could write one; its words are on the screen.
    return { passed: 0, failed: 1 };
  }
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function run(command: string, parameters: string[]): Promise<number> {
  const child = spawn(command, parameters, { cwd: PROJECT, stdio: 'inherit', env: environment() });
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
