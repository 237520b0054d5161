import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { freePort } from '@farline/tools/ports';
import { waitUntil } from '@farline/tools/wait-until';
import type { Customers } from '../accounts.ts';
import type { Subject } from '../call-run.ts';
import { cpuMsOf } from '../cpu-time.ts';
import { droppedAt } from './dropped-packets.ts';
import { numberToDial } from '../numbers.ts';
import type { CallersOrder, CallersWord } from './rtp-callers.ts';
import { startCaller } from '../sipp.ts';

const CALLS_PER_SECOND = 20;
const PACKETS_PER_SECOND = 50;
const MEASURED_MS = 20_000;
const SETTLE_MS = 2_000;

export type MediaOptions = { calls: number; echoPort: number; isEncrypted: boolean };

export type MediaRun = {
  calls: number;
  failed: number;
  sent: number;
  lost: number;
  /** Of what came on its way, how much the generator and the echo did not read in time: not an engine's. */
  droppedAtEnds: number;
  /** What share of the packets that were due the callers sent: less than all says what they can, not what an engine can. */
  sentShare: number;
  roundTripMs: { p50: number; p99: number; worst: number };
  /** Share of one processor that rtpengine took, 1 = all of it. Null without engine. */
  engineShare: number | null;
};

/** So many calls at once through an engine, each with sound both ways, of its caller as SRTP if asked for: the far side echoes what it hears. */
export async function runMedia(
  subject: Subject,
  options: MediaOptions & { folder: string; customers: Customers },
): Promise<MediaRun> {
  const { calls, customers, isEncrypted } = options;
  await customers.refresh();
  const media = await startMedia(calls, options.echoPort);
  const twinPort = await freePort();
  const callerOfCall = new Map<string, { caller: number; srtpKey: string | null }>();
  let answered = 0;
  const caller = await startCaller({
    folder: options.folder,
    name: `${subject.name}-media-${Date.now()}`,
    calls,
    twinPort,
    signallingPort: subject.signallingPort,
    talkMs: (calls / CALLS_PER_SECOND) * 1000 + MEASURED_MS + 3 * SETTLE_MS,
    way: { as: 'customer' },
    credentials: customers.credentials,
    onAnswered: ({ sipCallId, rtpPort, srtpKey: theirs }) => {
      const { caller, srtpKey: ours } = callerOfCall.get(sipCallId) ?? { caller: -1, srtpKey: null };
      if ((ours === null) !== (theirs === null)) return;
      answered += 1;
      const keys = ours === null || theirs === null ? null : { ours, theirs };
      media.order({ kind: 'speak', caller, port: rtpPort, keys });
    },
  });
  try {
    for (let index = 0; index < calls; index += 1) {
      const number = numberToDial(index);
      const sipCallId = `${randomUUID()}@bench`;
      const srtpKey = isEncrypted ? newKey() : null;
      callerOfCall.set(sipCallId, { caller: index, srtpKey });
      const call = await subject.initiate(customers.callerOf(index), number);
      caller.place({ sipCallId, number, call, rtpPort: media.ports[index] ?? 0, srtpKey });
      await wait(1000 / CALLS_PER_SECOND);
    }
    await waitUntil('every call to be answered', () => answered === calls, { withinMs: 10_000 });
    await wait(SETTLE_MS);
    const told = await media.measure(subject.processes['rtpengine'] ?? null);
    const count = await caller.finish(MEASURED_MS + 20_000);
    const unsettled = await subject.unsettled();
    return { calls, failed: calls - (count?.successful ?? 0) + unsettled, ...told };
  } finally {
    await caller.stop();
    await media.stop();
  }
}

/** A master key and its salt, for AES_CM_128_HMAC_SHA1_80 (RFC 4568 §6.2). */
const newKey = () => randomBytes(30).toString('base64');

/** The same packets to the same echo, without any engine between: what the generator itself can. */
export async function runMediaDirect(options: MediaOptions): Promise<MediaRun> {
  const media = await startMedia(options.calls, options.echoPort);
  try {
    for (let caller = 0; caller < options.calls; caller += 1) {
      // What comes back is what was sent.
      const key = newKey();
      const keys = options.isEncrypted ? { ours: key, theirs: key } : null;
      media.order({ kind: 'speak', caller, port: options.echoPort, keys });
    }
    await wait(SETTLE_MS);
    return { calls: options.calls, failed: 0, ...(await media.measure(null)) };
  } finally {
    await media.stop();
  }
}

async function startMedia(callers: number, echoPort: number) {
  const echo = new Worker(new URL('./rtp-echo.ts', import.meta.url), { workerData: { port: echoPort } });
  await once(echo, 'message');
  const generator = new Worker(new URL('./rtp-callers.ts', import.meta.url), { workerData: { callers } });
  const nextWord = async () => ((await once(generator, 'message')) as [CallersWord])[0];
  const order = (what: CallersOrder) => generator.postMessage(what);
  const ready = await nextWord();
  const ports = ready.kind === 'ready' ? ready.ports : [];
  const ends = new Set([...ports, echoPort]);
  return {
    ports,
    order,
    async measure(enginePid: number | null) {
      const droppedBefore = droppedAt(ends);
      const cpuBefore = enginePid === null ? 0 : cpuMsOf(enginePid);
      order({ kind: 'count' });
      await wait(MEASURED_MS);
      const engineShare = enginePid === null ? null : (cpuMsOf(enginePid) - cpuBefore) / MEASURED_MS;
      order({ kind: 'tell' });
      const told = await nextWord();
      if (told.kind !== 'told') throw new Error('the callers said something else than what they counted');
      const { sent, returned, roundTripMs } = told;
      const sentShare = sent / ((callers * PACKETS_PER_SECOND * MEASURED_MS) / 1000);
      const droppedAtEnds = droppedAt(ends) - droppedBefore;
      return { sent, lost: sent - returned, droppedAtEnds, sentShare, roundTripMs, engineShare };
    },
    async stop() {
      order({ kind: 'stop' });
      await Promise.all([generator.terminate(), echo.terminate()]);
    },
  };
}
