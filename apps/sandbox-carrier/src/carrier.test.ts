import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSipEndpoint, type OutgoingCall, type SipEndpoint, sineTone, toneShare } from '@farline/sip-endpoint';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallRecord } from './call-log.ts';
import { type Carrier, startCarrier } from './carrier.ts';
import { aBoundClient, aSubmit, submit } from './message-centre/testing/centre-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Long enough that what does not ring at all answers sooner on a busy machine too. */
const RING_MS = 500;
const rtpPorts = { from: 15_000, to: 18_999 };
let folder: string;
let carrier: Carrier;
let caller: SipEndpoint;

const settings = () => ({
  trunks: ['sandbox-a', 'sandbox-b'].map((name) => ({ name, host: '127.0.0.1', port: 0 })),
  record: { host: '127.0.0.1', port: 0 },
  messages: { host: '127.0.0.1', port: 0, systemId: 'farline', password: 'sandbox' },
  callsTo: { host: '127.0.0.1', port: 9 },
  rtpPorts,
  ringMs: RING_MS,
  accept: 'loopback' as const,
  speechFolder: join(folder, 'speech'),
  recordingsFolder: join(folder, 'recordings'),
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farline-carrier-'));
  [carrier, caller] = await Promise.all([
    startCarrier(settings(), () => {}),
    createSipEndpoint({ host: '127.0.0.1', port: 0, rtpPorts }),
  ]);
});
afterAll(async () => {
  await caller.close();
  await carrier.close();
  await rm(folder, { recursive: true, force: true });
});

/** A number of its own for each test: the calls of others do not stand in its record. */
const aNumber = (ending = '1234') => `+4477${String(Math.random()).slice(2, 8)}${ending}`;

function dial(number: string, trunkPosition = 0): OutgoingCall {
  const port = carrier.trunks[trunkPosition]?.address.port;
  return caller.call({
    to: `sip:${number}@127.0.0.1:${port}`,
    from: 'sip:+14155550100@127.0.0.1',
    headers: ['X-Proof: seen'],
  });
}

async function recordsOf(number: string): Promise<CallRecord[]> {
  const reply = await fetch(`${carrier.recordUrl}/calls?dialled=${encodeURIComponent(number)}`);
  const { calls } = (await reply.json()) as { calls: CallRecord[] };
  return calls;
}

/** Settles when the sound that the call hears, 200 ms of it, is as wanted. */
function hears(call: OutgoingCall, isWanted: (samples: Int16Array) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const heard: number[] = [];
    const limit = setTimeout(() => reject(new Error('It was never heard.')), 30_000);
    const stop = call.onAudio((audio) => {
      heard.push(...audio.samples());
      heard.splice(0, heard.length - 1600);
      if (heard.length < 1600 || !isWanted(Int16Array.from(heard))) return;
      clearTimeout(limit);
      stop();
      resolve();
    });
  });
}

const isTone = (frequencyHz: number) => (samples: Int16Array) => toneShare(samples, frequencyHz) > 0.9;
const isSpeech = (samples: Int16Array) => samples.some((sample) => Math.abs(sample) > 3000);

test('an ordinary number rings, answers, speaks, says keys back, and echoes; the record tells it all', async () => {
  const number = aNumber();
  const progress: number[] = [];
  const startedMs = performance.now();
  const call = dial(number);
  call.onProgress((status) => progress.push(status));
  expect(await call.answered).toEqual({ answered: true });
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(RING_MS);
  expect(progress).toEqual([180]);

  await hears(call, isSpeech);
  await call.sendDigits('5');
  await hears(call, isSpeech);
  void call.play(sineTone({ frequencyHz: 1000, durationMs: 20_000 }));
  await hears(call, isTone(1000));
  await call.sendDigits('#');
  await call.hangUp();
  await call.ended;

  const [record] = await recordsOf(number);
  expect(record).toMatchObject({
    callId: call.callId,
    trunk: 'sandbox-a',
    dialled: number,
    from: '+14155550100',
    behaviour: 'converse',
    source: `127.0.0.1:${caller.address.port}`,
    status: 200,
    endedBy: 'caller',
    ending: 'hung-up',
    digits: '5#',
  });
  expect(record?.invite).toContain('X-Proof: seen');
  expect(record?.sdp).toContain('m=audio');
  expect(record?.packets.received).toBeGreaterThan(20);
  expect(record?.packets.lost).toBe(0);
  expect(record?.tones.some((tone) => Math.abs(tone.frequencyHz - 1000) < 5)).toBe(true);
  expect(Date.parse(record?.endedAt ?? '')).toBeGreaterThan(Date.parse(record?.answeredAt ?? ''));
});

test.each([
  ['0001', 486],
  ['0003', 603],
  ['0004', 404],
  ['0007', 480],
])(
  'a number that ends in %s is refused with %i',
  async (ending, status) => {
    const number = aNumber(ending);
    const call = dial(number);
    const early = ending === '0007' ? hears(call, isSpeech) : Promise.resolve();
    expect(await call.answered).toMatchObject({ answered: false, status });
    await early;
    expect(await recordsOf(number)).toMatchObject([
      { status, answeredAt: null, endedBy: 'carrier', ending: 'rejected' },
    ]);
  },
  15_000,
);

