import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Placed } from '../line.ts';
import { fakeLine } from '../testing/fake-line.ts';
import { talk } from './talk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = async (ms: number) => await vi.advanceTimersByTimeAsync(ms);

/** A caller and who took the call; `isOver` once they talk no more. */
function talking() {
  const { line, side: caller } = fakeLine();
  const called = { signs: 0, isOnHold: false };
  const known = { joined: 0, isOver: false };
  const end = Promise.withResolvers<Awaited<Placed['ended']>>();
  const placed: Placed = {
    answered: Promise.resolve({ answered: true }),
    ended: end.promise,
    hangUp: async () => {},
    farSide: () => called,
    join: () => void (known.joined += 1),
  };
  void talk(line, placed).then(() => (known.isOver = true));
  return { line, caller, called, known, end };
}

describe('two who were put through', () => {
  test('talk until either hangs up', async () => {
    const [one, other] = [talking(), talking()];
    await pass(1000);
    expect([one.known, other.known]).toEqual(Array(2).fill({ joined: 1, isOver: false }));
    await one.line.hangUp();
    other.end.resolve({ by: 'far', how: 'hung-up', status: null, at: new Date() });
    await pass(0);
    expect([one.known.isOver, other.known.isOver]).toEqual([true, true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('are over when neither was heard for half a minute', async () => {
    const { caller, called, known } = talking();
    caller.signs += 1;
    await pass(20_000);
    called.signs += 1;
    await pass(25_000);
    expect(known.isOver).toBe(false);
    await pass(15_000);
    expect(known.isOver).toBe(true);
  });

  test.each(['caller', 'called'] as const)('go on while the %s is heard, and the other is silent', async (who) => {
    const world = talking();
    for (let count = 0; count < 5; count += 1) {
      world[who].signs += 1;
      await pass(25_000);
    }
    expect(world.known.isOver).toBe(false);
  });

  test.each(['caller', 'called'] as const)('go on while the %s is on hold, and for a while after', async (who) => {
    const world = talking();
    world[who].isOnHold = true;
    await pass(10 * 60_000);
    world[who].isOnHold = false;
    await pass(20_000);
    expect(world.known.isOver).toBe(false);
    await pass(20_000);
    expect(world.known.isOver).toBe(true);
  });
});
