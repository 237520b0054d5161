import type { Thread } from '@farline/contracts';
import type { Executor } from '../../../platform/database.ts';
import { viewOfMessage } from '../record/message-record.ts';
import { findMessages } from '../record/messages-store.ts';
import { countScheduledTo } from '../record/scheduled-store.ts';
import { type ThreadRecord, findThread } from './threads-store.ts';

/** Threads of one account as pages are shown them, each with its last message. */
export async function viewThreads(db: Executor, threads: readonly ThreadRecord[]): Promise<Thread[]> {
  const [first] = threads;
  if (first === undefined) return [];
  const ids = threads.flatMap(({ lastMessageId }) => lastMessageId ?? []);
  const peers = threads.map(({ peer }) => peer);
  const [messages, scheduled] = await Promise.all([
    findMessages(db, ids),
    countScheduledTo(db, { accountId: first.accountId, peers }),
  ]);
  return threads.map(({ lastMessageId, changedAt, peer, unread, draft, note, sender, isOptedOut, isBlocked }) => {
    const last = lastMessageId === null ? undefined : messages.get(lastMessageId);
    return {
      ...{ peer, unread, draft, note, sender, isOptedOut, isBlocked },
      last: last === undefined ? null : viewOfMessage(last),
      scheduled: scheduled.get(peer) ?? 0,
      changedAt: changedAt.toISOString(),
    };
  });
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
    changedAt: whose.now,
  };
  return await viewOfThread(db, found ?? { ...whose, ...empty });
}

/** A thread as pages are shown it. */
export async function viewOfThread(db: Executor, thread: ThreadRecord): Promise<Thread> {
  const [view] = await viewThreads(db, [thread]);
  if (view === undefined) throw new Error('one thread has one view');
  return view;
}
