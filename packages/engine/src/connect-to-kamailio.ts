import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import { isGivenUp } from '@farline/contracts/voice/asking';
import {
  type CallAsk,
  type EngineReport,
  type IncomingAsk,
  type ServerMessage,
  engineMessage,
} from '@farline/contracts/voice-engine';
import type { CallDecision, EngineLink, EngineListener, IncomingDecision } from './engine-link.ts';
import type { EngineLog } from './engine-log.ts';
import { createNetstringReader, encodeNetstring } from './netstring.ts';
import { createOrders, type Orders } from './orders.ts';
import { phoneAsks } from './phone-asks.ts';
import { createRegistrations } from './registrations.ts';
import { type PacedWriter, createPacedWriter } from './paced-writer.ts';

const BEAT_MS = 500;
const CONNECT_TIMEOUT_MS = 2000;
const ORDER_TIMEOUT_MS = 2000;
const SHORTEST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2000;
const GOODBYE_MS = 1000;
const LOOK_EVERY_MS = 1000;
/** Looks in a row that find nothing heard: looks, not seconds, so that our own standing still is not held against Kamailio. */
const MOST_SILENT_LOOKS = 5;
/** The paced writer's own marks are greater. */
const LIFE_MARK = 0;

const UNDECIDED = {
  decision: 'refuse',
  status: 503,
  phrase: 'Service Unavailable',
  reason: 'engine_unavailable',
} as const;
const FAILED = { decision: 'refuse', status: 500, phrase: 'Server Error', reason: 'server_error' } as const;

export type KamailioOptions = {
  evapi: { host: string; port: number };
  /** Letters, digits, hyphen. Each connection adds a suffix of its own, so that a half-open one takes no asks. */
  serverName: string;
  listener: EngineListener;
  log: EngineLog;
  /** Whether a decision failed for what passes by itself: the caller hears 503, and else 500. */
  passes?: (error: unknown) => boolean;
  /** How often it is looked whether Kamailio is alive; the sixth look in silence gives the connection up. */
  lookEveryMs?: number;
};

/**
 * Connects to one Kamailio's EVAPI and stays connected until closed. Returns at once. One that holds the connection and says
 * nothing is as good as gone: the connection is made anew.
 */
