import { permissionOf, type IncomingAsk } from '@farline/contracts';
import { type Database, type Executor, inTransaction, type Transaction } from '../../../platform/database.ts';
import { findAccount } from '../../accounts/index.ts';
import { type CallLimits, judgeAnew } from '../../limits/index.ts';
import { isFree } from '../../rating/index.ts';
import type { Trunk } from '../../routing/index.ts';
import { changedUnderLock, closeCall, endCall } from '../ending/end-call.ts';
import { countedIn, judgedCall, type Refusal, refusalOf } from '../money/spending-limits.ts';
import { applyCallEvent } from '../record/call.ts';
import { forgetCall } from '../record/call-memory.ts';
import type { CallRecord } from '../record/call-record.ts';
import { type CallToAuthorise, lockCallToAuthorise, saveAndTell } from '../record/calls-store.ts';
import { insertCall } from '../record/record-with-others.ts';
import type { CallSettings } from '../record/settings.ts';
import { beginCall } from './begin-call.ts';
import type { PayingAccount } from './incoming-facts-store.ts';
import { PLACEABLE_MS } from './initiate-call.ts';

export type BeginIncomingDeps = { database: Database; settings: CallSettings; limits: CallLimits };
type Incoming = {
  call: CallRecord;
  account: PayingAccount;
  ask: IncomingAsk;
  trunk: Pick<Trunk, 'name'>;
  /** It may go on as a call out, which the same money pays for. */
  goesOn: boolean;
  now: Date;
  /** Writes down what belongs to the call, once that is there. */
  also?: () => Promise<void>;
};
type Begun = { call: CallRecord & { grantedSeconds: number } } | { refusal: Refusal };

/** Its account was closed, or it was ended, since it was written down. */
const NOT_ANY_MORE: Refusal = { reason: 'not_allowed', status: 403, phrase: 'Forbidden' };
const TOO_BUSY: Refusal = { reason: 'engine_unavailable', status: 503, phrase: 'Service Unavailable' };

/**
 * Writes down a call that came in as one that rings, and `also` what goes with it. A free one rings without money; for one whose minutes cost something
 * the first stretch is held from the money of who is called, within their limits, or the call is closed and the refusal given. Whether its
 * account is still open is to be seen afterwards (`whoMayRing`): from now on whoever closes that ends this call too.
 */
export async function beginIncoming(deps: BeginIncomingDeps, incoming: Incoming): Promise<Begun> {
  const { call, now } = incoming;
  if (isFree(call.rated.terms)) {
    const ringing = { ...allowedTo(call, incoming), grantedSeconds: deps.settings.longestSeconds };
    await insertCall(deps.database, ringing);
    await noteAlso(deps.database, incoming);
    return { call: ringing };
  }
  await insertCall(deps.database, call);
  await noteAlso(deps.database, incoming);
  forgetCall(deps.database, call.id);
  const begun = await judgeAnew(
    async () => await inTransaction(deps.database, async (tx) => await pay(deps, tx, incoming)),
  );
  if (begun !== null) return begun;
  return await inTransaction(deps.database, async (tx) => {
    const stored = await locked(deps, tx, incoming);
    return await refuseAndEnd(tx, stored, { refusal: TOO_BUSY, now });
  });
}

/** Of a call without what goes with it nobody knows what it belongs to: where that cannot be written the call ends. */
async function noteAlso(database: Database, { call, also, now }: Incoming): Promise<void> {
  try {
    await also?.();
  } catch (error) {
    await endUnwanted(database, call.id, now);
    throw error;
  }
}

/** Ends a call that was let ring, of which the engine has not heard: its account was closed, somebody has ended it, or what goes with it is missing. */
export async function endUnwanted(database: Database, callId: string, now: Date): Promise<void> {
  await endCall(database, callId, ({ decidedEnd }) => endBy({ ...NOT_ANY_MORE, ...decidedEnd }, now));
}

async function isOpen(db: Executor, accountId: string): Promise<boolean> {
  const account = await findAccount(db, accountId);
  return account !== null && account.state !== 'closed';
}

async function pay(deps: BeginIncomingDeps, tx: Transaction, incoming: Incoming): Promise<Begun> {
  const { account, now } = incoming;
  const stored = await locked(deps, tx, incoming);
  if (stored.call.progress.state !== 'initiated') return { refusal: NOT_ANY_MORE };
  if (!(await isOpen(tx, account.id))) return await refuseAndEnd(tx, stored, { refusal: NOT_ANY_MORE, now });
  const at = { timeZone: account.timeZone, isTrial: account.state === 'trial', isClosed: false, now };
  const judged = deps.limits.judge(stored.usage, judgedCall(stored.call, at));
  if (!judged.allowed) return await refuseAndEnd(tx, stored, { refusal: refusalOf(judged.stop), now });
  const { left, claim } = judged;
  const otherCalls = stored.otherCalls + (incoming.goesOn ? 1 : 0);
  const begun = await beginCall(tx, deps.settings, { stored: { ...stored, otherCalls }, account, left, claim, now });
  if ('refusal' in begun) return await refuseAndEnd(tx, stored, { refusal: begun.refusal, now });
  if (!(await saveAndTell(tx, { ...stored, call: allowedTo(begun.call, incoming) }))) {
    throw changedUnderLock(stored.call.id);
  }
  return begun;
}

async function locked(deps: BeginIncomingDeps, tx: Transaction, incoming: Incoming): Promise<CallToAuthorise> {
  const { call, now } = incoming;
  const usage = deps.limits.usageSql(countedIn(call, now));
  const since = new Date(now.getTime() - PLACEABLE_MS);
  const stored = await lockCallToAuthorise(tx, call.id, { since, usage });
  if (stored === null) throw new Error(`call ${call.id} is gone as soon as it was written down`);
  return { ...stored, call: broughtBy(stored.call, incoming) };
}

async function refuseAndEnd(
  tx: Transaction,
  stored: CallToAuthorise,
  { refusal, now }: { refusal: Refusal; now: Date },
): Promise<Begun> {
  if (!(await closeCall(tx, stored, endBy(refusal, now)))) throw changedUnderLock(stored.call.id);
  return { refusal };
}

const endBy = ({ reason, status }: Refusal, now: Date) =>
  ({ at: now, answeredAt: null, reason, endedBy: 'farline', sipStatus: status }) as const;

/** The call as the engine knows it from now on. */
function allowedTo(call: CallRecord, { ask, trunk, now }: Incoming): CallRecord {
  return { ...broughtBy(call, { ask, trunk }), progress: applyCallEvent(call.progress, { type: 'allowed', at: now }) };
}

/** The call with the names of the INVITE that brought it: the same one makes no second call, whatever became of the first. */
export function broughtBy(call: CallRecord, { ask, trunk }: Pick<Incoming, 'ask' | 'trunk'>): CallRecord {
  return {
    ...call,
    connection: ask.source,
    sipCallId: ask.sipCallId,
    fromTag: ask.fromTag,
    permission: permissionOf(ask),
    trunk: trunk.name,
  };
}
