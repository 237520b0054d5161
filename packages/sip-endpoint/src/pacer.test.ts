import { expect, test } from 'vitest';
import { Pacer, type PacerClock } from './pacer.ts';

function handClock() {
  const state = { now: 1000, timer: null as { at: number; then: () => void } | null };
  const clock: PacerClock = {
    nowMs: () => state.now,
    after(ms, then) {
      state.timer = { at: state.now + ms, then };
      return () => {
        state.timer = null;
      };
    },
  };
  /** Runs timers up to `until`, each `lateMs` after it was due. */
  const runUntil = (until: number, lateMs = 0) => {
    while (state.timer && state.timer.at + lateMs <= until) {
      const { at, then } = state.timer;
      state.now = at + lateMs;
      state.timer = null;
      then();
    }
    state.now = until;
  };
  return { clock, state, runUntil };
}

test('a task runs once in every slot of 20 ms', () => {
  const { clock, runUntil } = handClock();
  const slots: number[] = [];
  new Pacer(clock).add((slot) => slots.push(slot));
  runUntil(1100);
  expect(slots).toEqual([1, 2, 3, 4, 5]);
});

test('timers that are always late by 7 ms do not drift', () => {
  const { clock, runUntil } = handClock();
  const slots: number[] = [];
  new Pacer(clock).add((slot) => slots.push(slot));
  runUntil(1000 + 60_000, 7);
  expect(slots.length).toBeGreaterThanOrEqual(2999);
  expect(slots).toEqual(slots.map((_, i) => i + 1));
});

test('a short hitch is made up for, a long one is skipped', () => {
  const { clock, runUntil } = handClock();
  const slots: number[] = [];
  new Pacer(clock).add((slot) => slots.push(slot));
  runUntil(1065, 45);
  expect(slots).toEqual([1, 2, 3]);
  runUntil(2100, 1000);
  expect(slots.slice(3)).toEqual([50, 51, 52, 53, 54]);
});

test('a task that is removed in the slot of another runs no more, and nothing is left running', () => {
  const { clock, state, runUntil } = handClock();
  const pacer = new Pacer(clock);
  let runs = 0;
  const second = () => {
    runs += 1;
  };
  const first = () => {
    pacer.remove(second);
    pacer.remove(first);
  };
  pacer.add(first);
  pacer.add(second);
  runUntil(1200);
  expect(runs).toBe(0);
  expect(state.timer).toBeNull();
});
