/** What one person was shown last, as this browser keeps it for a page without a network. */
export interface KeptAnswers {
  userId: string;
  /** Of the page that kept it: another version may know these answers by other names. */
  version: string;
  /** Who it is, as the profile has them. */
  user: unknown;
  savedAtMs: number;
  /** The server's answers by their keys in the page's cache. */
  answers: { queryKey: readonly unknown[]; data: unknown }[];
}

const DATABASE = 'farline';
const STORE = 'answers';
const ONLY = 'latest';
/** Set before anything is kept and removed after all of it is gone: who has kept nothing opens no database. */
const MARK = 'farline.kept';
const GOING = 'going';
/** The page and its scripts, for a start without a network (public/sw.js serves them, app/keep-page.ts fills it). */
export const PAGE_CACHE = 'farline-page';

/** Whether this page has kept anything: then another tab that has emptied the browser may have been a moment too early. */
let hasKept = false;

/** Keeps it in the place of what was kept before, for as long as `isStill` says that it may be: a session may end meanwhile. */
export async function keepAnswers(kept: KeptAnswers, isStill: () => boolean): Promise<void> {
  await oneByOne(async () => {
    if (!isStill()) return;
    hasKept = true;
    localStorage.setItem(MARK, kept.userId);
    await inStore('readwrite', (store) => store.put(kept, ONLY));
    if (!isStill()) await empty();
  });
}

/** What is kept of this person; null where nothing is, or only something of another. */
export async function readKept(userId: string): Promise<KeptAnswers | null> {
  if (localStorage.getItem(MARK) !== userId) return null;
  const kept = (await inStore('readonly', (store) => store.get(ONLY))) as KeptAnswers | undefined;
  return kept?.userId === userId && localStorage.getItem(MARK) === userId ? kept : null;
}

/** Leaves nothing of anybody but this one in the browser; of nobody at all without one. */
export function forgetAnswers(exceptOf?: string): void {
  const of = localStorage.getItem(MARK);
  if (of === null ? !hasKept : of === exceptOf) return;
  hasKept = false;
  localStorage.setItem(MARK, GOING);
  oneByOne(empty).catch((error: unknown) =>
    console.warn('What was kept is not gone yet: the next page tries again', error),
  );
}

async function empty(): Promise<void> {
  await inStore('readwrite', (store) => store.clear());
  if ('caches' in globalThis) await caches.delete(PAGE_CACHE);
  localStorage.removeItem(MARK);
}

let latest: Promise<unknown> = Promise.resolve();

/** Keeping and emptying never meet, in no tab. Web Locks are absent on insecure origins: there a tab is alone with itself. */
async function oneByOne(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) return await navigator.locks.request('farline.kept', work);
  const mine = latest.then(work, work);
  latest = mine.catch(() => undefined);
  await mine;
}

async function inStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The database was not written'));
    });
  } finally {
    database.close();
  }
}

async function opened(): Promise<IDBDatabase> {
  return await new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('There is no database'));
    request.onblocked = () => reject(new Error('Another page has the database'));
  });
}
