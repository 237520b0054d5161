import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CodeCallOrder, writeCodeDial } from '@farline/contracts/voice/code-call';
import { createSipEndpoint, type IncomingCall, type SipEndpoint } from '@farline/sip-endpoint';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Attendant, startAttendant } from './attendant.ts';
import type { Settings } from './settings.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const rtpPorts = { from: 19_000, to: 20_999 };

let folder: string;
let engine: SipEndpoint;
/** Two that look into one folder. */
let attendants: Attendant[];
const calls: IncomingCall[] = [];
let answers: (call: IncomingCall) => Promise<unknown> = async (call) => await call.answer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farline-code-calls-'));
  engine = await createSipEndpoint({
    host: '127.0.0.1',
    port: 0,
    rtpPorts,
    accepts: () => true,
    onInvite: async (call) => {
      calls.push(call);
      await answers(call);
    },
  });
  const settings: Settings = {
    port: 0,
    enginePort: engine.address.port,
    rtpPorts,
    keepFreeBytes: 0,
    silenceMs: 3000,
    bucket: null,
    speechFolder: join(folder, 'speech'),
    recordingsFolder: join(folder, 'recordings'),
    voicemailFolder: join(folder, 'voicemail'),
    codeCallsFolder: join(folder, 'code-calls'),
  };
  attendants = await Promise.all([startAttendant(settings, () => {}), startAttendant(settings, () => {})]);
});
afterAll(async () => {
  for (const attendant of attendants) await attendant.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const anOrder = (over: Partial<CodeCallOrder> = {}): CodeCallOrder => ({
  id: randomUUID(),
  word: 'a'.repeat(32),
  voice: 'en-gb',
  code: '407193',
  greeting: 'Press a key.',
  first: 'Once.',
  again: 'Again.',
  goodbye: 'Bye.',
  until: new Date(Date.now() + 20_000).toISOString(),
  ...over,
});

async function leave(order: object, name: string): Promise<void> {
  await mkdir(join(folder, 'code-calls'), { recursive: true });
  await writeFile(join(folder, `${name}.draft`), JSON.stringify(order));
  await rename(join(folder, `${name}.draft`), join(folder, 'code-calls', `${name}.json`));
}
const callsOf = ({ id }: CodeCallOrder) => calls.filter(({ dialled }) => dialled === writeCodeDial(id));

test('an order is carried out by one attendant, once: it is gone from the disk when it rings, and who presses a key hears the code twice', async () => {
  const order = anOrder();
  const loud: boolean[] = [];
  let leftBehind: string[] | null = null;
  answers = async (call) => {
    leftBehind = await readdir(join(folder, 'code-calls'));
    call.onAudio((audio) => {
      const isLoud = audio.samples().some((sample) => Math.abs(sample) > 500);
      if (isLoud && !loud.includes(true)) void call.sendDigits('5');
      loud.push(isLoud);
    });
    await call.answer();
  };
  await leave(order, order.id);
  await expect.poll(() => callsOf(order).length).toBe(1);
  const [call] = callsOf(order);
  expect(call?.from).toBe(order.word);
  await expect.poll(() => leftBehind).toEqual([]);

  expect(await call?.ended).toMatchObject({ by: 'far', how: 'hung-up' });
  // Each digit is a word by itself, with a pause behind it, and there are twelve of them.
  expect(wordsIn(loud)).toBeGreaterThanOrEqual(2 * order.code.length);
  const kept = await readdir(join(folder, 'speech'));
  expect(kept.length, 'what is kept of the speech: four sentences and six digits').toBeLessThanOrEqual(10);
  expect(callsOf(order)).toHaveLength(1);
  await expect.poll(() => attendants.map((attendant) => attendant.openCalls())).toEqual([0, 0]);
});

test('nobody is called by an order that is too old, or that cannot be understood; it is taken away', async () => {
  const [old, strange] = [anOrder({ until: new Date(Date.now() - 1).toISOString() }), anOrder()];
  await leave(old, old.id);
  await leave({ ...strange, code: 'abc' }, strange.id);
  await expect.poll(async () => await readdir(join(folder, 'code-calls'))).toEqual([]);
  expect([...callsOf(old), ...callsOf(strange)]).toEqual([]);
});

test('a call that is refused is over, and says nothing', async () => {
  const order = anOrder();
  answers = async (call) => await call.reject(486);
  await leave(order, order.id);
  await expect.poll(() => callsOf(order).length).toBe(1);
  await expect.poll(() => attendants.map((attendant) => attendant.openCalls())).toEqual([0, 0]);
});

/** How often it becomes loud after a tenth of a second of silence; a packet lasts 20 ms. */
function wordsIn(loud: boolean[]): number {
  let [words, silent] = [0, 5];
  for (const isLoud of loud) {
    if (isLoud && silent >= 5) words += 1;
    silent = isLoud ? 0 : silent + 1;
  }
  return words;
}
