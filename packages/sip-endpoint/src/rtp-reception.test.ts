import { expect, test } from 'vitest';
import { ReceptionCounter } from './rtp-reception.ts';

function hear(numbers: number[], at: (index: number) => number = (index) => index * 20) {
  const counter = new ReceptionCounter();
  numbers.forEach((number, index) => {
    const packet = { payloadType: 0, marker: false, ssrc: 1, payload: new Uint8Array(160) };
    const sent = { ...packet, sequence: number & 0xffff, timestamp: (number * 160) >>> 0 };
    counter.count(sent, { arrivedMs: at(index), isAudio: true });
  });
  return counter;
}

test('packets in order are received, none is lost', () => {
  expect(hear([1, 2, 3, 4]).reception).toEqual({ received: 4, lost: 0, jitterMs: 0 });
});

test('gaps are lost packets, and what comes late fills them', () => {
  expect(hear([1, 2, 5]).reception.lost).toBe(2);
  expect(hear([1, 2, 5, 3]).reception.lost).toBe(1);
});

test('sequence numbers go round the corner without loss', () => {
  const { reception, report } = hear([65534, 65535, 65536, 65537]);
  expect(reception).toMatchObject({ received: 4, lost: 0 });
  expect(report?.highest).toBe(65537);
});

test('a doubled packet is never negative loss', () => {
  expect(hear([1, 1, 1, 2]).reception.lost).toBe(0);
});

test('another source begins anew, and earlier loss is kept', () => {
  const counter = hear([1, 3]);
  const packet = { payloadType: 0, marker: false, ssrc: 2, payload: new Uint8Array(160), timestamp: 0 };
  counter.count({ ...packet, sequence: 40000 }, { arrivedMs: 0, isAudio: true });
  expect(counter.reception).toMatchObject({ received: 3, lost: 1 });
});

test('jitter grows towards the spread of the arrivals', () => {
  const counter = hear(
    Array.from({ length: 500 }, (_, i) => i),
    (index) => index * 20 + (index % 2) * 10,
  );
  expect(counter.reception.jitterMs).toBeGreaterThan(8);
  expect(counter.reception.jitterMs).toBeLessThan(11);
});
