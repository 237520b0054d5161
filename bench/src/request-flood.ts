import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { REFUSALS } from './api.ts';
import { watchOwnDelay } from './own-delay.ts';

/** Whoever waits longer has gone away. */
const PATIENCE_MS = 10_000;

export type Asked = {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  token?: string;
  /** The address that the server is told by its proxy. */
  from?: string;
};

/** `status` is 0 where no answer came. `isToldWhen`: with Retry-After. */
export type Answered = { status: number; tookMs: number; isToldWhen: boolean };

/** What became of requests that were asked at their own pace, whether or not those before had been answered. */
export type FloodRun = {
  asked: number;
  perSecond: number;
  /** Answered with success, a second. */
  carried: number;
  carriedMs: number[];
  refusedMs: number[];
  /** How late the bench itself was at p99, which is part of the two above. */
  ownDelayMs: number;
  /** Answered with anything else, or not in time; and refusals that do not say when to come again. */
  failed: number;
};

export type Asker = { ask(what: Asked): Promise<Answered>; close(): void };

/** As many connections as there are requests under way, kept open as browsers keep them. */
export function createAsker(port: number): Asker {
  const agent = new Agent({ keepAlive: true });
  const ask = async (what: Asked): Promise<Answered> => {
    const text = what.body === undefined ? '' : JSON.stringify(what.body);
    const beganAt = performance.now();
    const answer = (status: number, isToldWhen: boolean): Answered => ({
      status,
      tookMs: performance.now() - beganAt,
      isToldWhen,
    });
    return await new Promise((resolve) => {
      const { method, token, from } = what;
      const headers = {
        ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      };
      const sent = request(
        { agent, host: '127.0.0.1', port, path: `/api/v1${what.path}`, method, headers },
        (reply) => {
          reply.resume();
          reply.on('error', () => resolve(answer(0, false)));
          reply.on('end', () => resolve(answer(reply.statusCode ?? 0, reply.headers['retry-after'] !== undefined)));
        },
      );
      sent.setTimeout(PATIENCE_MS, () => sent.destroy());
      sent.on('error', () => resolve(answer(0, false)));
      sent.end(text);
    });
  };
  return { ask, close: () => agent.destroy() };
}

/** Asks at this pace for so long, and waits for what is under way. */
export async function flood(
  asker: Asker,
  next: (index: number) => Asked,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<FloodRun> {
  const all: Promise<Answered>[] = [];
  const ownDelay = watchOwnDelay();
  const beganAt = performance.now();
  const elapsed = () => (performance.now() - beganAt) / 1_000;
  while (elapsed() < seconds) {
    const due = Math.floor(elapsed() * rate);
    while (all.length <= due) all.push(asker.ask(next(all.length)));
    await wait(1);
  }
  const answers = await Promise.all(all);
  return summed(answers, seconds, ownDelay.endMs());
}

/** Asks with so many at once, each as soon as its last was answered: the most that is carried of them. */
export async function asMuchAsGoes(
  asker: Asker,
  next: (index: number) => Asked,
  { atOnce, seconds }: { atOnce: number; seconds: number },
): Promise<FloodRun> {
  const answers: Answered[] = [];
  const ownDelay = watchOwnDelay();
  const endsAt = performance.now() + seconds * 1_000;
  let index = 0;
  const askAgain = async () => {
    while (performance.now() < endsAt) answers.push(await asker.ask(next(index++)));
  };
  await Promise.all(Array.from({ length: atOnce }, askAgain));
  return summed(answers, seconds, ownDelay.endMs());
}

function summed(answers: readonly Answered[], seconds: number, ownDelayMs: number): FloodRun {
  const carried = answers.filter(({ status }) => status >= 200 && status < 300);
  const refused = answers.filter(({ status, isToldWhen }) => isToldWhen && REFUSALS.includes(status));
  return {
    asked: answers.length,
    perSecond: answers.length / seconds,
    carried: carried.length / seconds,
    carriedMs: carried.map(({ tookMs }) => tookMs),
    refusedMs: refused.map(({ tookMs }) => tookMs),
    ownDelayMs,
    failed: answers.length - carried.length - refused.length,
  };
}
