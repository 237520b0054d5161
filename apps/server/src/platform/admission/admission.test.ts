import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Admission, type RefusablePrecedence } from './admission.ts';
import { WaitingLine } from './waiting-line.ts';

const TARGET_MS = 50;
const MEASURE_MS = 50;
const PRECEDENCES: readonly RefusablePrecedence[] = ['deferrable', 'new_work', 'begun'];

/** The same numbers for the same seed, in [0, 1) (a linear congruential generator). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Overloaded for a second and more, with this wait at its end. */
function waitingFor(waitMs: number, random: () => number): { admission: Admission; nowMs: number } {
  const admission = new Admission({ targetMs: TARGET_MS, presentMs: () => waitMs, random });
  let nowMs = 0;
  for (; nowMs < 1_500; nowMs += MEASURE_MS) admission.note(waitMs, nowMs);
  return { admission, nowMs };
}

test.each([
  ['just above the target', 51, []],
  ['two and a half targets', 125, ['deferrable']],
  ['four targets', 200, ['deferrable', 'new_work']],
  ['five and a half targets', 275, ['deferrable', 'new_work', 'begun']],
])('with work that waits for %s, all of this is refused and nothing else has to be: %s', (_wait, waitMs, refused) => {
  for (const precedence of PRECEDENCES) {
    const { admission, nowMs } = waitingFor(waitMs, () => 0.999_999);
    const { admitted } = admission.admit({ precedence, owner: 'ada' }, nowMs);
    expect(!admitted, precedence).toBe(refused.includes(precedence));
  }
});

test('of those who want the same, who was let in most of late is refused first', () => {
  const admission = new Admission({ targetMs: TARGET_MS, presentMs: () => 3.25 * TARGET_MS, random: () => 0.999_999 });
  for (let nowMs = 0; nowMs < 1_500; nowMs += MEASURE_MS) {
    for (let calls = 0; calls < 5; calls += 1) admission.admit({ precedence: 'new_work', owner: 'greedy' }, nowMs);
    if (nowMs === 0) admission.admit({ precedence: 'new_work', owner: 'ada' }, nowMs);
    admission.note(3.25 * TARGET_MS, nowMs);
  }
  expect(admission.admit({ precedence: 'new_work', owner: 'greedy' }, 1_500).admitted).toBe(false);
  expect(admission.admit({ precedence: 'new_work', owner: 'ada' }, 1_500).admitted).toBe(true);
  expect(admission.admit({ precedence: 'new_work', owner: 'somebody new' }, 1_500).admitted).toBe(true);
});

test('what is essential is never refused, and counts: who floods with it is the first whose lists are refused, and keeps their calls', () => {
  const refusedAt = (targets: number, precedence: RefusablePrecedence) => {
    const present = { presentMs: () => targets * TARGET_MS, random: () => 0.999_999 };
    const admission = new Admission({ targetMs: TARGET_MS, ...present });
    for (let nowMs = 0; nowMs < 1_500; nowMs += MEASURE_MS) {
      const flood = admission.admit({ precedence: 'essential', owner: 'greedy' }, nowMs);
      expect(flood.admitted).toBe(true);
      if (nowMs === 0) admission.admit({ precedence: 'deferrable', owner: 'ada' }, nowMs);
      admission.note(targets * TARGET_MS, nowMs);
    }
    return ['greedy', 'ada'].filter((owner) => !admission.admit({ precedence, owner }, 1_500).admitted);
  };
  expect(refusedAt(1.8, 'deferrable')).toEqual(['greedy']);
  expect(refusedAt(3.3, 'new_work')).toEqual([]);
  expect(refusedAt(100, 'begun')).toEqual(['greedy', 'ada']);
});

test('a refusal says for how long to wait, and not the same to all', () => {
  const { admission, nowMs } = waitingFor(10 * TARGET_MS, seeded(1));
  const waits = Array.from({ length: 200 }, () => {
    const verdict = admission.admit({ precedence: 'deferrable', owner: 'ada' }, nowMs);
    return verdict.admitted ? null : verdict.retryAfterSeconds;
  });
  expect(new Set(waits)).toEqual(new Set([2, 3, 4, 5, 6]));
});

test('nothing is ever refused where the target is 0, nor before work has waited for a whole second', () => {
  const waits = fc.array(fc.nat(60_000), { minLength: 1, maxLength: 18 });
  fc.assert(
    fc.property(waits, fc.constantFrom(...PRECEDENCES), (measured, precedence) => {
      const present = { presentMs: () => 60_000, random: () => 0 };
      const off = new Admission({ targetMs: 0, ...present });
      const on = new Admission({ targetMs: TARGET_MS, ...present });
      for (let round = 0; round < 4; round += 1) {
        for (const [place, waitMs] of measured.entries()) off.note(waitMs, (round * 20 + place) * MEASURE_MS);
      }
      for (const [place, waitMs] of measured.entries()) on.note(waitMs, place * MEASURE_MS);
      expect(off.admit({ precedence, owner: 'ada' }, 4_000).admitted).toBe(true);
      expect(on.admit({ precedence, owner: 'ada' }, measured.length * MEASURE_MS).admitted).toBe(true);
    }),
  );
});

