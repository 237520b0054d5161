import { randomUUID } from 'node:crypto';
import { Socket } from 'node:dgram';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import type { AttendantTask, MenuTask, TakeMessageTask } from '@farline/contracts/voicemail/attendant';
import { createSipEndpoint, type IncomingCall, type OutgoingCall, type SipEndpoint } from '@farline/sip-endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Attendant, startAttendant } from './attendant.ts';
import { FileDraft } from './recordings.ts';

/** Many calls through one attendant, each hung up by its caller at some step or other, and what is left of them: nothing. */

const CALLS = 200;
const AT_ONCE = 25;
/** SIP's own timers hold what was said for 32 s (RFC 3261 §17). */
const FORGOTTEN_WITHIN_MS = 200_000;
const rtpPorts = { from: 15_000, to: 18_999 };
const SAID_ANEW = 8;

type Class = new () => unknown;

let folder: string;
let attendant: Attendant;
let caller: SipEndpoint;
/** Where the attendant brings calls of its own. */
let engine: SipEndpoint;
/** The classes of both kinds of calls, which the endpoint's package keeps to itself. */
const kindsOfCalls = new Set<Class>();
const know = (call: IncomingCall | OutgoingCall) => kindsOfCalls.add(call.constructor as Class);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farline-nothing-left-'));
  let brought = 0;
  engine = await createSipEndpoint({
    host: '127.0.0.1',
    port: 0,
    rtpPorts,
    onInvite: async (call) => {
      know(call);
      brought += 1;
      await [takes, refuses, rings, saysNothing][brought % 4]?.(call);
    },
  });
  attendant = await startAttendant(
    {
      port: 0,
      enginePort: engine.address.port,
      rtpPorts,
      keepFreeBytes: 0,
      silenceMs: 1000,
      bucket: null,
      speechFolder: join(folder, 'speech'),
      recordingsFolder: join(folder, 'recordings'),
      voicemailFolder: join(folder, 'voicemail'),
      codeCallsFolder: join(folder, 'code-calls'),
    },
    () => {},
  );
  caller = await createSipEndpoint({ host: '127.0.0.1', port: 0, rtpPorts });
});
afterAll(async () => {
  await caller.close();
  await attendant.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const takes = async (call: IncomingCall) => {
  await call.answer();
  call.silence();
};
const refuses = async (call: IncomingCall) => await call.reject(486);
const rings = async (call: IncomingCall) => await call.ring();
const saysNothing = async () => {};

/** The same numbers in each run, from 0 to below 1 (a linear congruential generator). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const message = (over: Partial<TakeMessageTask> = {}): TakeMessageTask => ({
  do: 'take_message',
  mailbox: randomUUID(),
  voice: 'en-gb',
  mostSeconds: 60,
  greeting: 'Hello.',
  choices: 'One.',
  cannotRecord: 'No.',
  cutShort: 'No room.',
  ...over,
});
const menu = (): MenuTask => ({
  do: 'menu',
  mailbox: randomUUID(),
  word: 'f'.repeat(32),
  start: 'a',
  message: message(),
  menus: [
    {
      id: 'a',
      voice: 'en-gb',
      text: 'One.',
      tries: 1,
      waitSeconds: 1,
      keys: [
        { key: '1', then: { do: 'dial', unanswered: { do: 'voicemail' } } },
        { key: '2', then: { do: 'voicemail' } },
        { key: '3', then: { do: 'say', text: 'No.' } },
      ],
      otherwise: { do: 'busy' },
    },
  ],
});
const messages = (): AttendantTask => ({
  do: 'play_messages',
  mailbox: randomUUID(),
  voice: 'en-gb',
  greeting: 'Hello.',
  choices: 'One.',
  messages: [{ id: randomUUID(), caption: 'One.' }],
  deleted: 'No.',
  gone: 'No.',
  unavailable: '',
  end: 'No.',
});

/** What a call is for. Now and then its first words must be spoken anew, so that its caller may go before the answer. */
function taskOf(index: number): AttendantTask | 'none' {
  if (index % 40 === 39) return 'none';
  if (index % (CALLS / SAID_ANEW) < 1) return message({ greeting: `Hello, ${index}.` });
  return [message(), message(), menu(), messages(), message({ mostSeconds: 0 }), menu()][index % 6] ?? message();
}

/** When its caller hangs up: at once, once it is answered, after so many packets of sound, or never. */
type Step = 'at once' | 'answered' | 'never' | { packets: number };
const stepOf = (number: number, task: AttendantTask | 'none'): Step => {
  if (number < 0.1) return 'at once';
  if (number < 0.2) return 'answered';
  // Who was put through from a menu may talk for ever.
  const hasEnd = task === 'none' || task.do !== 'menu';
  return hasEnd && number < 0.25 ? 'never' : { packets: Math.ceil(number * 100) };
};

async function callOnce(index: number, number: () => number): Promise<void> {
  const task = taskOf(index);
  const written = task === 'none' ? task : Buffer.from(JSON.stringify(task)).toString('base64url');
  const call = caller.call({
    to: `sip:attendant@127.0.0.1:${attendant.port}`,
    headers: [`X-Farline-Call: ${randomUUID()}`, `X-Farline-Task: ${written}`],
  });
  know(call);
  const step = stepOf(number(), task);
  const key = '#123*5'[Math.floor(number() * 6)] ?? '#';
  if (step === 'at once') await call.hangUp();
  else if ((await call.answered).answered) await hold(call, { step, key });
  await call.ended;
}

/** Says something and presses a key in a call that was answered, until its step comes. */
async function hold(call: OutgoingCall, { step, key }: { step: Step; key: string }): Promise<void> {
  call.play(new Int16Array(20_000).fill(5000)).then(
    () => call.silence(),
    () => {},
  );
  if (step === 'answered') return await call.hangUp();
  let heard = 0;
  const { promise: come, resolve } = Promise.withResolvers<void>();
  call.onAudio(() => {
    heard += 1;
    if (heard === 10) void call.sendDigits(key);
    if (typeof step === 'object' && heard === step.packets) resolve();
  });
  await Promise.race([come, call.ended]);
  if (!call.signal.aborted && step !== 'never') await call.hangUp();
}

/** Files below the folder that this process has open. */
async function openFiles(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd');
  const paths = await Promise.all(numbers.map(async (one) => await readlink(`/proc/self/fd/${one}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(folder));
}

/** How many there are in the memory of this process once all that nobody reaches is gone. */
const inMemory = (of: Class): number => queryObjects(of, { format: 'count' });

/** What there is of calls in this process: the attendant's side, its callers' and that of whom it calls. */
const left = async () => ({
  calls: [...kindsOfCalls].map((kind) => [kind.name, inMemory(kind)]),
  drafts: [inMemory(FileDraft as unknown as Class), ...(await readdir(join(folder, 'voicemail/drafts')))],
  openFiles: await openFiles(),
  sockets: inMemory(Socket),
  timers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
});

test(`${CALLS} callers who hang up at any step leave no call, port, file or timer behind`, async () => {
  // Looked at in the same way as afterwards, so that what looks is counted both times.
  let before = await left();
  await expect.poll(async () => (before = await left())).toMatchObject({ calls: [], drafts: [0], openFiles: [] });
  const number = numbersFrom(7);
  let next = 0;
  const callInTurn = async () => {
    while (next < CALLS) await callOnce(next++, number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, callInTurn));

  expect([...kindsOfCalls].map(({ name }) => name).toSorted()).toEqual(['IncomingCall', 'OutgoingCall']);
  expect((await readdir(join(folder, 'voicemail/arrived'))).length).toBeGreaterThan(0);
  await expect
    .poll(left, { timeout: FORGOTTEN_WITHIN_MS, interval: 1000 })
    .toEqual({ ...before, calls: [...kindsOfCalls].map((kind) => [kind.name, 0]) });
  expect(attendant.openCalls()).toBe(0);
}, 400_000);
