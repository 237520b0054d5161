import type { ListedThread, Message, Thread } from '@farline/contracts/messages/messages';

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}
type Pages<Item> = readonly Page<Item>[];

/** The pages with a message in its place: the new state of one that stands there, else where its time belongs. */
export function withMessage<Of extends Page<Message>>(pages: readonly Of[], message: Message): Of[] {
  if (stands(pages, (one) => one.id === message.id)) return withChanged(pages, message);
  const at = pageFor(pages, message);
  return pages.map((page, index) => (index === at ? { ...page, items: inOrder(page.items, message) } : page));
}

/** The pages with the new state of a message that stands there; what does not is not put in. */
export function withChanged<Of extends Page<Message>>(pages: readonly Of[], message: Message): Of[] {
  return pages.map((page) => ({ ...page, items: page.items.map((one) => (one.id === message.id ? message : one)) }));
}

/** The pages of the inbox with a thread in its place; null where it is not known whether it belongs there, and where. */
export function withThread<Of extends Page<ListedThread>>(pages: readonly Of[], thread: Thread): Of[] | null {
  const all = pages.flatMap((page) => page.items);
  // Of a person who stands there by another number.
  if (all.some((one) => one.others.some(({ peer }) => peer === thread.peer))) return withOther(pages, thread);
  const shown = all.find((one) => one.peer === thread.peer);
  if (shown === undefined || shown.isBlocked !== thread.isBlocked || shown.last?.id !== thread.last?.id) return null;
  return pages.map((page) => ({
    ...page,
    // What a search found of it stays.
    items: page.items.map((one) => (one.peer === thread.peer ? { ...one, ...thread } : one)),
  }));
}

function withOther<Of extends Page<ListedThread>>(pages: readonly Of[], thread: Thread): Of[] | null {
  const { peer, unread, draft, scheduled } = thread;
  const isTheirs = (one: ListedThread) => one.others.some((other) => other.peer === peer);
  const of = pages.flatMap((page) => page.items).find(isTheirs);
  // It is the newest of the person's threads now, or is kept out of the inbox.
  if (of === undefined || of.isBlocked !== thread.isBlocked || thread.changedAt >= of.changedAt) return null;
  const changed = { peer, unread, draft, scheduled };
  const withIt = (one: ListedThread): ListedThread => ({
    ...one,
    others: one.others.map((other) => (other.peer === peer ? changed : other)),
  });
  return pages.map((page) => ({ ...page, items: page.items.map((one) => (isTheirs(one) ? withIt(one) : one)) }));
}

/** The pages of the inbox with a new state of some thread's last message; null where it is none's. */
export function withLast<Of extends Page<Thread>>(pages: readonly Of[], message: Message): Of[] | null {
  if (!stands(pages, (one) => one.last?.id === message.id)) return null;
  return pages.map((page) => ({
    ...page,
    items: page.items.map((one) => (one.last?.id === message.id ? { ...one, last: message } : one)),
  }));
}

function stands<Item>(pages: Pages<Item>, isIt: (item: Item) => boolean): boolean {
  return pages.some((page) => page.items.some(isIt));
}

/** The page that a new message belongs to; -1 where it is older than all that were read, and further pages have it. */
function pageFor(pages: Pages<Message>, message: Message): number {
  const at = pages.findIndex((page) => page.items.some((one) => isOlder(one, message)));
  if (at !== -1) return at;
  return pages.at(-1)?.nextCursor === null ? pages.length - 1 : -1;
}

/** Newest first. One that comes late has its place among the others. */
function inOrder(items: readonly Message[], message: Message): Message[] {
  const at = items.findIndex((one) => isOlder(one, message));
  return at === -1 ? [...items, message] : items.toSpliced(at, 0, message);
}

function isOlder(one: Message, other: Message): boolean {
  return Date.parse(one.createdAt) <= Date.parse(other.createdAt);
}