test('a number that ends in 0002 rings until it is given up', async () => {
  const number = aNumber('0002');
  const call = dial(number);
  await new Promise<void>((resolve) => void call.onProgress(() => resolve()));
  await call.hangUp();
  await call.ended;
  await expect
    .poll(() => recordsOf(number), { timeout: 10_000 })
    .toMatchObject([{ status: 487, endedBy: 'caller', ending: 'cancelled' }]);
});

test('a number that ends in 0005 fails on the first trunk and is answered on the second', async () => {
  const number = aNumber('0005');
  expect(await dial(number, 0).answered).toMatchObject({ answered: false, status: 503 });
  const second = dial(number, 1);
  expect(await second.answered).toEqual({ answered: true });
  await second.hangUp();
  const records = await recordsOf(number);
  expect(records.map(({ trunk, status }) => [trunk, status])).toEqual([
    ['sandbox-a', 503],
    ['sandbox-b', 200],
  ]);
});

test('a number that ends in 0006 answers and hangs up after five seconds', async () => {
  const number = aNumber('0006');
  const call = dial(number);
  await call.answered;
  const answeredMs = performance.now();
  expect(await call.ended).toMatchObject({ by: 'far', how: 'hung-up' });
  expect(performance.now() - answeredMs).toBeGreaterThan(4900);
  expect(performance.now() - answeredMs).toBeLessThan(7500);
  expect(await recordsOf(number)).toMatchObject([{ status: 200, endedBy: 'carrier' }]);
});

test('a call under way is hung up when its record is told to', async () => {
  const number = aNumber();
  const call = dial(number);
  await call.answered;
  const hangUp = async () =>
    (await fetch(`${carrier.recordUrl}/calls?dialled=${encodeURIComponent(number)}`, { method: 'DELETE' })).status;
  expect(await hangUp()).toBe(200);
  expect(await call.ended).toMatchObject({ by: 'far', how: 'hung-up' });
  await expect.poll(async () => await recordsOf(number)).toMatchObject([{ endedBy: 'carrier' }]);
  expect(await hangUp()).toBe(404);
});

test('a number that ends in 0008 answers, and its silence is real packets', async () => {
  const call = dial(aNumber('0008'));
  await call.answered;
  await hears(call, (samples) => samples.every((sample) => Math.abs(sample) < 16));
  expect(call.counts.received).toBeGreaterThanOrEqual(10);
  await call.hangUp();
});

test('*43 answers at once, speaks, and echoes', async () => {
  const startedMs = performance.now();
  const call = dial('*43');
  await call.answered;
  expect(performance.now() - startedMs).toBeLessThan(RING_MS);
  await hears(call, isSpeech);
  void call.play(sineTone({ frequencyHz: 700, durationMs: 10_000 }));
  await hears(call, isTone(700));
  await call.hangUp();
});

test('the record answers health and refuses what it does not know', async () => {
  expect(await (await fetch(`${carrier.recordUrl}/health`)).json()).toMatchObject({ status: 'ok' });
  expect((await fetch(`${carrier.recordUrl}/secrets`)).status).toBe(404);
  expect((await fetch(`${carrier.recordUrl}/calls?limit=many`)).status).toBe(400);
  expect((await fetch(`${carrier.recordUrl}/calls`, { method: 'POST' })).status).toBe(405);
});

test('its message centre takes a bind and a message, and its record tells of it', async () => {
  const client = await aBoundClient(carrier.messages.port);
  const number = aNumber();
  const messageId = await submit(client, aSubmit(number.slice(1)));

  const reply = await fetch(`${carrier.recordUrl}/messages?to=${encodeURIComponent(number)}`);
  expect(await reply.json()).toMatchObject({ messages: [{ messageId, text: 'Hello' }], taken: 1 });
});

function runMain(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      FARLINE_DATA_DIR: folder,
      FARLINE_SANDBOX_TRUNKS: 'sandbox-a=127.0.0.1:0',
      FARLINE_CARRIER_RECORD: '127.0.0.1:0',
      FARLINE_SANDBOX_MESSAGES: 'smpp://farline:sandbox@127.0.0.1:0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.error += chunk;
  });
  return { child, said };
}

test('the program says when it is ready, and SIGTERM ends it cleanly', async () => {
  const { child, said } = runMain({});
  await once(child.stdout, 'data');
  expect(said.out).toBe('sandbox carrier ready\n');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a port that is in use ends the program with a sentence', async () => {
  const port = carrier.trunks[0]?.address.port;
  const { child, said } = runMain({ FARLINE_SANDBOX_TRUNKS: `sandbox-a=127.0.0.1:${port}` });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said).toEqual({
    out: '',
    error: `The trunk sandbox-a cannot listen on 127.0.0.1:${port}: another program uses that port.\n`,
  });
});
