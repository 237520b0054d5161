import { expect, test } from 'vitest';
import { nextState } from './next-state.ts';

test('what the carrier refuses or does not deliver in time costs nothing, beside a part that arrived', () => {
  expect(nextState(['delivered', 'rejected'])).toEqual({ state: 'undelivered', reason: 'refused', chargedSegments: 1 });
  expect(nextState(['delivered', 'expired'])).toEqual({ state: 'undelivered', reason: 'expired', chargedSegments: 1 });
});

test('of what the carrier may have taken nothing is charged while somebody may still tell, nor once nobody does', () => {
  const unanswered = { state: 'unknown', reason: 'unanswered' };
  expect(nextState(['delivered', 'unknown'])).toEqual({ ...unanswered, chargedSegments: null });
  expect(nextState(['delivered', 'unknown'], true)).toEqual({ ...unanswered, chargedSegments: 1 });
});
