import { expect, test } from 'vitest';
import { nextState } from './next-state.ts';
import type { PartState } from './parts-store.ts';

test('what the carrier refuses or does not deliver in time costs nothing, beside a part that arrived', () => {
  expect(nextState(['delivered', 'rejected'])).toEqual({ state: 'undelivered', reason: 'refused', chargedSegments: 1 });
  expect(nextState(['delivered', 'expired'])).toEqual({ state: 'undelivered', reason: 'expired', chargedSegments: 1 });
});

test('of what the carrier may have taken nothing is charged while somebody may still tell, nor once nobody does', () => {
  const unanswered = { state: 'unknown', reason: 'unanswered' };
  expect(nextState(['delivered', 'unknown'])).toEqual({ ...unanswered, chargedSegments: null });
  expect(nextState(['delivered', 'unknown'], true)).toEqual({ ...unanswered, chargedSegments: 1 });
});

const ENDS: PartState[] = ['accepted', 'delivered', 'undelivered', 'expired', 'rejected', 'refused'];
const OUTCOMES: Record<string, string> = {
  'accepted accepted': 'sent 2',
  'accepted delivered': 'sent 2',
  'accepted undelivered': 'undelivered undeliverable 2',
  'accepted expired': 'undelivered expired 1',
  'accepted rejected': 'undelivered refused 1',
  'accepted refused': 'undelivered refused 1',
  'delivered delivered': 'delivered 2',
  'delivered undelivered': 'undelivered undeliverable 2',
  'delivered expired': 'undelivered expired 1',
  'delivered rejected': 'undelivered refused 1',
  'delivered refused': 'undelivered refused 1',
  'undelivered undelivered': 'undelivered undeliverable 2',
  'undelivered expired': 'undelivered expired 1',
  'undelivered rejected': 'undelivered refused 1',
  'undelivered refused': 'undelivered refused 1',
  'expired expired': 'undelivered expired 0',
  'expired rejected': 'undelivered expired 0',
  'expired refused': 'undelivered expired 0',
  'rejected rejected': 'undelivered refused 0',
  'rejected refused': 'undelivered refused 0',
  'refused refused': 'failed refused 0',
};

test('of any two parts that are decided the message says what became of it, and what was not taken costs nothing', () => {
  const said = ENDS.flatMap((one, place) =>
    ENDS.slice(place).map((other) => {
      const there = nextState([one, other]);
      expect(nextState([other, one])).toEqual(there);
      const { state, reason, chargedSegments } = there;
      return [`${one} ${other}`, [state, reason, chargedSegments].filter((word) => word !== null).join(' ')];
    }),
  );
  expect(Object.fromEntries(said)).toEqual(OUTCOMES);
});

test.each([...ENDS, 'unknown'] as const)('while a part waits beside one that is %s nothing is decided', (state) => {
  const open = { state: 'queued', reason: null, chargedSegments: null };
  for (const waits of ['waiting', 'submitting'] as const) expect(nextState([state, waits])).toEqual(open);
});
