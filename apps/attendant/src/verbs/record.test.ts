import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeLine } from '../testing/fake-line.ts';
import { record } from './record.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 8000;
const LOUD_PACKET = new Int16Array(160).fill(5000);
const limits = { mostSeconds: 180, silenceMs: 6000, endKeys: '#' };

test('sound that comes faster than time is not taken', async () => {
  const { line, say } = fakeLine();
  let written = 0;
  const recorded = record(line, { append: (samples) => (written += samples.length) > 0 }, limits);
  const sayThreeMinutes = () => {
    for (let packet = 0; packet < 180 * 50; packet += 1) say(LOUD_PACKET);
  };

  sayThreeMinutes();
  expect(written).toBe(SECOND);
  await vi.advanceTimersByTimeAsync(2000);
  sayThreeMinutes();
  expect(written).toBe(3 * SECOND);
  await line.hangUp();
  expect(await recorded).toEqual({ because: 'over', samples: 3 * SECOND, heardUntil: 3 * SECOND });
});

test('silence while the call is on hold ends nothing', async () => {
  const { line, say, side } = fakeLine();
  let endedAt: number | null = null;
  const recorded = record(line, { append: () => true }, limits).finally(() => (endedAt = performance.now()));
  say(LOUD_PACKET);
  side.isOnHold = true;
  await vi.advanceTimersByTimeAsync(60_000);
  side.isOnHold = false;
  const takenUpAt = performance.now();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await recorded).toMatchObject({ because: 'silence' });
  expect((endedAt ?? 0) - takenUpAt).toBeGreaterThan(5_500);
});

describe('what did not come, as where a telephone sends no pauses', () => {
  /** A recording of what a caller says, a packet every 20 ms, and does not say. */
  function recording(over: Partial<typeof limits> = {}) {
    const { line, say, side } = fakeLine();
    const written: number[] = [];
    const append = (samples: Int16Array) => written.push(...samples) > 0;
    const recorded = record(line, { append }, { ...limits, ...over });
    const pass = async (ms: number) => await vi.advanceTimersByTimeAsync(ms);
    const speak = async (ms: number, sound = LOUD_PACKET) => {
      for (let spoken = 0; spoken < ms; spoken += 20) {
        await pass(20);
        say(sound);
      }
    };
    return { line, side, say, written, recorded, pass, speak };
  }

  test('is written as silence of its length', async () => {
    const { line, written, recorded, pass, speak } = recording();
    await speak(1000);
    await pass(2000);
    await speak(1000);
    await line.hangUp();
    expect(await recorded).toEqual({ because: 'over', samples: 4 * SECOND, heardUntil: 4 * SECOND });
    expect(written).toHaveLength(4 * SECOND);
    expect(new Set(written.slice(SECOND, 3 * SECOND))).toEqual(new Set([0]));
    expect(new Set([...written.slice(0, SECOND), ...written.slice(3 * SECOND)])).toEqual(new Set([5000]));
  });

  test('is nothing before the first word', async () => {
    const { line, written, recorded, pass, speak } = recording();
    await pass(3000);
    await speak(1000);
    await line.hangUp();
    await recorded;
    expect(written).toEqual(Array.from({ length: SECOND }, () => 5000));
  });

  test('is nothing where the packets are only late', async () => {
    const { line, written, recorded, pass, speak, say } = recording();
    await speak(1000);
    const next = performance.now() * 8;
    await pass(3000);
    for (let packet = 0; packet < 150; packet += 1) say(LOUD_PACKET, next + packet * 160);
    await speak(1000);
    await line.hangUp();
    await recorded;
    expect(written).toEqual(Array.from({ length: 5 * SECOND }, () => 5000));
  });

  test('is no more than our own clock says, where that of the far side jumps', async () => {
    const { line, written, recorded, pass, speak, say } = recording();
    await speak(1000);
    await pass(20);
    say(LOUD_PACKET, 4_000_000_000);
    await pass(20);
    say(LOUD_PACKET, 7);
    await line.hangUp();
    await recorded;
    expect(written).toEqual(Array.from({ length: SECOND + 320 }, () => 5000));
  });

  test('is no more than five seconds, however long the call was on hold', async () => {
    const { line, side, written, recorded, pass, speak } = recording();
    await speak(1000);
    side.isOnHold = true;
    await pass(60_000);
    side.isOnHold = false;
    await speak(1000);
    await line.hangUp();
    expect((await recorded).samples).toBe(7 * SECOND);
    expect(written).toHaveLength(7 * SECOND);
  });

  test('makes no message longer than it may be', async () => {
    const { written, recorded, pass, speak } = recording({ mostSeconds: 3 });
    await speak(1000);
    await pass(3000);
    await speak(20);
    expect(await recorded).toEqual({ because: 'limit', samples: 3 * SECOND, heardUntil: SECOND });
    expect(written).toHaveLength(3 * SECOND);
  });

  test('ends the recording where the silence cannot be written', async () => {
    const { line, say } = fakeLine();
    const recorded = record(line, { append: (samples) => samples[0] !== 0 }, limits);
    say(LOUD_PACKET);
    await vi.advanceTimersByTimeAsync(1000);
    say(LOUD_PACKET);
    expect(await recorded).toMatchObject({ because: 'no_room' });
  });
});
