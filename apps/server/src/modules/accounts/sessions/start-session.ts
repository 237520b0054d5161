import type { Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { tokenHash } from '../../../platform/token-hash.ts';
import { newToken } from '../record/tokens.ts';
import { insertSession, type Client } from '../record/sessions-store.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Unused for so long, a session ends. Not remembered, its cookie goes with the browser, mostly long before. */
const REMEMBERED_SECONDS = 30 * DAY_SECONDS;
const NOT_REMEMBERED_SECONDS = DAY_SECONDS;
/** However much it is used, a session ends after so long: whoever signed in proves anew who they are. */
const LONGEST_SECONDS = 90 * DAY_SECONDS;
/** One that is renewed by its access token alone, whose theft no reuse of a refresh token shows, ends sooner. */
const LONGEST_WITHOUT_COOKIE_SECONDS = 30 * DAY_SECONDS;

/** A refresh token on its way to its cookie. */
export type RefreshCookie = { refreshToken: string; remembered: boolean; expiresAt: Date };
export type StartedSession = RefreshCookie & { sessionId: string };

/** Begins a session of a user who has just proved who they are. */
export async function startSession(
  tx: Transaction,
  begin: { userId: string; remembered: boolean; client: Client; at: Date },
): Promise<StartedSession> {
  const refreshToken = newToken();
  const session = {
    id: newId(begin.at),
    userId: begin.userId,
    remembered: begin.remembered,
    client: begin.client,
    at: begin.at,
    expiresAt: sessionEnd({ remembered: begin.remembered, startedAt: begin.at }, begin.at),
  };
  await insertSession(tx, { ...session, tokenHash: tokenHash(refreshToken) });
  return { sessionId: session.id, refreshToken, remembered: begin.remembered, expiresAt: session.expiresAt };
}

type Lasting = { remembered: boolean; startedAt: Date };

/** When a session ends that is not used after `at`: at the latest 90 days after it began. */
export function sessionEnd(session: Lasting, at: Date): Date {
  return endWithin(LONGEST_SECONDS, session, at);
}

/** The same of a session that its access token renewed: at the latest 30 days after it began. */
export function sessionEndWithoutCookie(session: Lasting, at: Date): Date {
  return endWithin(LONGEST_WITHOUT_COOKIE_SECONDS, session, at);
}

function endWithin(longestSeconds: number, { remembered, startedAt }: Lasting, at: Date): Date {
  const unusedSeconds = remembered ? REMEMBERED_SECONDS : NOT_REMEMBERED_SECONDS;
  return new Date(Math.min(at.getTime() + unusedSeconds * 1000, startedAt.getTime() + longestSeconds * 1000));
}
