/** What stands in the field of a thread, beside what the server has of it. */
export interface Draft {
  text: string;
  /** The server's; null: it has not told it yet. */
  saved: string | null;
  /** What this page has sent there lately: news of it is an echo, however late. That nothing is there is one until a while after it was answered. */
  sent: readonly Sent[];
}

/** `until`: in milliseconds since 1970; infinity while the answer is to come. */
interface Sent {
  text: string;
  until: number;
}

export const NO_DRAFT: Draft = { text: '', saved: null, sent: [] };
const REMEMBERED = 20;
/** What is pushed comes after the answer, and no later than this. */
const ECHO_MS = 10_000;

/** Somebody types here. */
export function typed(draft: Draft, text: string): Draft {
  return { ...draft, text };
}

/** The server's draft is told. It is taken over where nobody has typed since: what is typed here is not overwritten. */
export function heard(draft: Draft, saved: string, now: number = Date.now()): Draft {
  if (draft.sent.some(({ text, until }) => text === saved && (saved !== '' || now < until))) return draft;
  const isUntouched = draft.text === (draft.saved ?? '');
  return { text: isUntouched ? saved : draft.text, saved, sent: isUntouched ? [] : draft.sent };
}

/** What stands here goes to the server now. */
export function saving(draft: Draft): Draft {
  return {
    ...draft,
    saved: draft.text,
    sent: [...draft.sent, { text: draft.text, until: Infinity }].slice(-REMEMBERED),
  };
}

/** The server has answered what this page sent there; another device may say the same later, such as nothing once it has sent the message. */
export function answered(draft: Draft, sent: string, now: number = Date.now()): Draft {
  const withEnd = (one: Sent): Sent =>
    one.text === sent && one.until === Infinity ? { ...one, until: now + ECHO_MS } : one;
  return { ...draft, sent: draft.sent.map(withEnd) };
}

/** Whether the server has another draft than this page. */
export function isToSave(draft: Draft): boolean {
  return draft.text !== (draft.saved ?? '');
}
