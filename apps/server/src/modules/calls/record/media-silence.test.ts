import { expect, test } from 'vitest';
import { type Hearing, judgeMedia, type MediaReading, type MediaSideReading, nextLook } from './media-silence.ts';

const patience = { bothSilentSeconds: 30, oneSilentSeconds: 600, closedSilentSeconds: 15, freeSilentSeconds: 60 };
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const hearing = (over: Partial<Hearing> = {}): Hearing => ({
  nearSide: 'caller',
  answeredAt: at(0),
  callerHeardAt: null,
  calleeHeardAt: null,
  callerPacketsTaken: null,
  calleePacketsTaken: null,
  lostSound: null,
  connectionClosedAt: null,
  isInVoicemail: false,
  isToAttendant: false,
  isFree: false,
  ...over,
});
/** Seconds of the last RTP, `rtcp` of the last RTCP alone; `on hold` was not heard for ever. */
type Said = number | null | 'on hold' | { rtp: number | null; rtcp: number };
const reading = (caller: Said, callee: Said): MediaReading => ({
  proxy: 'knows',
  caller: side(caller),
  callee: side(callee),
});
const side = (said: Said): MediaSideReading => {
  if (said === 'on hold') return { ...spoken(null, null), sends: false };
  if (said === null || typeof said === 'number') return spoken(said, said);
  return spoken(said.rtp, said.rtcp);
};
const spoken = (rtp: number | null, sign: number | null): MediaSideReading => ({
  lastPacketAt: rtp === null ? null : at(rtp),
  lastSignAt: sign === null ? null : at(sign),
  packetsTaken: sign === null ? 0 : 1,
  sends: true,
  isConnected: true,
});
const closed = hearing({ connectionClosedAt: at(50) });
const closedOnHold = hearing({ callerHeardAt: at(50), connectionClosedAt: at(50) });
const reportsOnHold: MediaReading = {
  proxy: 'knows',
  caller: { ...side({ rtp: 10, rtcp: 63 }), sends: false },
  callee: side('on hold'),
};
const free = hearing({ isFree: true });
const inVoicemail = hearing({ nearSide: 'callee', isInVoicemail: true });
const heard = hearing({ callerHeardAt: at(20), calleeHeardAt: at(21) });

test.each([
  ['both are heard', hearing(), reading(59, 59), 60, false],
  ['the caller never speaks, and the far side does', hearing(), reading(null, 60), 60, false],
  ['the far side records without speaking', hearing(), reading(300, 1), 300, false],
  ['both are silent for 29 s', hearing(), reading(10, 31), 60, false],
  ['both are silent for 30 s', hearing(), reading(10, 30), 60, true],
  ['nobody was ever heard for 30 s', hearing(), reading(null, null), 30, true],
  ['one is silent for 599 s', hearing(), reading(700, 101), 700, false],
  ['the far side is silent for ten minutes', hearing(), reading(700, 100), 700, true],
  ['the caller is silent for ten minutes', hearing(), reading(100, 700), 700, true],
  ['both send no sound, and one reports all the same', hearing(), reading({ rtp: 10, rtcp: 59 }, 10), 60, false],
  ['the caller is silent for 14 s, its WebSocket closed', closed, reading(46, 60), 60, false],
  ['the caller is silent for 15 s, its WebSocket closed', closed, reading(45, 60), 60, true],
  ['the far side is silent, whatever the WebSocket does', closed, reading(60, 31), 60, false],
  ['one side is on hold, and the other silent for long', hearing(), reading('on hold', 1), 500, false],
  ['both are on hold for hours', hearing(), reading('on hold', 'on hold'), 9_000, false],
  ['on hold for 14 s, its WebSocket closed', closedOnHold, reading('on hold', 'on hold'), 64, false],
  ['on hold for 15 s, its WebSocket closed', closedOnHold, reading('on hold', 'on hold'), 65, true],
  ['held by the far side, its WebSocket closed', closedOnHold, reading('on hold', 65), 65, true],
  ['on hold, its WebSocket closed, and it reports all the same', closedOnHold, reportsOnHold, 70, false],
  ['the caller of a free call speaks', free, reading(59, 60), 60, false],
  ['the caller of a free call is silent for a minute', free, reading(null, 60), 60, true],
  ['a free call is held for a minute', free, reading('on hold', 60), 60, true],
  ['the caller of a free call sends reports alone', free, reading({ rtp: null, rtcp: 60 }, 60), 60, true],
  ['the attendant is silent for 5 s', inVoicemail, reading(60, 55), 60, false],
  ['the attendant is silent for 6 s: it is gone', inVoicemail, reading(60, 54), 60, true],
  ['the caller says nothing to the attendant', inVoicemail, reading(null, 60), 60, false],
  ['the media proxy is gone since 29 s', heard, { proxy: 'away' }, 50, false],
  ['the media proxy is gone since 30 s', heard, { proxy: 'away' }, 51, true],
  ['the media proxy has forgotten the call since 30 s', heard, { proxy: 'forgot' }, 51, true],
] as const)('%s', (_what, known, read, now, isLost) => {
  expect(judgeMedia(known, read, patience, at(now)).ends).toBe(isLost ? 'media_lost' : null);
});

