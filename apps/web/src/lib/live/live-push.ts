import type { LiveEvent, LiveServerMessage } from '@farline/contracts/live';

export type LiveState = 'connecting' | 'live' | 'waiting';

/** What live push needs from outside; tests pass their own socket and randomness. */
export interface LivePushDeps {
  url: string;
  /** A token for the hello, or null to stay closed. */
  token(): Promise<string | null>;
  /** Up to where the page knows already what happened; absent or undefined: it begins with the first `ready`. */
  begin?(): Promise<number | undefined>;
  openSocket(url: string): WebSocket;
  random(): number;
  onEvent(event: LiveEvent): void;
  /** Too much was missed: ask for everything again. */
  onGap(): void;
  onState(state: LiveState): void;
}

export interface LivePush {
  /** Tells the server the refreshed token on the open socket. */
  renewToken(token: string): void;
  /** Tries at once instead of waiting for the next attempt, or asks whether the socket is alive: the network came back, the page woke. */
  hurry(): void;
  close(): void;
}

/** Typed by the contract, as every answer of the server is; a newer one may tell of more than this page knows. */
const KNOWN: Partial<Record<string, true>> & Record<LiveEvent['type'], true> = {
  'call.changed': true,
  'wallet.changed': true,
  'trial_credit.changed': true,
  'plan.changed': true,
  'number.changed': true,
  'allowance.changed': true,
  'invoices.changed': true,
  'payments.changed': true,
  'message.changed': true,
  'thread.changed': true,
  'broadcast.changed': true,
  'templates.changed': true,
  'voicemail.changed': true,
  'contacts.changed': true,
  'limits.changed': true,
  'user.changed': true,
  'notice.changed': true,
};

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;
const BEAT_MS = 15_000;
const SILENCE_MS = 10_000;
/** Somebody looks, and what stood before may be dead: a socket that lives has answered by now. */
const HURRIED_SILENCE_MS = 4_000;

/** How long to wait before attempt `attempt` (0, 1, …): doubling up to 20 s, with half of it left to chance. */
export function waitBeforeMs(attempt: number, random: number): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return full / 2 + (full / 2) * random;
}

/**
 * Keeps one socket to `/ws` open for as long as it is wanted. Events come once each and in order: a reconnect resumes
 * after the last position seen, repeated positions are dropped, and where the server cannot resume `onGap` is called.
 */
export function openLivePush(deps: LivePushDeps): LivePush {
  let position: number | undefined;
  let attempt = 0;
  let socket: WebSocket | null = null;
  let newest = 0;
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pulse: Pulse | undefined;

  const connect = async (): Promise<void> => {
    clearTimeout(retry);
    deps.onState('connecting');
    newest += 1;
    const mine = newest;
    const token = await deps.token().catch(() => null);
    position ??= await deps.begin?.();
    if (isClosed || mine !== newest) return; // Hurried while it waited for its token: a later one opens the socket.
    if (token === null) return wait();
    const opened = deps.openSocket(deps.url);
    socket = opened;
    pulse = pulseOf(opened, () => {
      if (socket !== opened) return;
      drop();
      opened.close();
    });
    opened.onopen = () =>
      opened.send(JSON.stringify({ type: 'hello', token, ...(position === undefined ? {} : { after: position }) }));
    opened.onmessage = (message) => {
      if (socket === opened) receive(opened, String(message.data));
    };
    opened.onclose = () => {
      if (socket === opened) drop();
    };
  };

  const receive = (from: WebSocket, text: string): void => {
    pulse?.heard();
    const message = JSON.parse(text) as LiveServerMessage;
    switch (message.type) {
      case 'ready': {
        // What the page asked for before the first `ready` may already be old, just as after a gap.
        const isGap = position === undefined || !message.resumed;
        if (isGap) position = message.position;
        attempt = 0;
        deps.onState('live');
        if (isGap) deps.onGap();
        return;
      }
      case 'event':
        if (position !== undefined && message.position <= position) return;
        position = message.position;
        if (KNOWN[message.event.type]) deps.onEvent(message.event);
        return;
      case 'refused':
        drop(message.retryAfterSeconds);
        return from.close();
      case 'pong':
        return;
    }
  };

  const drop = (restSeconds?: number): void => {
    socket = null;
    pulse?.stop();
    if (!isClosed) wait(restSeconds);
  };

  const wait = (restSeconds = 0): void => {
    deps.onState('waiting');
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), 1_000 * restSeconds + waitBeforeMs(attempt, deps.random()));
    attempt += 1;
  };

  void connect();

  return {
    renewToken(token) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'token', token }));
    },
    hurry() {
      attempt = 0;
      void (socket === null ? connect() : pulse?.hurry());
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      pulse?.stop();
      socket?.close();
    },
  };
}

interface Pulse {
  heard(): void;
  /** Asks for a sign of life at once, and waits for it less long. */
  hurry(): void;
  stop(): void;
}

/**
 * Says a word to the server now and then, however much comes from there: it takes a page that says nothing for gone. A socket can be dead without
 * saying so: silence after a ping, or after opening, is taken for its end.
 */
function pulseOf(socket: WebSocket, dead: () => void): Pulse {
  let silence = setTimeout(dead, SILENCE_MS);
  let beat: ReturnType<typeof setTimeout> | undefined;
  let isHurried = false;
  const ask = (withinMs: number): void => {
    clearTimeout(beat);
    beat = undefined;
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'ping' }));
    clearTimeout(silence);
    silence = setTimeout(dead, withinMs);
  };
  return {
    heard() {
      isHurried = false;
      clearTimeout(silence);
      beat ??= setTimeout(() => ask(SILENCE_MS), BEAT_MS);
    },
    hurry() {
      // Hurried again and again, it waits no longer than once.
      if (isHurried || socket.readyState !== WebSocket.OPEN) return;
      isHurried = true;
      ask(HURRIED_SILENCE_MS);
    },
    stop() {
      clearTimeout(silence);
      clearTimeout(beat);
    },
  };
}
