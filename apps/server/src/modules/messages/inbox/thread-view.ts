import type { ListedThread as ThreadOfList, Thread } from '@farline/contracts';
import type { Executor } from '../../../platform/database.ts';
import { viewOfMessage } from '../record/message-record.ts';
import { findMessages } from '../record/messages-store.ts';
import { countScheduledTo } from '../record/scheduled-store.ts';
import { snippetOf } from './snippet-of.ts';
import type { ListedPerson } from './list-people.ts';
import { type ListedThread, type ThreadRecord, findThread } from './threads-store.ts';

/** A person of a list as pages are shown them, with what was found of `searched`. */
export function viewListed({ found, others, ...thread }: ListedPerson, searched: string): ThreadOfList {
  const person = {
    ...viewWhole(thread),
    others: others.map(({ peer, unread, draft, scheduled }) => ({ peer, unread, draft, scheduled })),
  };
  if (found === null) return { ...person, found };
  const { id: messageId, text, direction, at } = found;
  return {
    ...person,
    found: { messageId, text: snippetOf(text, searched), direction, at: at.toISOString() },
  };
}

function viewWhole(thread: Omit<ListedThread, 'found'>): Thread {
  const { last, scheduled, changedAt, peer, unread, draft, note, sender, isOptedOut, isBlocked, unanswered } = thread;
  return {
    peer,
    unread,
    draft,
    note,
    sender,
    isOptedOut,
    isBlocked,
    unanswered,
    scheduled,
    last: last === null ? null : viewOfMessage(last),
    changedAt: changedAt.toISOString(),
  };
}

/** One thread; of somebody with whom nothing was written yet, an empty one. */
export async function viewThread(db: Executor, whose: { accountId: string; peer: string; now: Date }): Promise<Thread> {
  const found = await findThread(db, whose);
  const empty = {
    lastMessageId: null,
    unread: 0,
    draft: '',
    note: '',
    sender: null,
    isOptedOut: false,
    isBlocked: false,
    unanswered: null,
    changedAt: whose.now,
  };
  return await viewOfThread(db, found ?? { ...whose, ...empty });
}

/** A thread as pages are shown it. */
export async function viewOfThread(db: Executor, thread: ThreadRecord): Promise<Thread> {
  const { accountId, peer, lastMessageId } = thread;
  const [messages, scheduled] = await Promise.all([
    findMessages(db, lastMessageId === null ? [] : [lastMessageId]),
    countScheduledTo(db, { accountId, peers: [peer] }),
  ]);
  const last = lastMessageId === null ? null : (messages.get(lastMessageId) ?? null);
  return viewWhole({ ...thread, last, scheduled: scheduled.get(peer) ?? 0 });
}
