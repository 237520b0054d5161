import { expect, test } from 'vitest';
import { middleOfNtp, readRtcp, writeRtcp } from './rtcp.ts';

const sender = { wallClockMs: 1_700_000_000_250, timestamp: 1234, packets: 50, octets: 8000 };
const block = {
  ssrc: 0xfeedbeef,
  fractionLost: 26,
  lost: 10,
  highest: 70000,
  jitterTicks: 40,
  lastSenderReport: 99,
  delaySinceLast: 65536,
};

test('a report reads back with the time it was sent and what it heard', () => {
  const heard = readRtcp(writeRtcp({ ssrc: 1, name: 'farline', sender, block }));
  expect(heard).toEqual({ senderReport: middleOfNtp(sender.wallClockMs), blocks: [block] });
});

test('who sends nothing writes a receiver report, and who heard nothing an empty one', () => {
  expect(readRtcp(writeRtcp({ ssrc: 1, name: 'farline', sender: null, block }))).toEqual({
    senderReport: null,
    blocks: [block],
  });
  expect(readRtcp(writeRtcp({ ssrc: 1, name: 'far', sender: null, block: null }))).toEqual({
    senderReport: null,
    blocks: [],
  });
});

test.each(['', 'x', 'xy', 'xyz', 'farline'])('with the name "%s" every part ends on a word', (name) => {
  expect(writeRtcp({ ssrc: 1, name, sender, block }).length % 4).toBe(0);
});

test('what is cut short or no RTCP at all says nothing', () => {
  const whole = writeRtcp({ ssrc: 1, name: 'farline', sender, block });
  for (let length = 0; length < 28; length++) expect(readRtcp(whole.subarray(0, length)).blocks).toEqual([]);
  expect(readRtcp(Buffer.alloc(64, 0xff))).toEqual({ senderReport: null, blocks: [] });
});
