import { create } from 'zustand';
import { useSession } from '../../lib/session/session.ts';
import type { ThreadsFilter } from './messages-queries.ts';

interface InboxView extends ThreadsFilter {
  /** What stands in the field of the search, and is searched for a moment later: a thread that opens meanwhile takes nothing of it. */
  typed: string;
  /** How far the list is scrolled, in CSS pixels. */
  scrolled: number;
  /** Whose thread was left last: the way through the list goes on there. */
  leftPeer: string | null;
}

const FIRST: InboxView = { typed: '', q: '', isBlocked: false, scrolled: 0, leftPeer: null };

/** What the list of threads shows. Each thread is a page of its own; this stays the same from one to the next. */
export const useInboxView = create<InboxView>(() => FIRST);

useSession.subscribe(({ status }) => {
  if (status === 'signed-out') useInboxView.setState(FIRST, true);
});
