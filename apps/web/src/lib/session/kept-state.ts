import { create } from 'zustand';
import { readToken, isRemembered } from '../api/session-token.ts';
import { type KeptAnswers, readKept } from './kept-answers.ts';
import { subjectOf } from './token-subject.ts';

/** What this browser had kept of whoever is here, as long as the page shows that; null while the server answers. */
export const useKept = create<{ kept: KeptAnswers | null }>(() => ({ kept: null }));

/** Shows what was kept of the person whose token this browser has. Null where nothing was: without "Remember me" nothing is. */
export async function showKept(): Promise<KeptAnswers | null> {
  const token = readToken();
  const userId = token !== null && isRemembered() ? subjectOf(token.token) : null;
  const kept = userId === null ? null : await readKept(userId).catch(() => null);
  // They may have left meanwhile.
  if (kept === null || readToken()?.token !== token?.token) return null;
  useKept.setState({ kept });
  return kept;
}
