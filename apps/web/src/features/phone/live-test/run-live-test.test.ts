import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EchoEvents, type EchoLine, EchoRefusal } from './echo-line.ts';
import { type LiveTest, nextLiveTest } from './live-test.ts';
import { runLiveTest } from './run-live-test.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an answered call is measured for ten seconds, then hung up and judged', async () => {
  const { test, events, hangUp } = await answeredTest();

  await vi.advanceTimersByTimeAsync(9_999);
  expect(test().state).toBe('measuring');
  expect(hangUp).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);

  expect(test()).toMatchObject({ state: 'done', verdict: { is: 'good' }, figures: { lossPercent: 0 } });
  expect(hangUp).toHaveBeenCalledTimes(1);
  events().ended(null);
  expect(test().state).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('while it measures, the figures so far are shown', async () => {
  const { test } = await answeredTest();

  await vi.advanceTimersByTimeAsync(2_000);

  expect(test()).toMatchObject({ state: 'measuring', figures: { roundTripMs: 12 } });
});

test('a call that ends too early has failed, and says so', async () => {
  const { test, events } = await answeredTest();
  await vi.advanceTimersByTimeAsync(3_000);

  events().ended(null);

  expect(test()).toMatchObject({ state: 'failed', sentence: 'The call ended before it was measured' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a refused microphone is said in its own words, and nothing is called', async () => {
  const refused: EchoLine = {
    call: async () => await Promise.reject(new EchoRefusal('The microphone was not allowed', 'Allow it.')),
  };
  let live: LiveTest = { state: 'idle' };

  runLiveTest(refused, (event) => void (live = nextLiveTest(live, event)));
  await vi.advanceTimersByTimeAsync(0);

  expect(live).toEqual({ state: 'failed', sentence: 'The microphone was not allowed', wayOut: 'Allow it.' });
});

test('an echo that does not answer within twenty seconds has failed', async () => {
  const { test, events, hangUp } = startTest();
  await vi.advanceTimersByTimeAsync(0);
  events().calling();

  await vi.advanceTimersByTimeAsync(20_000);

  expect(test()).toMatchObject({ state: 'failed', sentence: 'The echo service didn’t answer' });
  expect(hangUp).toHaveBeenCalledTimes(1);
});

test('Stop ends the call at once, also one that is still being placed', async () => {
  const measuring = await answeredTest();
  measuring.stop();
  expect(measuring.test()).toEqual({ state: 'idle' });
  expect(measuring.hangUp).toHaveBeenCalledTimes(1);

  const placing = startTest();
  placing.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(placing.test()).toEqual({ state: 'idle' });
  expect(placing.hangUp).toHaveBeenCalledTimes(1);
});

function startTest() {
  const hangUp = vi.fn<() => void>();
  let given: EchoEvents | null = null;
  let live: LiveTest = { state: 'idle' };
  let packets = 0;
  const stats = async () => {
    packets += 25;
    const entries = [
      { type: 'inbound-rtp', kind: 'audio', packetsReceived: packets, packetsLost: 0, jitter: 0.002 },
      { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.012 },
    ];
    return new Map(entries.map((entry) => [entry.type, entry])) as unknown as RTCStatsReport;
  };
  const line: EchoLine = {
    call: async (events) => {
      given = events;
      return { hangUp, stats };
    },
  };
  const stop = runLiveTest(line, (event) => {
    live = nextLiveTest(live, event);
  });
  return {
    stop,
    hangUp,
    test: () => live,
    events: (): EchoEvents => {
      if (given === null) throw new Error('nothing was called');
      return given;
    },
  };
}

async function answeredTest() {
  const started = startTest();
  await vi.advanceTimersByTimeAsync(0);
  started.events().calling();
  started.events().answered();
  return started;
}
