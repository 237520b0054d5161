import { expect, test } from 'vitest';
import { OutgoingStream } from './outgoing-stream.ts';
import { type RtpPacket, sequenceDistance } from './rtp-packet.ts';

const sound = { payloadType: 0, payload: new Uint8Array(160) };
const incoming = (sequence: number, timestamp = sequence * 160): RtpPacket => ({
  ...sound,
  marker: false,
  ssrc: 9,
  sequence: sequence & 0xffff,
  timestamp: timestamp >>> 0,
});
const steps = (packets: RtpPacket[]) =>
  packets.slice(1).map((packet, i) => {
    const before = packets[i] as RtpPacket;
    return [sequenceDistance(before.sequence, packet.sequence), (packet.timestamp - before.timestamp) | 0];
  });

test('packets in neighbouring slots follow each other by one number and 160 samples, the first with the marker', () => {
  const stream = new OutgoingStream();
  const packets = [1, 2, 3].map((slot) => stream.sound(slot, sound));
  expect(steps(packets)).toEqual([
    [1, 160],
    [1, 160],
  ]);
  expect(packets.map((packet) => packet.marker)).toEqual([true, false, false]);
});

test('after a pause the timestamp has gone on, the sequence has not, and the marker says so', () => {
  const stream = new OutgoingStream();
  const packets = [stream.sound(1, sound), stream.sound(51, sound)];
  expect(steps(packets)).toEqual([[1, 50 * 160]]);
  expect(packets[1]?.marker).toBe(true);
});

test('an echo keeps the holes and the order of what came in', () => {
  const stream = new OutgoingStream();
  const packets = [
    stream.sound(1, sound),
    ...[500, 501, 504, 503].map((sequence, i) => stream.echoed(2 + i, incoming(sequence), sound)),
    stream.sound(6, sound),
  ];
  expect(steps(packets).map(([number]) => number)).toEqual([1, 1, 3, -1, 2]);
  expect(steps(packets).slice(1, 4)).toEqual([
    [1, 160],
    [3, 480],
    [-1, -160],
  ]);
});

test('an echoed stream that begins anew is joined on, without a jump', () => {
  const stream = new OutgoingStream();
  const packets = [stream.echoed(1, incoming(500), sound), stream.echoed(2, { ...incoming(40000), ssrc: 10 }, sound)];
  expect(steps(packets)).toEqual([[1, 160]]);
  expect(packets[1]?.marker).toBe(true);
});

test('a key press that is passed on stays one press, though silence was sent in its midst', () => {
  const stream = new OutgoingStream();
  const event = { payloadType: 101, payload: new Uint8Array(4) };
  const pressed = (sequence: number): RtpPacket => ({ ...incoming(sequence, 7 * 160), ...event });
  const packets = [
    stream.echoed(7, { ...pressed(7), marker: true }, event),
    stream.echoed(8, pressed(8), event),
    stream.sound(20, sound),
    stream.echoed(21, pressed(9), event),
    stream.echoed(21, pressed(10), event),
    stream.echoed(22, incoming(11), sound),
    stream.echoed(23, incoming(12), sound),
  ];
  const keys = packets.filter((packet) => packet.payloadType === 101);
  expect(new Set(keys.map((packet) => packet.timestamp)).size).toBe(1);
  expect(keys.map((packet) => packet.marker)).toEqual([true, false, false, false]);
  expect(steps(packets).map(([number]) => number)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(steps(packets.filter((packet) => packet.payloadType === 0)).map(([, samples]) => samples)).toEqual([320, 160]);
});

test('the first packet of a key press that is passed on in a stream keeps its marker', () => {
  const stream = new OutgoingStream();
  const packets = [
    stream.echoed(1, incoming(1), sound),
    stream.echoed(2, { ...incoming(2), marker: true }, { ...sound, payloadType: 101 }),
  ];
  expect(packets.map((packet) => packet.marker)).toEqual([true, true]);
});

test('speech after an echo whose clock ran fast is never earlier than the echo', () => {
  const stream = new OutgoingStream();
  const packets = [
    stream.echoed(1, incoming(1), sound),
    stream.echoed(2, incoming(2, 160 + 5000), sound),
    stream.sound(3, sound),
    stream.sound(4, sound),
  ];
  expect(steps(packets).slice(1)).toEqual([
    [1, 160],
    [1, 160],
  ]);
});

test('all packets of a key press bear the timestamp of its start', () => {
  const stream = new OutgoingStream();
  const event = { payloadType: 101, payload: new Uint8Array(4) };
  const packets = [stream.press(1, event, 'first'), stream.press(2, event, 'later'), stream.press(2, event, 'later')];
  expect(steps(packets)).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect(packets.map((packet) => packet.marker)).toEqual([true, false, false]);
  expect(stream.packets).toBe(3);
});
