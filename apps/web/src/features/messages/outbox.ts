import { create } from 'zustand';
import { api, newKey } from '../../lib/api/api-client.ts';
import { RequestError } from '../../lib/api/http.ts';
import { useLiveState } from '../../lib/live/live-events.ts';
import { withLock } from '../../lib/page/with-lock.ts';
import { withLockAtMost } from '../../lib/page/with-lock-at-most.ts';
import { keptKey } from '../../lib/session/kept-here.ts';
import { useSession } from '../../lib/session/session.ts';
import { putReply } from './message-cache.ts';
import {
  afterAttempt,
  type Attempt,
  attemptOf,
  nextToSend,
  type Outbox,
  type Outgoing,
  readOutbox,
  triedAgain,
  without,
  withoutTooOld,
} from './outbox-state.ts';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** A tab that sends for longer is asleep, or has so much to send that two may: the keys of the messages see to it that each is sent once. */
const ASLEEP_AFTER_MS = 60_000;

interface OutboxStore {
  messages: Outbox;
  /** The key of the message that is on its way to the server at this moment. */
  sendingKey: string | null;
}

/** What was written here and is not sent yet. Local storage has it, for each user: it outlives the page, and ends with a sign-out. */
export const useOutbox = create<OutboxStore>(() => ({ messages: [], sendingKey: null }));

/** Written in this page and not tried yet: the answer to the first attempt is the newest that there is. */
const untried = new Set<string>();
/** Changes that are shown and not stored yet: another tab stores something at this moment. */
const unstored: Change[] = [];
/** Whose messages are being sent: where they lie in the storage. */
let running: string | null = null;
let waits = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits as soon as there is a line, for as long as somebody is signed in. Gives the function that stops it. */
export function startOutbox(): () => void {
  show();
  void sendWaiting();
  const look = ({ key }: StorageEvent): void => {
    if (key === storageKey()) show();
  };
  const hurry = (): void => void sendWaiting();
  const stopWatching = useLiveState.subscribe(({ state }, before) => {
    if (state === 'live' && before.state !== 'live') hurry();
  });
  globalThis.addEventListener('storage', look);
  globalThis.addEventListener('online', hurry);
  return () => {
    stopWatching();
    clearTimeout(timer);
    globalThis.removeEventListener('storage', look);
    globalThis.removeEventListener('online', hurry);
    useOutbox.setState({ messages: [], sendingKey: null });
  };
}

type Written = Pick<Outgoing, 'peer' | 'text' | 'from' | 'pricePerSegment' | 'after'>;

/** Sends a message: now, or when the line is back. Once it is kept here, until the server has answered, the promise is. It fails where nothing can be. */
export async function sendMessage(message: Written): Promise<void> {
  const key = freshKey();
  const added: Outgoing = { ...message, key, at: new Date().toISOString(), refusal: null };
  await change((outbox) => [...outbox, added]);
  void sendWaiting();
}

/** Sends a refused message again, at the price that is shown now. */
export async function tryAgain(key: string, now: Pick<Outgoing, 'from' | 'pricePerSegment'>): Promise<void> {
  const again = { ...now, key: freshKey(), at: new Date().toISOString() };
  await change((outbox) => triedAgain(outbox, key, again));
  void sendWaiting();
}

/** Forgets a message that is not sent. */
export async function discard(key: string): Promise<void> {
  await change((outbox) => without(outbox, key));
}

/** Sends what waits, while no other tab does. */
async function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  const key = storageKey();
  // A run that is under way for somebody who has signed out since is none of this one's.
  if (key === null || running === key) return;
  running = key;
  const end = (): void => {
    if (running !== key) return;
    running = null;
    useOutbox.setState({ sendingKey: null });
  };
  try {
    await withLockAtMost(ASLEEP_AFTER_MS, `${key} is sent`, async () => await sendAll(key, end));
  } catch {
    end();
    wait();
  }
}

/** One after another. What gets no answer is tried again later, and holds back what was written after it. */
async function sendAll(key: string, end: () => void): Promise<void> {
  const heldBack = new Set<string>();
  await change((outbox) => withoutTooOld(outbox, Date.now()));
  while (storageKey() === key) {
    const message = nextToSend(stored(key), heldBack);
    if (message === undefined) break;
    if (!(await isSettled(message))) heldBack.add(message.peer);
  }
  // In one breath with the last look at what waits: whatever is written after it begins another run.
  end();
  if (heldBack.size === 0) waits = 0;
  else wait();
}

/** One attempt. Gives whether the server has decided. */
async function isSettled(message: Outgoing): Promise<boolean> {
  useOutbox.setState({ sendingKey: message.key });
  const attempt = await attemptToSend(message);
  await change((outbox) => afterAttempt(outbox, message.key, attempt));
  return attempt.came !== 'nothing';
}

async function attemptToSend({ key, peer, text, from, pricePerSegment }: Outgoing): Promise<Attempt> {
  const body = { to: peer, text, from, ...(pricePerSegment === null ? {} : { pricePerSegment }) };
  const isFirst = untried.delete(key);
  try {
    const reply = await api('POST /messages', { body, idempotencyKey: key });
    if ('message' in reply) putReply(reply.message, isFirst ? 'new' : 'of_before');
    return { came: 'sent' };
  } catch (error) {
    return error instanceof RequestError ? attemptOf(error) : { came: 'nothing' };
  }
}

function freshKey(): string {
  const key = newKey();
  untried.add(key);
  return key;
}

function wait(): void {
  clearTimeout(timer);
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** waits);
  waits += 1;
  timer = setTimeout(() => void sendWaiting(), waitMs / 2 + (waitMs / 2) * Math.random());
}

function show(): void {
  const key = storageKey();
  const messages = key === null ? [] : unstored.reduce((outbox, how) => how(outbox), stored(key));
  useOutbox.setState({ messages });
}

/** The same, however often it is done to the same outbox. */
type Change = (outbox: Outbox) => Outbox;

/** It is shown at once, and no longer if it cannot be kept. Other tabs change it too: what is stored counts, and not what was shown. */
async function change(how: Change): Promise<void> {
  const key = storageKey();
  if (key === null) return;
  unstored.push(how);
  const settle = (): void => {
    const at = unstored.indexOf(how);
    if (at !== -1) unstored.splice(at, 1);
    show();
  };
  try {
    show();
    // A promise, also of what throws at once: Node would not let go of the lock.
    await withLock(`${key} is changed`, async () => {
      if (storageKey() === key) store(key, how);
      // Within the lock: what is shown is what is stored.
      settle();
    });
  } catch (error) {
    settle();
    throw error;
  }
}

function store(key: string, how: Change): void {
  const before = stored(key);
  const messages = how(before);
  if (messages.length === 0) localStorage.removeItem(key);
  else if (messages !== before) localStorage.setItem(key, JSON.stringify(messages));
}

const stored = (key: string): Outbox => readOutbox(localStorage.getItem(key));

function storageKey(): string | null {
  const session = useSession.getState();
  return session.status === 'signed-in' ? keptKey('outbox', session.user.id) : null;
}
