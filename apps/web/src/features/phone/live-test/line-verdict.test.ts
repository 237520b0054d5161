import { expect, test } from 'vitest';
import { type LineSample, readLineSample } from './line-sample.ts';
import { figuresOf, gradeOf, judgeLine, type LineFigures } from './line-verdict.ts';

const START: LineSample = {
  atMs: 0,
  packetsReceived: 100,
  packetsLost: 10,
  packetsSent: 100,
  farPacketsLost: 0,
  jitterMs: 5,
  roundTripMs: 40,
  soundEnergy: 0.5,
};
const GOOD: LineFigures = { roundTripMs: 40, lossPercent: 0, jitterMs: 5, packetsReceived: 500, isHeard: true };

test('the figures are those of the stretch, not of the whole call', () => {
  const end = { ...START, atMs: 10_000, packetsReceived: 590, packetsLost: 20, packetsSent: 600, soundEnergy: 0.9 };

  expect(figuresOf([START, end])).toEqual({
    roundTripMs: 40,
    lossPercent: 2,
    jitterMs: 5,
    packetsReceived: 490,
    isHeard: true,
  });
});

test('the worse direction counts: what the engine missed is loss too', () => {
  const end = { ...START, atMs: 10_000, packetsReceived: 600, packetsSent: 600, farPacketsLost: 25 };

  expect(figuresOf([START, end])?.lossPercent).toBe(5);
});

test('one slow reading of the round trip does not decide', () => {
  const samples = [40, 900, 45, 42].map((roundTripMs, index) => ({ ...START, atMs: index * 500, roundTripMs }));

  expect(figuresOf(samples)?.roundTripMs).toBe(45);
});

test('silence that came back is told apart from sound', () => {
  expect(figuresOf([START, { ...START, atMs: 10_000 }])?.isHeard).toBe(false);
  expect(
    figuresOf([
      { ...START, soundEnergy: null },
      { ...START, atMs: 10_000, soundEnergy: null },
    ])?.isHeard,
  ).toBeNull();
});

test('one reading is no measurement', () => {
  expect(figuresOf([])).toBeNull();
  expect(figuresOf([START])).toBeNull();
});

test.each([
  [GOOD, 'good', 'good'],
  [{ ...GOOD, lossPercent: 2 }, 'fair', 'loss'],
  [{ ...GOOD, lossPercent: 8 }, 'poor', 'loss'],
  [{ ...GOOD, jitterMs: 45 }, 'fair', 'jitter'],
  [{ ...GOOD, roundTripMs: 700 }, 'poor', 'roundTrip'],
  [{ ...GOOD, roundTripMs: 700, lossPercent: 2 }, 'poor', 'roundTrip'],
  [{ ...GOOD, roundTripMs: null }, 'good', 'good'],
  [{ ...GOOD, packetsReceived: 0 }, 'silent', 'silent'],
  [null, 'silent', 'silent'],
] as const)('a line of %o is %s because of %s', (figures, is, because) => {
  expect(judgeLine(figures)).toEqual({ is, because });
});

test('what was not measured has no grade', () => {
  expect(gradeOf('roundTrip', { ...GOOD, roundTripMs: null })).toBeNull();
});

test('a report without inbound sound gives no sample; with it, every counter is read', () => {
  const report = (...entries: object[]) =>
    new Map(entries.map((entry, index) => [String(index), entry])) as unknown as RTCStatsReport;

  expect(readLineSample(report({ type: 'transport' }), 1)).toBeNull();
  expect(
    readLineSample(
      report(
        {
          type: 'inbound-rtp',
          kind: 'audio',
          packetsReceived: 50,
          packetsLost: -1,
          jitter: 0.004,
          totalAudioEnergy: 0.25,
        },
        { type: 'outbound-rtp', kind: 'audio', packetsSent: 51 },
        { type: 'remote-inbound-rtp', kind: 'audio', packetsLost: 2, roundTripTime: 0.5 },
        { type: 'candidate-pair', nominated: false, currentRoundTripTime: 9 },
        { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.012 },
      ),
      1,
    ),
  ).toEqual({
    atMs: 1,
    packetsReceived: 50,
    packetsLost: 0,
    packetsSent: 51,
    farPacketsLost: 2,
    jitterMs: 4,
    roundTripMs: 12,
    soundEnergy: 0.25,
  });
});
