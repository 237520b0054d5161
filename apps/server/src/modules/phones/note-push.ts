import type { PushAnswer, PushAsk } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { deletePushes, lockPhone, savePush } from './phone-pushes-store.ts';
import type { PushToPhones } from './wake-phones.ts';

export type NotePushDeps = {
  database: Database;
  clock: Clock;
  pushToPhones: Pick<PushToPhones, 'publicKey' | 'mayBeAsked'>;
};

const LONGEST_ENDPOINT = 1000;
/** As many as a phone has contacts. */
const MOST_OF_ONE_PHONE = 5;
/** How long before its end a registration is renewed, by the phone or once it was woken for it: more than 120 (RFC 8599 §4.1.4). */
const REFRESHED_BEFORE_SECONDS = 180;

/**
 * Notes how a phone is woken that registers and has proved itself (RFC 8599 §5), or that it is not any more. Web Push is what there is, to
 * push services that may be asked; what else is wanted is answered 555, and nothing of it is remembered.
 */
export async function notePush(deps: NotePushDeps, ask: PushAsk): Promise<PushAnswer> {
  if (ask.act === 'ask') return await supported(deps, ask);
  const endpoint = endpointOf(ask.prid);
  if (ask.act !== 'remember') {
    await forget(deps, ask, endpoint);
    return { status: 200, featureCaps: '' };
  }
  // Web Push has no use for pn-param (§12).
  const isKnown = ask.provider.toLowerCase() === 'webpush' && ask.param === '';
  if (!isKnown || endpoint === null || !deps.pushToPhones.mayBeAsked(endpoint)) return NOT_SUPPORTED;
  return (await remember(deps, ask, endpoint)) ? await supported(deps, ask) : { status: 403, featureCaps: '' };
}

const NOT_SUPPORTED: PushAnswer = { status: 555, featureCaps: '' };

/** What there is (§4.1.1), and the key that pushes are signed with (§12, RFC 8292). */
async function supported({ pushToPhones }: NotePushDeps, { refreshes }: PushAsk): Promise<PushAnswer> {
  const refreshed = refreshes === 'itself' ? `;+sip.pnsreg="${REFRESHED_BEFORE_SECONDS}"` : '';
  const featureCaps = `*;+sip.pns="webpush";+sip.vapid="${await pushToPhones.publicKey()}"${refreshed}`;
  return { status: 200, featureCaps };
}

/** The push subscription URI that stands in `pn-prid` with its escapes (RFC 3986 §2.1); null: none that could be kept. */
function endpointOf(prid: string): string | null {
  try {
    const endpoint = decodeURIComponent(prid);
    return URL.canParse(endpoint) && endpoint.length <= LONGEST_ENDPOINT ? endpoint : null;
  } catch {
    return null; // An escape that is none.
  }
}

async function remember({ database, clock }: NotePushDeps, ask: PushAsk, endpoint: string): Promise<boolean> {
  const { username, sipCallId, seconds, refreshes } = ask;
  const at = clock.now();
  const after = (wanted: number) => new Date(at.getTime() + wanted * 1000);
  // What lasts for less than that is renewed when half of it is over.
  const refreshAt = after(Math.max(seconds - REFRESHED_BEFORE_SECONDS, seconds / 2));
  return await inTransaction(database, async (tx) => {
    const phoneId = await lockPhone(tx, username);
    if (phoneId === null) return false;
    await savePush(tx, {
      id: newId(at),
      phoneId,
      endpoint,
      sipCallId,
      at,
      most: MOST_OF_ONE_PHONE,
      expiresAt: after(seconds),
      refreshAt: refreshes === 'itself' ? null : refreshAt,
    });
    return true;
  });
}

async function forget({ database }: NotePushDeps, ask: PushAsk, endpoint: string | null): Promise<void> {
  await inTransaction(database, async (tx) => {
    const phoneId = await lockPhone(tx, ask.username);
    const of = ask.act === 'forget_all' ? 'all' : { sipCallId: ask.sipCallId, endpoint };
    if (phoneId !== null) await deletePushes(tx, { phoneId, of });
  });
}
