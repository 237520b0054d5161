import { afterEach, expect, test, vi } from 'vitest';
import type { IncomingCall } from './incoming-call.ts';
import { createSipEndpoint, type SipEndpoint } from './sip-endpoint.ts';
import { sineTone, toneShare } from './tone.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const opened: SipEndpoint[] = [];
afterEach(async () => void (await Promise.all(opened.splice(0).map(async (each) => await each.close()))));

async function endpoint(onInvite?: (call: IncomingCall) => Promise<void>): Promise<SipEndpoint> {
  const rtpPorts = { from: 15_000, to: 18_999 };
  const created = await createSipEndpoint({
    host: '127.0.0.1',
    port: 0,
    rtpPorts,
    ...(onInvite === undefined ? {} : { onInvite }),
  });
  opened.push(created);
  return created;
}

/** A telephone that answers with a tone: its address, and the call once it has answered. */
async function answering(frequencyHz: number) {
  const { promise: taken, resolve } = Promise.withResolvers<IncomingCall>();
  const { address } = await endpoint(async (call) => {
    await call.answer();
    void call.play(sineTone({ frequencyHz, durationMs: 60_000 }));
    resolve(call);
  });
  return { uri: `sip:far@127.0.0.1:${address.port}`, taken };
}

function hearing(call: Pick<IncomingCall, 'onAudio'>) {
  let heard = new Int16Array();
  call.onAudio((audio) => {
    heard = Int16Array.from([...heard.subarray(-1440), ...audio.samples()]);
  });
  return (frequencyHz: number) => heard.length >= 1600 && toneShare(heard, frequencyHz) > 0.9;
}

test('two calls that are joined hear each other, keys too, and who says nothing is heard as silence', async () => {
  const [near, middle] = await Promise.all([endpoint(), answering(300)]);
  const far = await answering(600);
  const caller = near.call({ to: middle.uri });
  const placed = (await endpoint()).call({ to: far.uri });
  const [between, called] = await Promise.all([middle.taken, far.taken, caller.answered, placed.answered]);
  between.join(placed);
  void caller.play(sineTone({ frequencyHz: 1000, durationMs: 60_000 }));
  const [atCaller, atCalled] = [hearing(caller), hearing(called)];
  const keys: string[] = [];
  called.onDigit((digit) => keys.push(digit));

  await expect.poll(() => atCaller(600)).toBe(true);
  await expect.poll(() => atCalled(1000)).toBe(true);
  await caller.sendDigits('59#');
  await expect.poll(() => keys.join('')).toBe('59#');

  // After this packet nothing comes from the caller any more.
  await caller.play(new Int16Array(160));
  const before = called.counts.received;
  await expect.poll(() => called.counts.received).toBeGreaterThan(before + 50);
});

test('a call knows its far side by packets of sound and by reports, also from one that says nothing', async () => {
  const { promise: taken, resolve } = Promise.withResolvers<IncomingCall>();
  const { address } = await endpoint(async (call) => {
    await call.answer();
    resolve(call);
  });
  const placed = (await endpoint()).call({ to: `sip:far@127.0.0.1:${address.port}` });
  const [called] = await Promise.all([taken, placed.answered]);
  expect(called.farSide()).toEqual({ signs: 0, isOnHold: false });
  await expect.poll(() => called.farSide().signs).toBeGreaterThan(0);
  expect(called.counts.received).toBe(0);

  await placed.play(new Int16Array(1600));
  await expect.poll(() => called.farSide().signs).toBeGreaterThanOrEqual(10);
});
