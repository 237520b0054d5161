import { expect, test } from 'vitest';
import { type TestReport, countTests, slowestFiles } from './test-report.ts';

const file = (name: string, seconds: number, status = 'passed', tests = [status]) => ({
  name: `/farline/${name}`,
  status,
  startTime: 1_000,
  endTime: 1_000 + seconds * 1000,
  assertionResults: tests.map((one) => ({ status: one })),
});
const report = (testResults: TestReport['testResults'], failed = 0): TestReport => ({
  numPassedTests: 7,
  numFailedTests: failed,
  testResults,
});

test('the ten slowest files are named, slowest first, by their paths in the project', () => {
  const files = Array.from({ length: 11 }, (_, index) => file(`${index}.test.ts`, index + 1.25));

  const lines = slowestFiles(report(files), '/farline').trimEnd().split('\n');

  expect(lines).toHaveLength(11);
  expect(lines.slice(0, 2)).toEqual(['The slowest files:', '   11.3 s  10.test.ts']);
  expect(lines.at(-1)).toBe('    2.3 s  1.test.ts');
});

test('of ten files or fewer none is named', () => {
  expect(slowestFiles(report([file('one.test.ts', 3)]), '/farline')).toBe('');
});

test('a file that broke before its tests counts as one failure, and one whose tests failed counts by them', () => {
  const broken = file('broken.test.ts', 1, 'failed', []);
  const failed = file('failed.test.ts', 1, 'failed', ['passed', 'failed']);

  expect(countTests(report([broken, failed], 1), 1)).toEqual({ passed: 7, failed: 2 });
});

test('a run that failed outside of its tests, or wrote no report, has failed', () => {
  expect(countTests(report([file('one.test.ts', 1)]), 1)).toEqual({ passed: 7, failed: 1 });
  expect(countTests(null, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countTests(report([file('one.test.ts', 1)]), 0)).toEqual({ passed: 7, failed: 0 });
});
