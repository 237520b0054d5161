import { create } from 'zustand';
import { isRemembered, readToken } from '../api/session-token.ts';
import { subjectOf } from '../api/token-life.ts';
import { pageVersion } from '../page/page-version.ts';
import { type KeptAnswers, readKept } from './kept-answers.ts';
import { isOf } from './token-subject.ts';

/** As long as a session lives that nobody comes back to: what is older is of one that is over. */
const OLDEST_MS = 30 * 24 * 60 * 60_000;

/** What this browser had kept of whoever is here, as long as the page shows that; null while the server answers. */
export const useKept = create<{ kept: KeptAnswers | null }>(() => ({ kept: null }));

/**
 * What was kept of the person whose session this browser has, as the server proved it last. Null where nothing was: without
 * "Remember me" nothing is, and what another version of the page kept it cannot show.
 */
export async function keptOfSession(): Promise<KeptAnswers | null> {
  const token = readToken();
  const userId = token === null ? null : subjectOf(token.token);
  if (userId === null || !mayKeep(userId)) return null;
  const kept = await readKept(userId).catch(() => null);
  if (kept === null || !mayKeep(userId)) return null; // They may have left meanwhile.
  return kept.version === pageVersion() && Date.now() - kept.savedAtMs < OLDEST_MS ? kept : null;
}

/** Whether this browser has a session of this person, with "Remember me" ticked. */
export function mayKeep(userId: string): boolean {
  const token = readToken();
  return token !== null && isRemembered() && isOf(token.token, userId);
}