export function connectToKamailio(options: KamailioOptions): EngineLink {
  const { evapi, serverName, listener, log, passes = () => false, lookEveryMs = LOOK_EVERY_MS } = options;
  let socket: Socket | null = null;
  let writer: PacedWriter | null = null;
  let isGreeted = false;
  let isClosing = false;
  let retryTimer: NodeJS.Timeout | undefined;
  let failedAttempts = 0;
  const deciding = new Set<Promise<void>>();
  const recording = new Set<string>();
  const orders = createOrders({ send: (message) => isGreeted && send(message), timeoutMs: ORDER_TIMEOUT_MS });
  const registrations = createRegistrations((message) => isGreeted && send(message));
  const answerPhone = phoneAsks({ listener, log, send: (message) => void send(message) });

  open();

  return {
    isConnected: () => isGreeted,
    extendCall: async ({ sipCallId, fromTag, toTag }, end) => {
      const endsAtMillisecond = end.getTime() % 1000;
      const endsAtSecond = (end.getTime() - endsAtMillisecond) / 1000;
      return await orders.give({ type: 'extend', sipCallId, fromTag, toTag, endsAtSecond, endsAtMillisecond });
    },
    endCall: async ({ sipCallId, fromTag, toTag }) => await orders.give({ type: 'end', sipCallId, fromTag, toTag }),
    ...ordersWhileItRings(orders),
    closeConnections: async (ids) => await orders.give({ type: 'close_connections', connections: ids.join(' ') }),
    tellWaiting: async (phone, waiting) => await orders.give({ type: 'waiting', phone, waiting }),
    registerTrunk: async (words) => await registrations.give(words),
    tellLogin: (login) => void (isGreeted && send({ type: 'trunk.login', ...login })),
    async close() {
      isClosing = true;
      clearTimeout(retryTimer);
      send({ type: 'server.bye', server: serverName });
      await within(GOODBYE_MS, Promise.allSettled(deciding));
      orders.abandonAll();
      socket?.end();
    },
  };

  function open(): void {
    const name = `${serverName}.${randomBytes(4).toString('hex')}`;
    const opened = connect({ ...evapi, noDelay: true });
    const read = createNetstringReader();
    socket = opened;
    const paced = createPacedWriter({
      write: (bytes) => void opened.write(bytes),
      check: (mark) => encode({ type: 'line.check', mark }),
    });
    writer = paced;
    opened.setTimeout(CONNECT_TIMEOUT_MS, () => opened.destroy(new Error('no answer in time')));
    let beats: NodeJS.Timeout | undefined;
    const beat = () => void (isClosing || send({ type: 'server.beat', server: name }));
    let look: NodeJS.Timeout | undefined;
    let silentLooks = 0;
    opened.on('connect', () => {
      send({ type: 'server.hello', server: name });
      beats = setInterval(beat, BEAT_MS);
      look = setInterval(() => {
        if (silentLooks++ >= MOST_SILENT_LOOKS) opened.destroy(new Error('Kamailio says nothing any more'));
        else send({ type: 'line.check', mark: LIFE_MARK });
      }, lookEveryMs);
    });
    opened.on('data', (chunk) => {
      try {
        for (const text of read(chunk)) hear(text);
        // Whoever does not greet is not there yet, whatever else it says.
        if (!isGreeted) return;
        silentLooks = 0;
        // Kamailio writes with Nagle's algorithm (RFC 896): what it says next would wait for our acknowledgement, which this
        // machine puts off by up to 40 ms (RFC 1122 §4.2.3.2) unless something goes back with it.
        beat();
      } catch (error) {
        opened.destroy(error as Error);
      }
    });
    opened.on('error', (error) => {
      if (failedAttempts === 0) log.warn({ err: error }, 'the line to Kamailio failed');
    });
    opened.on('close', () => {
      clearInterval(beats);
      clearInterval(look);
      paced.stop();
      if (isGreeted) log.warn({}, 'the line to Kamailio is down');
      isGreeted = false;
      orders.abandonAll();
      if (!isClosing) retryTimer = setTimeout(open, retryDelayMs(failedAttempts++, Math.random()));
    });
  }

  function send(message: ServerMessage): boolean {
    if (writer === null || socket?.writable !== true) return false;
    writer.write(encode(message));
    return true;
  }

  function hear(text: string): void {
    const parsed = engineMessage.safeParse(parseJson(text));
    if (!parsed.success) {
      log.error({ text, issues: parsed.error.issues }, 'a word of Kamailio that is not in the contract');
      return;
    }
    const message = parsed.data;
    // Reports alone have one: they come until it is acknowledged.
    if ('key' in message) return void record(message);
    switch (message.type) {
      case 'engine.hello':
        isGreeted = true;
        failedAttempts = 0;
        socket?.setTimeout(0);
        log.info({ epoch: message.epoch }, 'the line to Kamailio is up');
        listener.connected(message.epoch);
        return;
      case 'call.ask':
      case 'incoming.ask': {
        const decision = decide(message).finally(() => deciding.delete(decision));
        deciding.add(decision);
        return;
      }
      case 'phone.ask':
      case 'push.ask':
        void answerPhone(message);
        return;
      case 'line.checked':
        writer?.checked(message.mark);
        return;
      case 'order.done':
        orders.done(message.order, message.done === 1 ? 'done' : 'unknown');
        return;
      case 'trunk.registered':
        registrations.done(message);
        return;
      case 'socket.closed':
        listener.socketClosed(message);
        return;
    }
  }

  async function decide(ask: CallAsk | IncomingAsk): Promise<void> {
    const asked = ask.type === 'call.ask' ? ask.call : '';
    if (isGivenUp(ask, Date.now())) {
      log.warn({ callId: asked }, 'an ask came too late to be decided');
      return;
    }
    let decision: CallDecision | IncomingDecision;
    try {
      decision = ask.type === 'call.ask' ? await listener.decide(ask) : await listener.receive(ask);
    } catch (error) {
      log.error({ err: error, callId: asked }, 'deciding on a call failed');
      decision = passes(error) ? UNDECIDED : FAILED;
    }
    const { transactionIndex, transactionLabel, sipCallId, fromTag } = ask;
    send({ type: 'call.answer', transactionIndex, transactionLabel, call: asked, sipCallId, fromTag, ...decision });
  }

  /** A report comes again each second: while one is still being written, its repetition is left alone. */
  async function record(report: EngineReport): Promise<void> {
    if (recording.has(report.key)) return;
    recording.add(report.key);
    try {
      await listener.record(report);
      send({ type: 'ack', key: report.key });
    } catch (error) {
      log.error({ err: error, key: report.key }, 'a report could not be recorded; Kamailio sends it again');
    } finally {
      recording.delete(report.key);
    }
  }
}

const ordersWhileItRings = (orders: Orders): Pick<EngineLink, 'cancelCall' | 'declineCall'> => ({
  cancelCall: async (call) => await orders.give({ type: 'cancel', call }),
  declineCall: async (call) => await orders.give({ type: 'decline', call }),
});

/** How long to wait before the next attempt: doubling, bounded, and spread so that servers do not come in step. */
export function retryDelayMs(failedAttempts: number, random: number): number {
  const longest = Math.min(LONGEST_RETRY_MS, SHORTEST_RETRY_MS * 2 ** Math.min(failedAttempts, 10));
  return Math.round(longest * (0.5 + random / 2));
}

function encode(message: ServerMessage): Buffer {
  return encodeNetstring(JSON.stringify(message));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
