import type { session, User } from '@farline/contracts/auth';
import type { z } from 'zod';
import { create } from 'zustand';
import { shell } from '../../texts/shell.ts';
import { api, onSessionEnd } from '../api/api-client.ts';
import { RequestError } from '../api/http.ts';
import { speakWith } from '../language/language.ts';
import { keepSessionFresh } from '../api/refresh-session.ts';
import { sendRequest } from '../api/send-request.ts';
import { notify } from '../page/notify.ts';
import { forgetAnswers } from './kept-answers.ts';
import { forgetKept } from './kept-here.ts';
import { keptOfSession, useKept } from './kept-state.ts';
import { askOverview, forgetOverview, OVERVIEW_PAGE } from './overview.ts';
import { firstSession, nextSession, type Session, type SessionEvent } from './session-state.ts';
import { isSignOutOwed, oweSignOut } from './sign-out-mark.ts';
import { isOfAnother } from './token-subject.ts';
import { clearToken, isRemembered, readToken, startToken, watchToken } from '../api/session-token.ts';
import { tokenToKeep } from '../api/token-life.ts';
import { liveIn } from '../format/home-country.ts';
import { showTimesIn } from '../format/time-zone.ts';

/** The session of this page. */
export const useSession = create<Session>(() => firstSession(readToken() !== null));

/** Whether who is signed in has a second factor: then it is asked for, in the place of the password. */
export const useHasSecondFactor = (): boolean =>
  useSession((session) => session.status === 'signed-in' && session.user.hasSecondFactor);

/** Whether somebody is signed in, or most likely is: their token is there, and the server is asked whose it is, or doesn't say. */
export const useIsSomebody = (): boolean => useSession(({ status }) => status !== 'signed-out');

function tell(event: SessionEvent): void {
  useSession.setState((session) => nextSession(session, event), true);
}

let stopRefreshing: () => void = () => undefined;

/** Counts what begins and ends here: who asked the server before the latest of these has no say any more. */
let turn = 0;

/** Asks the server whose token this browser keeps. A refused token is forgotten without an error; without any such word it is kept. */
export async function checkSession(): Promise<void> {
  if (readToken() === null) {
    end();
    if (isSignOutOwed()) void owing(async ({ endOwedSession }) => await endOwedSession());
    return;
  }
  turn += 1;
  const mine = turn;
  if (useKept.getState().kept === null) tell({ type: 'token-found' });
  try {
    const user = await whoIsHere();
    if (mine !== turn) return; // They have left meanwhile, or somebody has come.
    const token = readToken();
    if (token !== null && !isOfAnother(token.token, user.id)) return begin(user);
    end();
    await checkSession();
  } catch (error) {
    if (mine !== turn) return;
    if (!(error instanceof RequestError)) return wait();
    if (error.outcome !== 'answered') return await goOnWithKept(mine);
    // Anything but a 401, one that says "too many requests" above all, is no word on whose token this is.
    if (error.status !== 401) return wait();
    clearToken();
    end();
  }
}

const ASK_AGAIN_MS = 15_000;
let askAgain: ReturnType<typeof setTimeout> | undefined;

/** Without a word of the server: what this browser has kept of them is shown, and the server is asked until it answers. */
async function goOnWithKept(mine: number): Promise<void> {
  const kept = useKept.getState().kept ?? (await keptOfSession());
  if (mine !== turn) return;
  if (kept !== null && useKept.getState().kept === null) {
    useKept.setState({ kept });
    enter(kept.user as User);
  }
  wait();
}

/** The server did not say who is here. Where something kept is shown it stands, and the server is asked again. */
function wait(): void {
  if (useKept.getState().kept === null) return tell({ type: 'check-failed' });
  clearTimeout(askAgain);
  askAgain = setTimeout(() => void checkSession(), ASK_AGAIN_MS);
}

globalThis.addEventListener('online', () => {
  if (useKept.getState().kept !== null) void checkSession();
});

/** On the dashboard with all that it shows. A server that has no overview, or none at this moment, may know all the same who is here. */
async function whoIsHere(): Promise<User> {
  if (globalThis.location?.pathname !== OVERVIEW_PAGE) return (await api('GET /auth/profile')).user;
  try {
    return (await askOverview()).user;
  } catch (error) {
    if (!(error instanceof RequestError && error.outcome === 'answered') || error.status === 401) throw error;
    return (await api('GET /auth/profile')).user;
  }
}

