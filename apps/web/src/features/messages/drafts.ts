import { create } from 'zustand';
import { sendRequest } from '../../lib/api/send-request.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { onSignOut, useSession } from '../../lib/session/session.ts';
import { answered, type Draft, heard, isToSave, NO_DRAFT, saving, typed } from './draft-state.ts';
import { forgetUnsaved, keepUnsaved, takeUnsaved } from './unsaved-drafts.ts';
import { changeThread, threadQuery } from './messages-queries.ts';

const TYPING_PAUSE_MS = 700;

/** What stands in the field of each thread, also of one that is not shown now. */
const useDrafts = create<{ byPeer: Readonly<Record<string, Draft>> }>(() => ({ byPeer: {} }));
const timers = new Map<string, ReturnType<typeof setTimeout>>();

useSession.subscribe(({ status }) => {
  if (status !== 'signed-out') return;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  useDrafts.setState({ byPeer: {} });
});

// What was typed last, or could not be saved, is kept for whoever signs out: threads that are left hereafter find nothing.
onSignOut((authorization) => {
  for (const [peer, draft] of Object.entries(useDrafts.getState().byPeer)) {
    if (!isToSave(draft)) continue;
    const request = { peer, body: { draft: draft.text }, keepalive: true };
    sendRequest('PATCH /messages/threads/{peer}', request, authorization).catch(warnUnkept);
  }
});

/** What stands in the field of a thread. */
export function useDraft(peer: string): string {
  return useDrafts(({ byPeer }) => (byPeer[peer] ?? NO_DRAFT).text);
}

/** Somebody types into the field of a thread: the server is told a moment after the typing stops. */
export function typeDraft(peer: string, text: string): void {
  change(peer, (draft) => typed(draft, text));
  clearTimeout(timers.get(peer));
  timers.set(
    peer,
    setTimeout(() => saveDraft(peer), TYPING_PAUSE_MS),
  );
}

/** The server tells the draft of a thread. What was typed here without a line, before the page was left, is newer. */
export function hearDraft(peer: string, text: string): void {
  const unsaved = draftOf(peer).saved === null ? takeUnsaved(peer) : null;
  change(peer, (draft) => heard(draft, text));
  if (unsaved !== null && draftOf(peer).text === text) typeDraft(peer, unsaved);
}

/** Tells the server at once what stands in the field of a thread, also while the page is being left. */
export function saveDraft(peer: string): void {
  clearTimeout(timers.get(peer));
  timers.delete(peer);
  const draft = draftOf(peer);
  if (!isToSave(draft)) return;
  change(peer, saving);
  keepUnsaved(peer, draft.text);
  changeThread(peer, { draft: draft.text }, { keepalive: true }).then(
    () => {
      forgetUnsaved(peer, draft.text);
      change(peer, (now) => answered(now, draft.text));
    },
    (error: unknown) => {
      // With the next change, or when the thread is left, it is tried again: unless the field is somebody else's by now.
      const isSame = (now: Draft) => now.sent.some(({ text }) => text === draft.text);
      change(peer, (now) => (isSame(now) ? { ...answered(now, draft.text), saved: draft.saved } : now));
      warnUnkept(error);
    },
  );
}

/** What was sent, or waits for its time, leaves the field of a thread; what was typed since stays. Gives whether it left. */
export function emptyDraft(peer: string, text: string): boolean {
  if (draftOf(peer).text !== text) return false;
  typeDraft(peer, '');
  saveDraft(peer);
  return true;
}

/** What is written to one number goes to another, unless something else is begun there, or may be for all that is known. */
export function moveDraft(from: string, to: string): void {
  const { text } = draftOf(from);
  const known = queryClient.getQueryData(threadQuery(to).queryKey)?.draft;
  if (text.trim() === '' || known === undefined) return;
  hearDraft(to, known);
  if (draftOf(to).text.trim() !== '') return;
  // First where it goes: it stands twice for a moment, and never nowhere.
  for (const [peer, draft] of [
    [to, text],
    [from, ''],
  ] as const) {
    typeDraft(peer, draft);
    saveDraft(peer);
    // Who goes back at once doesn't find what stood there before.
    queryClient.setQueryData(threadQuery(peer).queryKey, (thread) => thread && { ...thread, draft });
  }
}

/** What stands in the field of a thread, beside what the server has of it. */
export function draftOf(peer: string): Draft {
  return useDrafts.getState().byPeer[peer] ?? NO_DRAFT;
}

function warnUnkept(error: unknown): void {
  console.warn('The draft was not kept on the server', error);
}

function change(peer: string, how: (draft: Draft) => Draft): void {
  const before = draftOf(peer);
  const after = how(before);
  if (after !== before) useDrafts.setState(({ byPeer }) => ({ byPeer: { ...byPeer, [peer]: after } }));
}
