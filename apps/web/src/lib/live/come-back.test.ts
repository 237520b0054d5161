import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LivePush, openLivePush } from './live-push.ts';

const BROWSERS = 1_000;
/** A server that has just started, on a small machine. */
const WELCOMED_EVERY_MS = 20;
const MOST_WAITING = 100;
const PATIENCE_MS = 5_000;

let pushes: LivePush[];
beforeEach(() => {
  vi.useFakeTimers();
  pushes = [];
});
afterEach(() => {
  for (const push of pushes) push.close();
  vi.useRealTimers();
});

type Waiting = { say: (message: object) => void; sinceMs: number };

/** Welcomes one after the other; whoever finds its line full, or has waited in it for too long, is told to come again. */
function restartedServer(random: () => number) {
  const line: Waiting[] = [];
  let refused = 0;
  const refuse = (one: Waiting) => {
    refused += 1;
    one.say({ type: 'refused', code: 'busy', message: '', retryAfterSeconds: 2 + Math.floor(random() * 5) });
  };
  const timer = setInterval(() => {
    while (line[0] !== undefined && Date.now() - line[0].sinceMs > PATIENCE_MS) refuse(line.shift() as Waiting);
    line.shift()?.say({ type: 'ready', position: 7, resumed: true });
  }, WELCOMED_EVERY_MS);
  return {
    refused: () => refused,
    stop: () => clearInterval(timer),
    hello: (say: Waiting['say']) => {
      const one = { say, sinceMs: Date.now() };
      if (line.length < MOST_WAITING) line.push(one);
      else refuse(one);
    },
  };
}

/** A socket to that server, open at once. */
function socketTo(server: ReturnType<typeof restartedServer>) {
  const socket = {
    readyState: WebSocket.OPEN as number,
    onopen: null as (() => void) | null,
    onmessage: null as ((message: { data: string }) => void) | null,
    onclose: null as (() => void) | null,
    send(text: string) {
      const { type } = JSON.parse(text) as { type: string };
      const arrive = (data: string) => {
        if (socket.readyState === WebSocket.OPEN) socket.onmessage?.({ data });
      };
      const say = (message: object) => void setTimeout(arrive, 1, JSON.stringify(message));
      if (type === 'hello') server.hello(say);
      else say({ type: 'pong' });
    },
    close() {
      if (socket.readyState === WebSocket.CLOSED) return;
      socket.readyState = WebSocket.CLOSED;
      socket.onclose?.();
    },
  };
  setTimeout(() => socket.onopen?.(), 0);
  return socket as unknown as WebSocket;
}

/** The same numbers each time, in [0, 1) (a linear congruential generator). */
function seeded(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('after a restart more browsers come at once than can be welcomed, and within a minute all are back', async () => {
  const random = seeded();
  const server = restartedServer(random);
  const live = new Set<number>();
  pushes = Array.from({ length: BROWSERS }, (_, browser) =>
    openLivePush({
      url: 'ws://here/ws',
      token: async () => 'a token',
      begin: async () => 7,
      random,
      openSocket: () => socketTo(server),
      onEvent: () => undefined,
      onGap: () => undefined,
      onState: (state) => void (state === 'live' ? live.add(browser) : live.delete(browser)),
    }),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  server.stop();

  expect(server.refused()).toBeGreaterThan(BROWSERS);
  expect(live.size).toBe(BROWSERS);
});
