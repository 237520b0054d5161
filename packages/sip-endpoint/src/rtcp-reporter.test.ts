import { expect, test } from 'vitest';
import { OutgoingStream } from './outgoing-stream.ts';
import { readRtcp } from './rtcp.ts';
import { RtcpReporter } from './rtcp-reporter.ts';
import { ReceptionCounter } from './rtp-reception.ts';

function side(clock: { nowMs: number }) {
  const reception = new ReceptionCounter();
  const stream = new OutgoingStream();
  return { reception, stream, reporter: new RtcpReporter({ reception, stream, nowMs: () => clock.nowMs }) };
}

test('two sides learn loss and round trip from each other', () => {
  const clock = { nowMs: 1_700_000_000_000 };
  const [near, far] = [side(clock), side(clock)];
  for (let slot = 1; slot <= 100; slot++) {
    const packet = near.stream.sound(slot, { payloadType: 0, payload: new Uint8Array(160) });
    if (slot % 10 !== 5) far.reception.count(packet, { arrivedMs: slot * 20, isAudio: true });
  }

  far.reporter.read(near.reporter.write(100));
  clock.nowMs += 1000;
  const report = far.reporter.write(150);
  clock.nowMs += 80;
  near.reporter.read(report);

  expect(readRtcp(report).blocks[0]?.fractionLost).toBe(25);
  expect(near.reporter.reported.far).toMatchObject({ lost: 10, jitterMs: 0 });
  expect(near.reporter.reported.far?.roundTripMs).toBeCloseTo(80, 0);
});

test('a report about somebody else says nothing of us', () => {
  const clock = { nowMs: 1_700_000_000_000 };
  const [near, far, third] = [side(clock), side(clock), side(clock)];
  const packet = third.stream.sound(1, { payloadType: 0, payload: new Uint8Array(160) });
  far.reception.count(packet, { arrivedMs: 0, isAudio: true });
  near.reporter.read(far.reporter.write(1));
  expect(near.reporter.reported.far).toBeNull();
});
