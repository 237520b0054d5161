import JsSIP from 'jssip';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepLineWhole } from './keep-line-whole.ts';

const { CONNECTION_ERROR, DIALOG_ERROR, WEBRTC_ERROR } = JsSIP.C.causes;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('over a new WebSocket the call is offered again, once, and the line is mended when that is answered', () => {
  const line = aLine();
  line.keeper.lost();
  expect(line.offers).toEqual([]);
  line.keeper.back();
  expect(line.offers).toEqual([{ iceRestart: false }]);
  expect(line.mended).not.toHaveBeenCalled();
  line.answer();
  expect(line.mended).toHaveBeenCalledOnce();
  vi.runAllTimers();
  expect(line.offers).toHaveLength(1);
});

test('while another offer is under way it waits for its end', () => {
  const line = aLine();
  line.isReady = false;
  line.keeper.back();
  vi.advanceTimersByTime(10_000);
  expect(line.offers).toEqual([]);
  line.isReady = true;
  vi.advanceTimersByTime(250);
  expect(line.offers).toHaveLength(1);
});

test('new candidates are gathered once the earlier ones are', () => {
  const line = aLine();
  line.connection.iceGatheringState = 'gathering';
  line.iceBecomes('disconnected');
  expect(line.offers).toEqual([]);
  line.connection.iceGatheringState = 'complete';
  vi.advanceTimersByTime(250);
  expect(line.offers).toHaveLength(1);
});

test('sound that has lost its way gets new candidates, at once or with the new WebSocket', () => {
  const line = aLine();
  line.iceBecomes('disconnected');
  expect(line.offers).toEqual([{ iceRestart: true }]);
  line.iceBecomes('connected');
  line.answer();
  line.keeper.lost();
  line.iceBecomes('disconnected');
  expect(line.offers).toHaveLength(1);
  line.keeper.back();
  expect(line.offers).toEqual([{ iceRestart: true }, { iceRestart: true }]);
});

test('a WebSocket that is lost again with the offer on it ends nothing: the next one carries another', () => {
  const line = aLine();
  line.keeper.back();
  line.session.terminate({ cause: CONNECTION_ERROR });
  line.keeper.lost();
  vi.runAllTimers();
  expect(line.offers).toHaveLength(1);
  line.keeper.back();
  expect(line.offers).toHaveLength(2);
  line.answer();
  expect(line.mended).toHaveBeenCalledOnce();
  expect(line.ends).toEqual([]);
});

test('an offer that is refused is taken back and made again three times, and the call goes on as it was', async () => {
  const line = aLine();
  line.keeper.back();
  for (let refusal = 0; refusal < 4; refusal += 1) {
    line.connection.signalingState = 'have-local-offer';
    line.session.terminate({ cause: WEBRTC_ERROR });
    await vi.advanceTimersByTimeAsync(3_000);
  }
  expect(line.offers).toHaveLength(4);
  expect(line.descriptions).toEqual(Array.from({ length: 4 }, () => ({ type: 'rollback' })));
  expect(line.mended).toHaveBeenCalledOnce();
  expect(line.ends).toEqual([]);
});

test('what ends a call still ends it: a call that is gone there, a hold that is refused, hanging up', () => {
  const line = aLine();
  line.keeper.back();
  line.session.terminate({ cause: DIALOG_ERROR });
  line.answer();
  line.session.terminate({ cause: WEBRTC_ERROR });
  line.session.terminate();
  expect(line.ends).toEqual([{ cause: DIALOG_ERROR }, { cause: WEBRTC_ERROR }, {}]);
});

test('a WebSocket that says nothing of an offer is held for dead within seconds where there is no sound, and its end brings another offer', () => {
  const line = aLine();
  line.iceBecomes('disconnected');
  vi.advanceTimersByTime(3_999);
  expect(line.deaf).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(line.deaf).toHaveBeenCalledOnce();
  line.session.terminate({ cause: CONNECTION_ERROR });
  line.keeper.lost();
  vi.advanceTimersByTime(60_000);
  expect(line.deaf).toHaveBeenCalledOnce();
  line.keeper.back();
  expect(line.offers).toHaveLength(2);
});

test('with sound an offer may take longer to be answered, though not until the call would be given up for it', () => {
  const line = aLine();
  line.keeper.back();
  vi.advanceTimersByTime(11_999);
  expect(line.deaf).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(line.deaf).toHaveBeenCalledOnce();
});

test('whoever has answered, or whose call has ended, is not held for dead', () => {
  const line = aLine();
  line.iceBecomes('disconnected');
  line.answer();
  vi.advanceTimersByTime(60_000);
  line.iceBecomes('disconnected');
  line.isEnded = true;
  vi.advanceTimersByTime(60_000);
  expect(line.deaf).not.toHaveBeenCalled();
});

/** A call under way, as JsSIP and the browser would have it. */
function aLine() {
  const offers: (RTCOfferOptions | undefined)[] = [];
  const ends: unknown[] = [];
  const descriptions: unknown[] = [];
  const mended = vi.fn<() => void>();
  const deaf = vi.fn<() => void>();
  let answer = () => {};
  let iceChanged = () => {};
  const line = {
    offers,
    ends,
    descriptions,
    mended,
    deaf,
    isEnded: false,
    isReady: true,
    session: {
      isEstablished: () => true,
      isEnded: () => line.isEnded,
      isReadyToReOffer: () => line.isReady,
      renegotiate(options: { rtcOfferConstraints?: RTCOfferOptions } = {}, done = () => {}) {
        offers.push(options.rtcOfferConstraints);
        answer = done;
        return true;
      },
      terminate: (options: { cause?: string } = {}) => void ends.push(options),
    },
    connection: {
      iceConnectionState: 'connected' as RTCIceConnectionState,
      iceGatheringState: 'complete' as RTCIceGatheringState,
      signalingState: 'stable' as RTCSignalingState,
      setLocalDescription: async (description?: unknown) => void descriptions.push(description),
      addEventListener: (_: string, listener: () => void) => {
        iceChanged = listener;
      },
    },
    answer: () => answer(),
    iceBecomes(state: RTCIceConnectionState) {
      line.connection.iceConnectionState = state;
      iceChanged();
    },
  };
  return Object.assign(line, { keeper: keepLineWhole(line.session, line.connection as never, { mended, deaf }) });
}
