import { relative } from 'node:path';

/** What Vitest's JSON reporter writes, as far as it is read here. */
export type TestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    /** Path of the file. */
    name: string;
    status: string;
    /** Milliseconds of the clock. */
    startTime: number;
    endTime: number;
    assertionResults: { status: string }[];
  }[];
};

const SLOWEST = 10;

/** A file that could not be loaded counts as one failure, and so does a run that failed outside of its tests. */
export function countTests(report: TestReport | null, exitCode: number): { passed: number; failed: number } {
  if (report === null) return { passed: 0, failed: 1 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return { passed: report.numPassedTests, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}

/** The ten files whose tests took longest, a line each; nothing where no more than ten ran. */
export function slowestFiles(report: TestReport, project: string): string {
  if (report.testResults.length <= SLOWEST) return '';
  const lines = report.testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative(project, name)}\n`);
  return ['The slowest files:\n', ...lines].join('');
}
