import { api } from '../../../lib/api/api-client.ts';
import { useSession } from '../../../lib/session/session.ts';
import type { Session } from '../../../lib/session/session-state.ts';
import { PhoneRefusal } from './phone-problem.ts';
import type { SipAccount, SipClient } from './sip-client.ts';

/** Credentials must outlive the ringing. */
const LEAST_LEFT_MS = 120_000;

/** With when it was fetched, by this browser's clock: the server's, which says when it ends, may show another time. */
let kept: { account: SipAccount; fetchedAtMs: number } | null = null;

// Credentials belong to the person who fetched them.
useSession.subscribe((now, before) => {
  if (idOf(now) !== idOf(before)) kept = null;
});

/** Credentials for the engine: those fetched before while they last, or new ones. */
export async function sipAccount(): Promise<SipAccount> {
  if (kept !== null && leftMs(kept) >= LEAST_LEFT_MS) return kept.account;
  const asker = idOf(useSession.getState());
  const fetchedAtMs = Date.now();
  const account = await api('GET /calls/webrtc-token');
  // Another may have signed in meanwhile.
  if (asker !== null && asker === idOf(useSession.getState())) kept = { account, fetchedAtMs };
  return account;
}

/** Has the next one who asks get new credentials: the engine did not take these. */
export function forgetSipAccount(): void {
  kept = null;
}

const needed: (() => Promise<unknown>)[] = [];

/** Has this fetched before any call is placed or comes in: without what shows a call nobody could end it. */
export function neededForCalls(load: () => Promise<unknown>): void {
  needed.push(load);
}

/** The SIP library, loaded when it is first wanted, and all that a call cannot do without. */
export async function sipClient(): Promise<SipClient> {
  const library = import('./jssip-client.ts');
  const loaded = await Promise.all([library, ...needed.map(async (load) => await load())]).catch(() => null);
  if (loaded === null) throw new PhoneRefusal('no_network');
  return loaded[0].jssipClient;
}

/** Fetches what a call will need while the number is still looked at. What fails now is told when it is needed. */
export function prepareCall(): void {
  void Promise.allSettled([sipClient(), sipAccount()]);
}

function leftMs({ account, fetchedAtMs }: NonNullable<typeof kept>): number {
  return fetchedAtMs + account.lastsSeconds * 1000 - Date.now();
}

function idOf(session: Session): string | null {
  return session.status === 'signed-in' ? session.user.id : null;
}
