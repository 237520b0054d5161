import type { Message } from '@farline/contracts/messages/messages';
import type { Money } from '@farline/contracts/money';

/** A message that was written here, until the server has said what became of it. */
export interface Outgoing {
  /** The Idempotency-Key that it is sent with, however often. */
  key: string;
  peer: string;
  text: string;
  /** Who it is from; absent: the number that the conversation goes by. */
  from?: string | undefined;
  at: string;
  /** What was shown for a segment; null: nothing was, because there was no line. */
  pricePerSegment: Money | null;
  /** The newest message of the thread when it was written: '' for the first, null where none had been read. */
  after: string | null;
  /** Why it is not sent; null: it waits to be. */
  refusal: { code: string; message: string } | null;
}

/** Oldest first. */
export type Outbox = readonly Outgoing[];

/** The server knows a key for a day: later it would not know that it has this message already. */
const SENT_BY_ITSELF_MS = 23 * 60 * 60_000;
export const TOO_OLD = 'waited_too_long';

/** What came of an attempt to send. */
export type Attempt =
  | { came: 'sent' }
  | { came: 'refused'; code: string; message: string }
  /** No answer, or one that says nothing for good: it is sent again, with the same key. */
  | { came: 'nothing' };

/** What a failed request means for its message. Without an answer it may have been sent: its key tells. What is put off keeps its key, too. */
export function attemptOf(failure: { status: number; code: string; message: string }): Attempt {
  const { status, code, message } = failure;
  const isForGood = code === 'no_route' || (status >= 400 && status < 500 && ![401, 408, 429].includes(status));
  return isForGood && code !== 'request_under_way' ? { came: 'refused', code, message } : { came: 'nothing' };
}

/** The outbox after an attempt. */
export function afterAttempt(outbox: Outbox, key: string, attempt: Attempt): Outbox {
  switch (attempt.came) {
    case 'sent':
      return without(outbox, key);
    case 'refused':
      return outbox.map((one) =>
        one.key === key ? { ...one, refusal: { code: attempt.code, message: attempt.message } } : one,
      );
    case 'nothing':
      return outbox;
  }
}

/** The outbox without a message. */
export function without(outbox: Outbox, key: string): Outbox {
  return outbox.filter((one) => one.key !== key);
}

/** A refused message waits again; as another one, because the server has answered for the first. */
export function triedAgain(
  outbox: Outbox,
  key: string,
  again: Pick<Outgoing, 'key' | 'at' | 'from' | 'pricePerSegment'>,
): Outbox {
  const refused = outbox.find((one) => one.key === key);
  if (refused === undefined) return outbox;
  return [...without(outbox, key), { ...refused, ...again, refusal: null }];
}

/** The outbox in which nothing waits that the server might no longer recognise: a person has to decide about it. */
export function withoutTooOld(outbox: Outbox, nowMs: number): Outbox {
  const isTooOld = (one: Outgoing): boolean =>
    one.refusal === null && !(nowMs - Date.parse(one.at) < SENT_BY_ITSELF_MS);
  if (!outbox.some(isTooOld)) return outbox;
  return outbox.map((one) => (isTooOld(one) ? { ...one, refusal: { code: TOO_OLD, message: '' } } : one));
}

/** The next message to send: what was written to one person goes in order. `heldBack`: to whom nothing goes for now. */
export function nextToSend(outbox: Outbox, heldBack: ReadonlySet<string>): Outgoing | undefined {
  return outbox.find((one) => one.refusal === null && !heldBack.has(one.peer));
}

/** The messages of the outbox that are not in the thread yet: one whose answer is on its way may be there already. */
export function notInThread(outbox: Outbox, newestFirst: readonly Message[], sendingKey: string | null): Outbox {
  const sending = outbox.find((one) => one.key === sendingKey);
  if (sending === undefined || sending.after === null) return outbox;
  const end = newestFirst.findIndex((one) => one.id === sending.after);
  const since = end === -1 ? newestFirst : newestFirst.slice(0, end);
  const isThere = since.some(
    ({ direction, peer, text }) => direction === 'outbound' && peer === sending.peer && text === sending.text,
  );
  return isThere ? without(outbox, sending.key) : outbox;
}

/** What this browser kept of an outbox; what cannot be read is none. */
export function readOutbox(kept: string | null): Outbox {
  try {
    const list: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(list) ? list.filter(isOutgoing) : [];
  } catch {
    return [];
  }
}

function isOutgoing(value: unknown): value is Outgoing {
  if (typeof value !== 'object' || value === null) return false;
  const { key, peer, text, at } = value as Record<string, unknown>;
  return [key, peer, text, at].every((part) => typeof part === 'string');
}
