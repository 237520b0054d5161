import { expect, test } from 'vitest';
import { callQuality, type QualitySample, readSample } from './call-quality.ts';

const start: QualitySample = {
  atMs: 0,
  packetsReceived: 500,
  packetsLost: 3,
  jitterSeconds: 0.002,
  farLoss: 0,
  roundTripSeconds: 0.03,
};
/** Four seconds later, at fifty packets a second. */
const after = (change: Partial<QualitySample> & { lost?: number }): QualitySample => ({
  ...start,
  atMs: 4_000,
  packetsReceived: start.packetsReceived + 200 - (change.lost ?? 0),
  packetsLost: start.packetsLost + (change.lost ?? 0),
  ...change,
});

test.each([
  ['a whole line has four bars', {}, 4],
  ['one lost packet of two hundred keeps them', { lost: 1 }, 4],
  ['four of a hundred lost cost one', { lost: 8 }, 3],
  ['ten of a hundred lost cost two', { lost: 20 }, 2],
  ['a third lost leaves one', { lost: 66 }, 1],
  ['loss on our way to the far side counts as much', { farLoss: 0.1 }, 2],
  ['jitter of 20 ms is borne', { jitterSeconds: 0.02 }, 4],
  ['a satellite on the way costs two', { roundTripSeconds: 0.6 }, 2],
  ['jitter of 150 ms is not borne', { jitterSeconds: 0.15 }, 2],
  ['nothing received is no bar at all', { packetsReceived: start.packetsReceived }, 0],
])('%s', (_promise, change, bars) => {
  expect(callQuality(start, after(change)).bars).toBe(bars);
});

test('packets that come twice never make the loss negative', () => {
  expect(callQuality(start, after({ packetsLost: 0 })).loss).toBe(0);
});

test('a reading takes the incoming stream and what the far side reports of ours, and no video', () => {
  const report = new Map<string, unknown>([
    ['a', { type: 'inbound-rtp', kind: 'audio', packetsReceived: 100, packetsLost: 2, jitter: 0.01 }],
    ['b', { type: 'inbound-rtp', kind: 'video', packetsReceived: 9_999 }],
    ['c', { type: 'remote-inbound-rtp', kind: 'audio', fractionLost: 0.25, roundTripTime: 0.08 }],
    ['d', { type: 'transport' }],
  ]) as unknown as RTCStatsReport;

  expect(readSample(report, 7)).toEqual({
    atMs: 7,
    packetsReceived: 100,
    packetsLost: 2,
    jitterSeconds: 0.01,
    farLoss: 0.25,
    roundTripSeconds: 0.08,
  });
});

test('before any sound arrives there is no reading', () => {
  expect(readSample(new Map() as unknown as RTCStatsReport, 0)).toBeNull();
});