test('with one and the same wait, what is less urgent is never let in where what is more urgent is refused', () => {
  const wait = fc.nat(500);
  fc.assert(
    fc.property(wait, fc.double({ min: 0, max: 0.999_999, noNaN: true }), (waitMs, chance) => {
      const letIn = PRECEDENCES.map((precedence) => {
        const { admission, nowMs } = waitingFor(waitMs, () => chance);
        return admission.admit({ precedence, owner: 'ada' }, nowMs).admitted;
      });
      expect(letIn).toEqual([...letIn].sort());
    }),
  );
});

type Offered = { owner: string; precedence: RefusablePrecedence; perSecond: number };
type Outcome = { carried: number; refused: Map<string, number>; asked: Map<string, number>; longestWaitMs: number };

/** One server that does one piece of work after another, each in `serviceMs`; what waits for it is measured, and the clock is this loop. */
function carry(offers: readonly Offered[], serviceMs: number, { seconds, seed }: { seconds: number; seed: number }) {
  const random = seeded(seed);
  let nowMs = 0;
  const line = new WaitingLine(() => nowMs);
  const admission = new Admission({ targetMs: TARGET_MS, presentMs: () => line.expectedMs(), random });
  const queue: { cameMs: number; leave: () => void }[] = [];
  const outcome: Outcome = { carried: 0, refused: new Map(), asked: new Map(), longestWaitMs: 0 };
  const count = (of: Map<string, number>, owner: string) => of.set(owner, (of.get(owner) ?? 0) + 1);
  let freeMs = 0;
  for (; nowMs < seconds * 1000; nowMs += 1) {
    // The onset is not what is looked at: a queue must have stood first, and its backlog be done.
    const isSteady = nowMs >= 10_000;
    for (const { owner, precedence, perSecond } of offers) {
      if (random() >= perSecond / 1000) continue;
      const { admitted } = admission.admit({ precedence, owner }, nowMs);
      if (isSteady) count(outcome.asked, owner);
      if (admitted) queue.push({ cameMs: nowMs, leave: line.join() });
      else if (isSteady) count(outcome.refused, owner);
    }
    while (freeMs <= nowMs) {
      const next = queue.shift();
      if (next === undefined) break;
      next.leave();
      freeMs = Math.max(freeMs, nowMs) + serviceMs;
      if (!isSteady) continue;
      outcome.carried += 1;
      outcome.longestWaitMs = Math.max(outcome.longestWaitMs, nowMs - next.cameMs);
    }
    if (nowMs % MEASURE_MS === 0) admission.note(line.expectedMs(), nowMs);
  }
  return outcome;
}

const callers = (number: number, perSecond: number): Offered[] =>
  Array.from({ length: number }, (_, place) => ({ owner: `caller ${place}`, precedence: 'new_work', perSecond }));

test.each([1.5, 2, 4])(
  'offered %s times what it carries, it carries as much as it can and lets nothing wait long',
  (times) => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), fc.nat(), (serviceMs, seed) => {
        const canCarry = 1000 / serviceMs;
        const outcome = carry(callers(50, (times * canCarry) / 50), serviceMs, { seconds: 30, seed });
        expect(outcome.carried).toBeGreaterThan(0.95 * 20 * canCarry);
        expect(outcome.longestWaitMs).toBeLessThan(6 * TARGET_MS);
      }),
      { numRuns: 8 },
    );
  },
);

test('offered four fifths of what it carries, it refuses nobody', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 8 }), fc.nat(), (serviceMs, seed) => {
      const outcome = carry(callers(50, (0.8 * 1000) / serviceMs / 50), serviceMs, { seconds: 30, seed });
      expect([...outcome.refused.keys()]).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

test('one account that asks for four times what there is leaves the others theirs', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const others = callers(20, 2);
      const greedy: Offered = { owner: 'greedy', precedence: 'new_work', perSecond: 800 };
      const outcome = carry([greedy, ...others], 5, { seconds: 30, seed });
      const total = (of: Map<string, number>) => others.reduce((sum, { owner }) => sum + (of.get(owner) ?? 0), 0);
      expect(total(outcome.refused) / total(outcome.asked)).toBeLessThan(0.05);
      expect(outcome.carried).toBeGreaterThan(0.95 * 20 * 200);
    }),
    { numRuns: 6 },
  );
});

test('lists and exports give way to calls: a flood of them costs no call', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const lists = Array.from(
        { length: 40 },
        (_, place): Offered => ({ owner: `reader ${place}`, precedence: 'deferrable', perSecond: 20 }),
      );
      const outcome = carry([...lists, ...callers(20, 2)], 5, { seconds: 30, seed });
      const refusedCalls = [...outcome.refused].filter(([owner]) => owner.startsWith('caller'));
      expect(refusedCalls).toEqual([]);
    }),
    { numRuns: 6 },
  );
});
