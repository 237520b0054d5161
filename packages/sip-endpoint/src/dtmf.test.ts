import { expect, test } from 'vitest';
import { areDigits, DigitReceiver, keySlots, readTelephoneEvent, startsPress, writeTelephoneEvent } from './dtmf.ts';

const packetOf = (digit: string, timestamp: number, isEnd = false) => ({
  payloadType: 101,
  marker: false,
  sequence: 1,
  timestamp,
  ssrc: 1,
  payload: writeTelephoneEvent({ digit, isEnd, duration: 160 }),
});

test.each([...'0123456789*#ABCD'])('the key %s reads back as it was written', (digit) => {
  const event = { digit, isEnd: true, duration: 12345 };
  expect(readTelephoneEvent(writeTelephoneEvent(event))).toEqual(event);
});

test('events that are no key, and payloads cut short, are no digit', () => {
  expect(readTelephoneEvent(Uint8Array.of(16, 0, 0, 160))).toBeNull();
  expect(readTelephoneEvent(Uint8Array.of(5, 0, 0))).toBeNull();
  expect(areDigits('12*#')).toBe(true);
  expect(areDigits('12x')).toBe(false);
});

test('a press is told once, with its first packet that arrives', () => {
  const receiver = new DigitReceiver();
  const arriving = [packetOf('5', 800), packetOf('5', 800), packetOf('5', 800, true), packetOf('5', 800, true)];
  expect(arriving.map((packet) => receiver.accept(packet))).toEqual(['5', null, null, null]);
});

test('a press of which only the end arrives is heard', () => {
  expect(new DigitReceiver().accept(packetOf('7', 800, true))).toBe('7');
});

test('the same key twice is two presses, and a late packet of the first is none', () => {
  const receiver = new DigitReceiver();
  const arriving = [packetOf('5', 800), packetOf('5', 2400), packetOf('5', 800, true), packetOf('5', 2400, true)];
  expect(arriving.map((packet) => receiver.accept(packet))).toEqual(['5', '5', null, null]);
});

test('a pressed key starts once, grows by 20 ms a packet and ends three times', () => {
  const events = keySlots('9').flat();
  expect(events.filter(startsPress)).toHaveLength(1);
  expect(events.map((event) => event.duration)).toEqual([160, 320, 480, 640, 800, 960, 960, 960]);
  expect(events.filter((event) => event.isEnd)).toHaveLength(3);
});
