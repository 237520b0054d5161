/** What stands in the field of a thread, beside what the server has of it. */
export interface Draft {
  text: string;
  /** The server's; null: it has not told it yet. */
  saved: string | null;
  /** What this page has sent there lately: news of it is an echo, however late. */
  sent: readonly string[];
}

export const NO_DRAFT: Draft = { text: '', saved: null, sent: [] };
const REMEMBERED = 20;

/** Somebody types here. */
export function typed(draft: Draft, text: string): Draft {
  return { ...draft, text };
}

/** The server's draft is told. It is taken over where nobody has typed since: what is typed here is not overwritten. */
export function heard(draft: Draft, saved: string): Draft {
  if (draft.sent.includes(saved)) return draft;
  const isUntouched = draft.text === (draft.saved ?? '');
  return { text: isUntouched ? saved : draft.text, saved, sent: isUntouched ? [] : draft.sent };
}

/** What stands here goes to the server now. */
export function saving(draft: Draft): Draft {
  return { ...draft, saved: draft.text, sent: [...draft.sent, draft.text].slice(-REMEMBERED) };
}

/** Whether the server has another draft than this page. */
export function isToSave(draft: Draft): boolean {
  return draft.text !== (draft.saved ?? '');
}
