import { expect, test } from 'vitest';
import { type Hearing, judgeMedia, type MediaReading, nextLook } from './media-silence.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const hearing = (over: Partial<Hearing> = {}): Hearing => ({
  answeredAt: at(0),
  callerHeardAt: null,
  calleeHeardAt: null,
  connectionClosedAt: null,
  ...over,
});
const reading = (caller: number | null | 'on hold', callee: number | null | 'on hold'): MediaReading => ({
  caller: side(caller),
  callee: side(callee),
});
const side = (heard: number | null | 'on hold') =>
  heard === 'on hold'
    ? { lastPacketAt: null, sends: false }
    : { lastPacketAt: heard === null ? null : at(heard), sends: true };

test.each([
  ['both are heard', hearing(), reading(59, 59), 60, null],
  ['the caller is silent for 29 s', hearing(), reading(31, 60), 60, null],
  ['the caller is silent for 30 s', hearing(), reading(30, 60), 60, 30],
  ['the far side is silent for 30 s', hearing(), reading(60, 30), 60, 30],
  ['both are: the first one gone counts', hearing(), reading(20, 25), 60, 20],
  ['nobody was ever heard', hearing(), reading(null, null), 30, 0],
  [
    'the caller is silent for 15 s with its WebSocket closed',
    hearing({ connectionClosedAt: at(50) }),
    reading(45, 60),
    60,
    45,
  ],
  [
    'the far side has 30 s whatever the WebSocket does',
    hearing({ connectionClosedAt: at(50) }),
    reading(60, 31),
    60,
    null,
  ],
  ['a side on hold is not missed', hearing(), reading('on hold', 600), 600, null],
  ['the media proxy is gone since 30 s', hearing({ callerHeardAt: at(20), calleeHeardAt: at(21) }), null, 50, 20],
  ['the media proxy is gone since 29 s', hearing({ callerHeardAt: at(20), calleeHeardAt: at(21) }), null, 49, null],
] as const)('%s', (_what, known, read, now, lostAt) => {
  const verdict = judgeMedia(known, read, at(now));
  expect(verdict.lost ? verdict.lastPacketAt : null).toEqual(lostAt === null ? null : at(lostAt));
});

test('a packet of the future is not believed', () => {
  expect(judgeMedia(hearing(), reading(100, 100), at(60))).toMatchObject({ callerHeardAt: at(60) });
});

test('the next look is in five seconds, or when a side would be lost', () => {
  const heard = { callerHeardAt: at(59), calleeHeardAt: at(32) };
  expect(nextLook({ ...hearing(), ...heard, calleeHeardAt: at(59) }, at(60))).toEqual(at(65));
  expect(nextLook({ ...hearing(), ...heard }, at(60))).toEqual(at(62));
});