const unconnected = (said: Said): MediaReading => ({
  proxy: 'knows',
  caller: { ...side(said), isConnected: false },
  callee: side(40),
});
const lost = (because: NonNullable<Hearing['lostSound']>['because'], seconds = 0) => ({ at: at(seconds), because });
const away = { proxy: 'away' } as const;

test.each([
  ['nothing is lost while both are heard', hearing(), reading(4, 4), null],
  ['a caller who sends nothing loses nothing', hearing(), reading(null, 4), null],
  ['nor does one who holds the line from the start', hearing(), reading('on hold', null), null],
  ['a far side that never sent is lost to a caller who speaks', hearing(), reading(4, null), lost('far_side_silent')],
  ['one that reports is there', hearing(), reading(4, { rtp: null, rtcp: 3 }), null],
  ['one that is held is not missed', hearing(), reading(4, 'on hold'), null],
  ['one that was heard before is not missed', hearing({ calleeHeardAt: at(1) }), reading(4, null), null],
  ['keys that were never agreed', hearing(), unconnected(null), lost('never_connected')],
  ['keys that were agreed before', hearing({ callerHeardAt: at(0) }), unconnected(null), null],
  ['sound that came all the same', hearing(), unconnected(3), null],
  ['a media proxy that went takes what was heard last', heard, away, lost('media_proxy_away', 21)],
  [
    'one that is still away changes nothing',
    hearing({ lostSound: lost('never_connected') }),
    away,
    lost('never_connected'),
  ],
  ['one that forgot the call lost nothing', hearing({ lostSound: lost('never_connected') }), { proxy: 'forgot' }, null],
  ['sound that came back is not lost', hearing({ lostSound: lost('media_proxy_away') }), reading(4, 4), null],
] as const)('lost sound: %s', (_what, known, read, lostSound) => {
  expect(judgeMedia(known, read, patience, at(50)).lostSound).toEqual(lostSound);
});

test('packets that are refused are no sign of a side, whenever they come', () => {
  const before = hearing({ callerHeardAt: at(3), calleeHeardAt: at(3), callerPacketsTaken: 1, calleePacketsTaken: 1 });
  expect(judgeMedia(before, reading(39, 39), patience, at(33))).toMatchObject({
    callerHeardAt: at(3),
    ends: 'media_lost',
  });
  const another = { ...before, callerPacketsTaken: 0 };
  expect(judgeMedia(another, reading(32, 32), patience, at(33))).toMatchObject({
    callerHeardAt: at(32),
    calleeHeardAt: at(3),
    callerPacketsTaken: 1,
    ends: null,
  });
});

test('a caller whose keys were agreed could hear, also without a packet of its own', () => {
  expect(judgeMedia(hearing(), reading(null, 4), patience, at(5)).callerHeardAt).toEqual(at(0));
});

test('a call whose keys are never agreed ends as failed after the patience for two silent sides', () => {
  expect(judgeMedia(hearing(), unconnected(null), patience, at(29)).ends).toBeNull();
  expect(judgeMedia(hearing(), unconnected(null), patience, at(30)).ends).toBe('media_failed');
});

test('a packet of the future is not believed', () => {
  expect(judgeMedia(hearing(), reading(100, 100), patience, at(60))).toMatchObject({ callerHeardAt: at(60) });
});

test('while sound is missing the next look is in a second', () => {
  expect(nextLook(hearing({ lostSound: lost('far_side_silent') }), patience, at(10))).toEqual(at(11));
});

test('the next look is in five seconds, or when the sound would be lost', () => {
  const both = { ...hearing(), callerHeardAt: at(59), calleeHeardAt: at(59) };
  expect(nextLook(both, patience, at(60))).toEqual(at(65));
  expect(nextLook({ ...both, callerHeardAt: at(32), calleeHeardAt: at(32) }, patience, at(60))).toEqual(at(62));
  expect(nextLook({ ...both, callerHeardAt: at(48), connectionClosedAt: at(50) }, patience, at(60))).toEqual(at(63));
});

const calledIn = (over: Partial<Hearing> = {}) => hearing({ nearSide: 'callee', ...over });
const calleeUnconnected: MediaReading = {
  proxy: 'knows',
  caller: side(40),
  callee: { ...side(null), isConnected: false },
};

test('of a call that came in, who is called has the WebSocket and the keys', () => {
  const closedCallee = calledIn({ connectionClosedAt: at(50) });
  expect(judgeMedia(closedCallee, reading(60, 46), patience, at(60)).ends).toBeNull();
  expect(judgeMedia(closedCallee, reading(60, 45), patience, at(60)).ends).toBe('media_lost');
  expect(judgeMedia(closedCallee, reading(31, 60), patience, at(60)).ends).toBeNull();
  expect(judgeMedia(calledIn(), calleeUnconnected, patience, at(29)).lostSound).toEqual(lost('never_connected'));
  expect(judgeMedia(calledIn(), calleeUnconnected, patience, at(30)).ends).toBe('media_failed');
  expect(judgeMedia(calledIn(), reading(4, null), patience, at(5))).toMatchObject({
    calleeHeardAt: at(0),
    lostSound: null,
  });
  expect(judgeMedia(calledIn(), reading(null, 4), patience, at(5)).lostSound).toEqual(lost('far_side_silent'));
});
