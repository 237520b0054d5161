import type { Stack } from '@farline/tools/stack';
import { ownTestStack } from '@farline/tools/own-stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageScores, scoresOf } from './support/lighthouse.ts';

/** What another program takes while a page loads can only make it look slower: the best of so many runs is the page's. */
const MOST_RUNS = 5;
const LEAST_SCORE = 95;
const LARGEST_PAINT_MS = 1_500;
/** What a new connection carries before the browser has answered: ten packets (RFC 6928), less the head of the answer. */
const FIRST_FLIGHT_BYTES = 14_600 - 1_200;

let stack: Stack;

beforeAll(async () => {
  stack = await ownTestStack();
});
afterAll(async () => await stack.stop());

test.each(['/', '/pricing', '/login'])(
  'Lighthouse gives %s 95 or more in all four categories, and its largest part stands within 1.5 s on a telephone',
  async (path) => {
    await visitFirst(path);
    const runs: PageScores[] = [];
    do runs.push(await scoresOf(stack.url + path));
    while (runs.length < MOST_RUNS && !runs.some(isQuick));
    console.log(`${path}: ${runs.map(inWords).join(' | ')}`);

    for (const run of runs) {
      expect(run.accessibility, run.lost.join(', ')).toBeGreaterThanOrEqual(LEAST_SCORE);
      expect(run['best-practices'], run.lost.join(', ')).toBeGreaterThanOrEqual(LEAST_SCORE);
      expect(run.seo, run.lost.join(', ')).toBeGreaterThanOrEqual(LEAST_SCORE);
    }
    expect(runs.filter(isQuick), runs.map(inWords).join(' | ')).not.toHaveLength(0);
  },
);

/** As a browser asks: a server that has just started is slow with its first page, and only once. The page comes at once. */
async function visitFirst(path: string): Promise<void> {
  const reply = await fetch(stack.url + path, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
  await reply.arrayBuffer();
  expect(Number(reply.headers.get('content-length') ?? Number.NaN)).toBeLessThan(FIRST_FLIGHT_BYTES);
}

const isQuick = ({ performance, largestPaintMs }: PageScores): boolean =>
  performance >= LEAST_SCORE && largestPaintMs <= LARGEST_PAINT_MS;

function inWords(run: PageScores): string {
  const scores = [run.performance, run.accessibility, run['best-practices'], run.seo].join('/');
  return `${scores}, largest paint ${Math.round(run.largestPaintMs)} ms, machine ${Math.round(run.benchmarkIndex)} slowed ${run.slowedDown.toFixed(1)}-fold${run.lost.length === 0 ? '' : ` (${run.lost.join(', ')})`}`;
}
