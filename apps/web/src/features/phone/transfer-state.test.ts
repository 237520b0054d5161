import { describe, expect, test } from 'vitest';
import { isGivenAway, isShownElsewhere } from './transfer-state.ts';

const transferOf = (role: 'given' | 'placed', isJoined: boolean) => ({
  role,
  isJoined,
  callId: 'other',
  number: '+44',
});
const aCall = (transfer: ReturnType<typeof transferOf> | null, endedAt: string | null = null) =>
  ({ endedAt, status: 'in-progress', placedBy: 'user', transfer }) as Parameters<typeof isShownElsewhere>[0];

describe('of the calls of a transfer', () => {
  test.each([
    ['a call without one', aCall(null), true],
    ['one that is still its caller’s', aCall(transferOf('given', false)), true],
    ['one that was given away', aCall(transferOf('given', true)), false],
    ['one that rings for another', aCall(transferOf('placed', false)), false],
    ['one that has taken over', aCall(transferOf('placed', true)), true],
    ['one that has ended', aCall(transferOf('placed', true), '2026-01-01T00:00:00Z'), false],
  ])('%s is shown by other pages or not', (_what, call, isShown) => {
    expect(isShownElsewhere(call)).toBe(isShown);
  });

  test('only the one that was given away goes on without its caller', () => {
    expect(isGivenAway(aCall(transferOf('given', true)))).toBe(true);
    expect(isGivenAway(aCall(transferOf('given', false)))).toBe(false);
    expect(isGivenAway(aCall(transferOf('placed', true)))).toBe(false);
    expect(isGivenAway(aCall(null))).toBe(false);
  });
});
