import { describe, expect, test } from 'vitest';
import { areDigits, DigitReceiver, keySlots, readTelephoneEvent, startsPress, writeTelephoneEvent } from './dtmf.ts';

let sequence = 0xfff0;
/** The next packet of a stream; `skipped`: so many before it were lost, or held something else. */
const packetOf = (
  digit: string,
  timestamp: number,
  {
    isEnd = false,
    marker = false,
    skipped = 0,
    ssrc = 1,
  }: Partial<Record<'isEnd' | 'marker', boolean>> & Partial<Record<'skipped' | 'ssrc', number>> = {},
) => {
  sequence = (sequence + 1 + skipped) & 0xffff;
  const payload = writeTelephoneEvent({ digit, isEnd, duration: 160 });
  return { payloadType: 101, marker, sequence, timestamp, ssrc, payload };
};
const isEnd = true;
const heardOf = (packets: ReturnType<typeof packetOf>[]) => {
  const receiver = new DigitReceiver();
  return packets.map((packet) => receiver.accept(packet) ?? '.').join('');
};

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
  const end = packetOf('5', 800, { isEnd });
  expect(heardOf([packetOf('5', 800), packetOf('5', 800), end, end])).toBe('5...');
});

test('a press of which only the end arrives is heard', () => {
  expect(heardOf([packetOf('7', 800, { isEnd })])).toBe('7');
});

test('the same key twice is two presses, and a late packet of the first is none', () => {
  const first = [packetOf('5', 800, { marker: true }), packetOf('5', 800, { isEnd })];
  const second = [packetOf('5', 2400, { marker: true, skipped: 2 }), packetOf('5', 2400, { isEnd })];
  const arriving = [first[0], second[0], first[1], second[1]].filter((packet) => packet !== undefined);
  expect(heardOf(arriving)).toBe('55..');
});

describe('a press whose timestamp changes in its midst is one', () => {
  const stepping = (digit: string, from: number, others: { ssrc?: number } = {}) => [
    packetOf(digit, from, { marker: true, skipped: 4, ...others }),
    ...[160, 320, 480].map((step) => packetOf(digit, from + step, others)),
    ...[640, 800, 960].map((step) => packetOf(digit, from + step, { isEnd, ...others })),
  ];

  test('as where a gateway steps it in each packet', () => {
    expect(heardOf([...stepping('3', 800), ...stepping('3', 4000), ...stepping('4', 9000)])).toBe(
      '3......3......4......',
    );
  });

  test('also when a packet is lost, and others come late or twice', () => {
    const [start, , third, fourth, end, secondEnd, lastEnd] = stepping('3', 800);
    const arriving = [start, fourth, third, fourth, secondEnd, end, lastEnd].filter((packet) => packet !== undefined);
    expect(heardOf(arriving)).toBe('3......');
  });

  test('as a key that is held for longer than a duration can say', () => {
    const held = [
      packetOf('#', 800, { marker: true }),
      packetOf('#', 800),
      packetOf('#', 66_335),
      packetOf('#', 66_335, { isEnd }),
    ];
    expect(heardOf(held)).toBe('#...');
  });
});

test('the same key again is another press', () => {
  const start = () => packetOf('5', 800, { marker: true });
  // Its first packet says so, or is lost but the end before it was not; or all between was lost; or another source says it.
  expect(heardOf([start(), packetOf('5', 2400, { marker: true })])).toBe('55');
  expect(heardOf([start(), packetOf('5', 800, { isEnd }), packetOf('5', 2400, { skipped: 1 })])).toBe('5.5');
  expect(heardOf([start(), packetOf('5', 2400, { skipped: 4 })])).toBe('55');
  expect(heardOf([start(), packetOf('5', 2400, { ssrc: 2 })])).toBe('55');
});

test('a pressed key starts once, grows by 20 ms a packet and ends three times', () => {
  const events = keySlots('9').flat();
  expect(events.filter(startsPress)).toHaveLength(1);
  expect(events.map((event) => event.duration)).toEqual([160, 320, 480, 640, 800, 960, 960, 960]);
  expect(events.filter((event) => event.isEnd)).toHaveLength(3);
});
