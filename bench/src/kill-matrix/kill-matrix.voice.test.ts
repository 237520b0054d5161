import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bed, openBed } from './bed.ts';
import { breachesOf } from './kill-matrix.ts';
import { killOnce } from './kill-round.ts';

/** A tenth of the matrix that `npm run bench -- kill-matrix` runs whole: what no other test kills, and where the server has most to lose. */

let bed: Bed;
beforeAll(async () => {
  bed = await openBed();
}, 120_000);
afterAll(async () => {
  await bed?.close();
});

test.each([
  ['PostgreSQL', ['asked', 'extending', 'ending']],
  ['server', ['authorised', 'transferring', 'ending']],
] as const)('%s killed while calls are %s: nothing is lost, charged otherwise or left open', async (killed, states) => {
  const cells = await killOnce(bed, killed, { states, runningCalls: 5 });
  expect(cells.map(({ state }) => state)).toEqual(['running', ...states]);
  expect(cells.flatMap(breachesOf)).toEqual([]);
});
