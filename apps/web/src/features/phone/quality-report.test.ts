import { answerRequests, storage } from '../../lib/testing/browser-stand-ins.ts';
import { beforeEach, expect, test } from 'vitest';
import { reportQuality } from './quality-report.ts';

const QUALITY = { bars: 4, loss: 0.05, jitterMs: 3, roundTripMs: 0 } as const;
beforeEach(() => storage.clear());

test('ten seconds are told at a time, each by its second since the answer, and the rest at the end', async () => {
  const requests = answerRequests({ status: 200, body: { kept: 10 } }, { status: 200, body: { kept: 2 } });
  let now = 1_000;
  const report = reportQuality('a-call', 1_000, () => now);
  for (let second = 0; second < 12; second += 1) {
    report.add(QUALITY);
    now += 1_000;
  }
  report.finish();
  await expect.poll(() => requests).toHaveLength(2);

  const [first, rest] = requests.map((request) => request.body as { samples: { second: number }[] });
  expect(requests[0]?.url).toBe('/api/v1/calls/a-call/quality');
  expect(first?.samples.map((sample) => sample.second)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(first?.samples[0]).toEqual({ second: 0, lossPercent: 5, jitterMs: 3, roundTripMs: null });
  expect(rest?.samples.map((sample) => sample.second)).toEqual([10, 11]);
});

test('what could not be told is told the next time', async () => {
  const requests = answerRequests({ fails: new TypeError('fetch failed') }, { status: 200, body: { kept: 11 } });
  const report = reportQuality('a-call', 0, () => 0);
  for (let count = 0; count < 10; count += 1) report.add(QUALITY);
  await expect.poll(() => requests).toHaveLength(1);
  await new Promise((settled) => setImmediate(settled));
  report.add(QUALITY);
  report.finish();
  await expect.poll(() => requests).toHaveLength(2);
  const told = requests[1]?.body as { samples: unknown[] } | undefined;
  expect(told?.samples).toHaveLength(11);
});

test('a call without a measured second tells nothing', () => {
  const requests = answerRequests();
  reportQuality('a-call', 0).finish();
  expect(requests).toHaveLength(0);
});

test('after a long time without an answer no more is told at once than one request takes', async () => {
  const unanswered = { fails: new TypeError('fetch failed') };
  const requests = answerRequests(...Array.from({ length: 20 }, () => unanswered));
  const report = reportQuality('a-call', 0, () => 0);
  for (let attempt = 1; attempt <= 15; attempt += 1) {
    for (let count = 0; count < 10; count += 1) report.add(QUALITY);
    await expect.poll(() => requests).toHaveLength(attempt);
    await new Promise((settled) => setImmediate(settled));
  }
  const told = requests.map((request) => (request.body as { samples: unknown[] }).samples.length);
  expect(Math.max(...told)).toBe(120);
});
