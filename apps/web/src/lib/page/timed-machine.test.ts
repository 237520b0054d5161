import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimedMachine } from './timed-machine.ts';

interface Lamp {
  phase: { isLit: boolean };
  touches: number;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a phase ends by itself, at its time and once', () => {
  const lamp = lampThatGoesOut();

  lamp.send('light');
  vi.advanceTimersByTime(999);
  expect(lamp.read().phase.isLit).toBe(true);
  vi.advanceTimersByTime(1);

  expect(lamp.read().phase.isLit).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('an event that leaves the phase as it is does not lengthen it', () => {
  const lamp = lampThatGoesOut();

  lamp.send('light');
  vi.advanceTimersByTime(600);
  lamp.send('touch');
  vi.advanceTimersByTime(400);

  expect(lamp.read()).toEqual({ phase: { isLit: false }, touches: 1 });
});

test('a stopped machine does nothing by itself', () => {
  const lamp = lampThatGoesOut();

  lamp.send('light');
  lamp.stop();
  vi.advanceTimersByTime(5_000);

  expect(lamp.read().phase.isLit).toBe(true);
});

test('whoever watches hears of every change, and of nothing after they stop', () => {
  const lamp = lampThatGoesOut();
  const heard = vi.fn<() => void>();
  const stopWatching = lamp.watch(heard);

  lamp.send('light');
  lamp.send('nothing');
  vi.advanceTimersByTime(1_000);
  stopWatching();
  lamp.send('touch');

  expect(heard).toHaveBeenCalledTimes(2);
});

function lampThatGoesOut() {
  return createTimedMachine<Lamp, 'light' | 'out' | 'touch' | 'nothing'>({
    initial: { phase: { isLit: false }, touches: 0 },
    next(lamp, event) {
      switch (event) {
        case 'light':
          return { ...lamp, phase: { isLit: true } };
        case 'out':
          return { ...lamp, phase: { isLit: false } };
        case 'touch':
          return { ...lamp, touches: lamp.touches + 1 };
        case 'nothing':
          return lamp;
      }
    },
    phase: (lamp) => lamp.phase,
    due: (lamp) => (lamp.phase.isLit ? { afterMs: 1_000, event: 'out' } : null),
  });
}
