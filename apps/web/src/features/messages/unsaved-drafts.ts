import { keptKey } from '../../lib/session/kept-here.ts';
import { useSession } from '../../lib/session/session.ts';

/** Keeps a draft in this browser until the server is known to have it. */
export function keepUnsaved(peer: string, text: string): void {
  change((drafts) => ({ ...drafts, [peer]: text }));
}

/** The server has this draft. One that was typed meanwhile stays. */
export function forgetUnsaved(peer: string, text: string): void {
  change((drafts) => (drafts[peer] === text ? without(drafts, peer) : drafts));
}

/** The draft that the server may not have; it is kept here no longer. Null where there is none. */
export function takeUnsaved(peer: string): string | null {
  let taken: string | null = null;
  change((drafts) => {
    taken = drafts[peer] ?? null;
    return without(drafts, peer);
  });
  return taken;
}

type Drafts = Readonly<Record<string, string>>;

function without(drafts: Drafts, peer: string): Drafts {
  return Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== peer));
}

function change(how: (drafts: Drafts) => Drafts): void {
  const session = useSession.getState();
  if (session.status !== 'signed-in') return;
  const key = keptKey('drafts', session.user.id);
  const drafts = how(read(localStorage.getItem(key)));
  try {
    if (Object.keys(drafts).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(drafts));
  } catch (error) {
    console.warn('The draft was not kept in this browser', error);
  }
}

function read(kept: string | null): Drafts {
  try {
    const drafts: unknown = JSON.parse(kept ?? '{}');
    if (typeof drafts !== 'object' || drafts === null) return {};
    return Object.fromEntries(Object.entries(drafts).filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}