/** Puts the changed user in the place of the one who is signed in. */
export function replaceUser(user: User): void {
  const before = useSession.getState();
  if (before.status !== 'signed-in') return;
  if (user.language !== before.user.language) void speakWith(user);
  showTimesIn(user.timeZone);
  liveIn(user.country ?? undefined);
  tell({ type: 'user-changed', user });
}

/** Asks again who is signed in, after something about them changed elsewhere. What cannot be asked stays as it was. */
export async function refreshUser(): Promise<void> {
  try {
    replaceUser((await api('GET /auth/profile')).user);
  } catch (error) {
    console.warn('The profile could not be read again', error);
  }
}

type LastRequests = (authorization: Record<string, string>) => void;
const lastRequests = new Set<LastRequests>();

/** Says what is still to be sent of whoever signs out here, with the session that ends by it. */
export function onSignOut(send: LastRequests): void {
  lastRequests.add(send);
}

/** Ends the session here at once, whatever the server answers and whenever; the request outlives the page, and is made again until it is answered. */
export async function signOut(): Promise<void> {
  const stored = readToken();
  const authorization = stored === null ? {} : { authorization: `Bearer ${stored.token}` };
  for (const send of lastRequests) send(authorization); // On their way before the one that ends the session.
  const answered = sendRequest('POST /auth/logout', { keepalive: true }, authorization);
  const isDone = oweSignOut();
  forgetSession();
  try {
    await answered;
    isDone();
  } catch (error) {
    console.warn('Sign-out was not confirmed by the server', error);
    if (!isSignOutOwed()) return;
    void notify({ type: 'warning', message: shell.say('signOutOwed') });
    await owing(async ({ leaveWithoutServer }) => await leaveWithoutServer());
  }
}

/** What a sign-out that the server has not heard of needs comes later (app/load-the-rest.ts); where it can't be had, the next page has it. */
async function owing(act: (owed: typeof import('./owed-sign-out.ts')) => Promise<void>): Promise<void> {
  await import('./owed-sign-out.ts')
    .then(act)
    .catch((failed: unknown) => console.warn('Notifications may go on here, and the session too', failed));
}

/** Ends the session here alone, with what this browser kept for it: for one that the server has ended already. */
export function forgetSession(): void {
  const session = useSession.getState();
  end(); // Before the token goes: its watcher would take this for a session that ended under somebody's hands.
  clearToken();
  if (session.status === 'signed-in') forgetKept(session.user.id);
}

/** Begins the session that a sign-in brought. */
export function startSession(reply: z.infer<typeof session>, remember: 'always' | 'browser'): void {
  // First the person, then the token: who hears of a new token while nobody is signed in asks whose it is.
  begin(reply.user);
  startToken(tokenToKeep(reply), remember);
  askOverview().catch((error: unknown) => console.warn('Each part of the page asks for itself', error));
}

function begin(user: User): void {
  const before = useSession.getState();
  // What one person was shown, kept answers above all, goes before another comes.
  if (before.status === 'signed-in' && before.user.id !== user.id) end();
  turn += 1;
  clearTimeout(askAgain);
  useKept.setState({ kept: null });
  forgetAnswers(isRemembered() ? user.id : undefined);
  enter(user);
}

function enter(user: User): void {
  stopRefreshing();
  stopRefreshing = keepSessionFresh();
  void speakWith(user);
  showTimesIn(user.timeZone);
  liveIn(user.country ?? undefined);
  tell({ type: 'begun', user });
}

function end(): void {
  turn += 1;
  stopRefreshing();
  showTimesIn(undefined);
  liveIn(undefined);
  forgetOverview();
  clearTimeout(askAgain);
  useKept.setState({ kept: null });
  forgetAnswers();
  tell({ type: 'ended' });
}

onSessionEnd(end);

let toSignIn: () => void = () => undefined;

/** Says where somebody goes whose session the server refused under their hands, whichever page they look at. */
export function onSessionRefused(lead: () => void): () => void {
  toSignIn = lead;
  return () => (toSignIn = () => undefined);
}

// The server ended it, another tab signed out, or somebody signed in there.
watchToken((token, how) => {
  const session = useSession.getState();
  if (token === null) {
    if (session.status !== 'signed-out') end(); // Also one that was still asked about.
    if (session.status !== 'signed-in') return;
    if (how === 'refused') toSignIn();
    void notify({ type: 'info', message: shell.say('sessionEnded') });
    return;
  }
  // Of the sign-out between the two this page has heard nothing.
  if (session.status === 'signed-in' && isOfAnother(token.token, session.user.id)) end();
  if (useSession.getState().status === 'signed-out') void checkSession();
});
