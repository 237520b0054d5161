import { expect, test } from 'vitest';
import { keptLog } from '../../../testing/kept-log.ts';
import { compareSegments } from './compare-segments.ts';

test.each([
  ['as many', 2, 0],
  ['another number of', 3, 1],
  ['no number of', undefined, 0],
])('a carrier that counts %s segments is warned of accordingly', (_, segments, warnings) => {
  const { log, lines } = keptLog('warn');
  compareSegments(
    { log },
    { id: 'm1', segments: 2 },
    { bind: 'acme', ...(segments === undefined ? {} : { segments }) },
  );
  expect(lines).toHaveLength(warnings);
});
