import type { Query } from '@tanstack/react-query';
import { pageLanguage } from '../lib/language/language.ts';
import { pageVersion } from '../lib/page/page-version.ts';
import { savesData } from '../lib/page/saves-data.ts';
import { keepAnswers, PAGE_CACHE } from '../lib/session/kept-answers.ts';
import { mayKeep, useKept } from '../lib/session/kept-state.ts';
import { queryClient } from '../lib/session/queries.ts';
import { useSession } from '../lib/session/session.ts';
import { EVERYWHERE } from '../lib/specified-everywhere.ts';

/** What is kept: balance and usage, the latest calls, contacts, the countries' rates. Nothing that lets anybody in, no messages. */
const KEPT: ReadonlySet<string> = new Set([
  'usage',
  'calls stats',
  'calls history',
  'contacts names',
  'contacts list',
  'rates countries',
]);
const MOST_ANSWERS = 20;
const PAUSE_MS = 1_000;
const LIST = '/page-files.json';
const FIXED = ['/dashboard', '/mark.svg', LIST];

/** While somebody is signed in who ticked "Remember me": keeps what they see for a page without a network. Gives what stops it. */
export function keepPage(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void keep().catch(tell), PAUSE_MS);
  };
  const stop = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') soon();
  });
  soon();
  keepScripts().catch(tell);
  return () => {
    stop();
    clearTimeout(timer);
  };
}

async function keep(): Promise<void> {
  const session = useSession.getState();
  // What came from here is not kept as if it were of now.
  if (session.status !== 'signed-in' || useKept.getState().kept !== null) return;
  const { user } = session;
  const answers = queryClient.getQueryCache().findAll({ predicate: isKept }).slice(-MOST_ANSWERS);
  await keepAnswers(
    {
      userId: user.id,
      version: pageVersion(),
      user,
      savedAtMs: Date.now(),
      answers: answers.map(({ queryKey, state }) => ({ queryKey, data: state.data })),
    },
    () => isHere(user.id),
  );
}

/** Whether this page shows this person, and this browser has their remembered session: another tab may have ended it. */
function isHere(userId: string): boolean {
  const session = useSession.getState();
  return session.status === 'signed-in' && session.user.id === userId && mayKeep(userId);
}

function isKept({ queryKey, state }: Query): boolean {
  return state.data !== undefined && KEPT.has(queryKey.slice(0, queryKey[0] === 'usage' ? 1 : 2).join(' '));
}

/** The page itself and what it is made of, once for each version; nothing where data are to be saved. */
async function keepScripts(): Promise<void> {
  const session = useSession.getState();
  if (session.status !== 'signed-in' || !('caches' in globalThis) || import.meta.env.DEV || savesData()) return;
  const userId = session.user.id;
  if (!isHere(userId)) return;
  const reply = await fetch(LIST, { signal: AbortSignal.timeout(EVERYWHERE.requestTimeoutMs) });
  if (!reply.ok) throw new Error(`The list of files was answered with ${reply.status}`);
  const { files, languages } = (await reply.json()) as { files: string[]; languages: Record<string, string> };
  const cache = await caches.open(PAGE_CACHE);
  const wanted = [...files, languages[pageLanguage().code] ?? []].flat();
  const had = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  if (had.includes(LIST) && wanted.every((path) => had.includes(path))) return;
  // First the new files, all or none of them: a page that could not be fetched whole leaves the one that was there.
  await cache.addAll([...FIXED, ...wanted.filter((path) => !had.includes(path))]);
  const old = had.filter((path) => !wanted.includes(path) && !FIXED.includes(path));
  await Promise.all(old.map(async (path) => await cache.delete(path)));
  // Whoever left meanwhile has left nothing.
  if (!isHere(userId)) await caches.delete(PAGE_CACHE);
}

const tell = (error: unknown): void => console.warn('Nothing is kept for a page without a network', error);
