import { api } from '../../../lib/api/api-client.ts';
import { useSession } from '../../../lib/session/session.ts';
import type { Session } from '../../../lib/session/session-state.ts';
import { PhoneRefusal } from './phone-problem.ts';
import type { SipAccount, SipClient } from './sip-client.ts';

/** Credentials must outlive the ringing. */
const LEAST_LEFT_MS = 120_000;

let account: SipAccount | null = null;

// Credentials belong to the person who fetched them.
useSession.subscribe((now, before) => {
  if (idOf(now) !== idOf(before)) account = null;
});

/** Credentials for the engine: those fetched before while they last, or new ones. */
export async function sipAccount(): Promise<SipAccount> {
  if (account !== null && Date.parse(account.expiresAt) - Date.now() >= LEAST_LEFT_MS) return account;
  const asker = idOf(useSession.getState());
  const fetched = await api('GET /calls/webrtc-token');
  // Another may have signed in meanwhile.
  if (asker !== null && asker === idOf(useSession.getState())) account = fetched;
  return fetched;
}

/** Has the next one who asks get new credentials: the engine did not take these. */
export function forgetSipAccount(): void {
  account = null;
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

function idOf(session: Session): string | null {
  return session.status === 'signed-in' ? session.user.id : null;
}
