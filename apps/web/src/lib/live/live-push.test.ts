import type { LiveEvent } from '@farline/contracts/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LivePush, openLivePush, waitBeforeMs } from './live-push.ts';

/** A socket that a test speaks through. */
class FakeSocket {
  readyState: number = WebSocket.CONNECTING;
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  open(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.();
  }
}

const wallet = (cents: number): LiveEvent => {
  const money = { amount: `0.${String(cents).padStart(2, '0')}00`, currency: 'USD' };
  return { type: 'wallet.changed', wallet: { balance: money, held: money, available: money } };
};
const event = (position: number) => ({ type: 'event', position, event: wallet(position) });

let sockets: FakeSocket[];
let heard: LiveEvent[];
let gaps: number;
let states: string[];
let push: LivePush;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  heard = [];
  gaps = 0;
  states = [];
  push = openLivePush({
    url: 'ws://here/ws',
    token: async () => 'a token',
    openSocket() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    random: () => 0.5,
    onEvent: (one) => heard.push(one),
    onGap: () => (gaps += 1),
    onState: (state) => states.push(state),
  });
});
afterEach(() => {
  push.close();
  vi.useRealTimers();
});

/** The latest socket, opened and welcomed. */
async function welcomed(ready: { position: number; resumed: boolean }): Promise<FakeSocket> {
  await vi.advanceTimersByTimeAsync(0);
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('No socket was opened');
  socket.open();
  socket.say({ type: 'ready', ...ready });
  return socket;
}

test('the first message names the reader, without a position', async () => {
  const socket = await welcomed({ position: 7, resumed: false });
  expect(socket.sent).toEqual([{ type: 'hello', token: 'a token' }]);
  expect(states).toEqual(['connecting', 'live']);
});

test('what was read before the first welcome is asked for again', async () => {
  await welcomed({ position: 7, resumed: false });
  expect(gaps).toBe(1);
});

test('a killed socket comes back, resumes after the last position, and nothing is missing or twice', async () => {
  const first = await welcomed({ position: 7, resumed: false });
  first.say(event(8));
  first.say(event(9));
  first.close();
  expect(states.at(-1)).toBe('waiting');

  await vi.advanceTimersByTimeAsync(1_000);
  const second = await welcomed({ position: 9, resumed: true });
  expect(second.sent).toEqual([{ type: 'hello', token: 'a token', after: 9 }]);
  second.say(event(9));
  second.say(event(10));
  second.say(event(10));

  expect(heard).toEqual([wallet(8), wallet(9), wallet(10)]);
  expect(gaps).toBe(1);
});

test('whoever is told when to come again comes then, and not before', async () => {
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.open();
  sockets[0]?.say({ type: 'refused', code: 'busy', message: 'We’re very busy right now.', retryAfterSeconds: 4 });
  expect(states.at(-1)).toBe('waiting');

  await vi.advanceTimersByTimeAsync(4_000);
  expect(sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(sockets).toHaveLength(2);
});

test('where the server cannot resume, everything is asked for again, and the count goes on from its position', async () => {
  const first = await welcomed({ position: 7, resumed: false });
  first.close();
  await vi.advanceTimersByTimeAsync(1_000);
  const second = await welcomed({ position: 500, resumed: false });
  expect(gaps).toBe(2);
  second.say(event(499));
  second.say(event(501));
  expect(heard).toEqual([wallet(501)]);
});

test('a socket that falls silent after a ping is given up', async () => {
  const socket = await welcomed({ position: 7, resumed: false });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(socket.sent.at(-1)).toEqual({ type: 'ping' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(socket.readyState).toBe(WebSocket.CLOSED);
  expect(states.at(-1)).toBe('waiting');
});

test('a pong keeps the socket', async () => {
  const socket = await welcomed({ position: 7, resumed: false });
  await vi.advanceTimersByTimeAsync(15_000);
  socket.say({ type: 'pong' });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

test('however much comes, the page says a word now and then: the server ends what is silent', async () => {
  const socket = await welcomed({ position: 7, resumed: false });
  for (let second = 10; second <= 90; second += 10) {
    await vi.advanceTimersByTimeAsync(10_000);
    socket.say(event(7 + second));
  }
  expect(socket.sent.filter((one) => JSON.stringify(one) === '{"type":"ping"}').length).toBeGreaterThanOrEqual(4);
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

test('events that this page does not know are passed over', async () => {
  const socket = await welcomed({ position: 7, resumed: false });
  socket.say({ type: 'event', position: 8, event: { type: 'of.tomorrow' } });
  socket.say(event(9));
  expect(heard).toEqual([wallet(9)]);
});

test('a refreshed token is told on the open socket', async () => {
  const socket = await welcomed({ position: 7, resumed: false });
  push.renewToken('another token');
  expect(socket.sent.at(-1)).toEqual({ type: 'token', token: 'another token' });
});

test('when the network is back the next attempt does not wait', async () => {
  const first = await welcomed({ position: 7, resumed: false });
  first.close();
  push.hurry();
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(2);
});

test('when the network is back, or the page wakes, a socket that was dead without saying so is given up within seconds', async () => {
  const first = await welcomed({ position: 7, resumed: false });
  await vi.advanceTimersByTimeAsync(10_000);
  push.hurry();
  expect(first.sent.at(-1)).toEqual({ type: 'ping' });
  await vi.advanceTimersByTimeAsync(2_000);
  push.hurry();
  await vi.advanceTimersByTimeAsync(2_000);
  expect([first.readyState, states.at(-1)]).toEqual([WebSocket.CLOSED, 'waiting']);
  await vi.advanceTimersByTimeAsync(500);
  expect(sockets).toHaveLength(2);
});

test('a socket that answers stays, and is asked again in its time', async () => {
  const socket = await welcomed({ position: 7, resumed: false });
  push.hurry();
  socket.say({ type: 'pong' });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socket.sent).toEqual([{ type: 'hello', token: 'a token' }, { type: 'ping' }, { type: 'ping' }]);
  socket.say({ type: 'pong' });
  push.hurry();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(socket.readyState).toBe(WebSocket.CLOSED);
});

test('hurried again and again while the token is on its way, it opens one socket', async () => {
  push.hurry();
  push.hurry();
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(1);
});

test('the waits double, have chance in them, and never pass twenty seconds', () => {
  expect([0, 1, 2].map((attempt) => waitBeforeMs(attempt, 1))).toEqual([500, 1_000, 2_000]);
  expect(waitBeforeMs(0, 0)).toBe(250);
  expect(waitBeforeMs(30, 1)).toBe(20_000);
});
