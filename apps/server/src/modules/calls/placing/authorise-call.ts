import { ECHO_TEST, OWN_VOICEMAIL, isGivenUp } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, type Executor, inTransaction, type Transaction } from '../../../platform/database.ts';
import { isId } from '../../../platform/ids.ts';
import { findAccount } from '../../accounts/index.ts';
import { type CallLimits, judgeAnew } from '../../limits/index.ts';
import type { Rating } from '../../rating/index.ts';
import type { Routing, Trunk } from '../../routing/index.ts';
import { allowAtOnce } from './allow-at-once.ts';
import type { WaitingLines } from './allow-with-others.ts';
import {
  allowed,
  allowedBy,
  type CallDecision,
  isRightful,
  isWithheld,
  notAllowed,
  type ProvenAsk,
  refuse,
  tooLate,
} from './call-decision.ts';
import { forgetCall } from '../record/call-memory.ts';
import type { CallRecord } from '../record/call-record.ts';
import {
  type CallToAuthorise,
  countOtherCallsTo,
  lockCallToAuthorise,
  saveCall,
  SPENDER,
} from '../record/calls-store.ts';
import { changedUnderLock, closeCall } from '../ending/end-call.ts';
import { attendantOf } from './answer-for-people.ts';
import { beginCall } from './begin-call.ts';
import { PLACEABLE_MS } from './initiate-call.ts';
import { judgeStart } from './judge-start.ts';
import type { CallSettings } from '../record/settings.ts';
import { type Refusal, refusalOf } from '../money/spending-limits.ts';
import { type TakenTrunks, takeTrunks } from './take-trunks.ts';

export type AuthoriseDeps = {
  database: Database;
  clock: Clock;
  settings: CallSettings;
  rating: Pick<Rating, 'rateNumber'>;
  routing: Routing;
  limits: CallLimits;
  waitingLines?: WaitingLines | undefined;
  /** What the attendant is told to do with the call of somebody who listens to their account's voicemails. */
  playMessages: PlayMessages;
};
/** Words of the engine's answer for a call to one's own voicemail. */
export type PlayMessages = (
  db: Executor,
  call: { accountId: string; userId: string | null; timeZone: string; at: Date },
) => Promise<string>;

/**
 * Decides on an INVITE: it must name a call that this placer initiated within the last minute, for this number, and that
 * no INVITE has used. Allowing holds the price of the first stretch and freezes the quote, all or nothing; nothing else
 * is taken from the caller. A rightful call that cannot be paid or carried ends here, with its reason.
 */
export async function authoriseCall(deps: AuthoriseDeps, ask: ProvenAsk): Promise<CallDecision> {
  if (isGivenUp(ask, deps.clock.now().getTime())) return tooLate;
  if (!isId(ask.call)) return notAllowed;
  // Before the transaction: it must not wait for a second connection.
  const trunks = await deps.routing.trunks();
  return (await allowAtOnce(deps, ask, trunks)) ?? (await decideLocked(deps, ask, trunks));
}

/** Decides with the call locked, and its wallet where it is shared: what others change at the same time waits. */
async function decideLocked(deps: AuthoriseDeps, ask: ProvenAsk, trunks: Trunk[]): Promise<CallDecision> {
  forgetCall(deps.database, ask.call);
  return (await judgeAnew(async () => await tryLocked(deps, ask, trunks))) ?? tooLate;
}

async function tryLocked(deps: AuthoriseDeps, ask: ProvenAsk, trunks: Trunk[]): Promise<CallDecision> {
  try {
    return await inTransaction(deps.database, async (tx) => {
      const now = deps.clock.now();
      const placeableSince = new Date(now.getTime() - PLACEABLE_MS);
      const usage = deps.limits.usageSql({ ...SPENDER, now });
      const stored = await lockCallToAuthorise(tx, ask.call, { since: placeableSince, usage });
      if (stored === null || !isRightful(stored.call, ask, placeableSince)) return notAllowed;

      const decision = await allow(deps, tx, { stored, trunks, ask, now });
      // Waiting for a lock may have taken the rest of the engine's patience: then nothing of this happened.
      if (isGivenUp(ask, deps.clock.now().getTime())) throw new StaleAsk();
      return decision;
    });
  } catch (error) {
    if (error instanceof StaleAsk) return tooLate;
    throw error;
  }
}

class StaleAsk extends Error {}

/** As long as the attendant plays messages to one caller. */
const LONGEST_LISTENING_SECONDS = 3600;
/** Enough to try two telephones with one another; each has a line that others share. */
const MOST_AT_A_SERVICE = 2;
const SERVICES: readonly string[] = [ECHO_TEST, OWN_VOICEMAIL];

type Asked = { stored: CallToAuthorise; trunks: Trunk[]; ask: ProvenAsk; now: Date };

/** A call to one's own voicemail costs nothing, and lasts as long as its attendant takes. */
const settingsFor = ({ to }: CallRecord, settings: CallSettings): CallSettings =>
  to === OWN_VOICEMAIL ? { ...settings, longestFreeSeconds: LONGEST_LISTENING_SECONDS } : settings;

async function allow(deps: AuthoriseDeps, tx: Transaction, asked: Asked): Promise<CallDecision> {
  const { now } = asked;
  const { call, usage } = asked.stored;
  const start = judgeStart(deps, { call, account: await findAccount(tx, call.accountId), usage, now });
  if (!start.allowed) return await refuseAndEnd(tx, asked, start.refusal);
  const { account, left, claim } = start;
  const wanted = { callId: call.id, number: call.to, accountState: account.state, trunks: asked.trunks };
  const taken = call.to === OWN_VOICEMAIL ? NO_TRUNKS : await takeTrunks(tx, deps.routing, wanted);
  if (!taken.found) {
    return await refuseAndEnd(tx, asked, { reason: taken.reason, status: 503, phrase: 'Service Unavailable' });
  }
  const stored = { ...asked.stored, call: { ...call, isPractice: taken.isPractice } };
  const begun = await beginCall(tx, settingsFor(call, deps.settings), { stored, account, left, claim, now });
  if ('refusal' in begun) return await refuseAndEnd(tx, asked, begun.refusal);
  // The claim has locked what the account counts, so nobody begins another one meanwhile.
  if (SERVICES.includes(call.to) && (await countOtherCallsTo(tx, call)) >= MOST_AT_A_SERVICE) {
    return await refuseAndEnd(tx, asked, refusalOf({ limit: 'calls', owner: 'account' }));
  }

  const saved = await saveCall(tx, { ...stored, call: allowedBy(begun.call, asked.ask, now) });
  if (!saved) throw changedUnderLock(call.id);
  return allowed(deps.settings, {
    callerId: call.from,
    isNumberWithheld: isWithheld(call, asked.ask),
    grantedSeconds: begun.call.grantedSeconds,
    trunks: taken.routes,
    ...(call.to === OWN_VOICEMAIL
      ? { answering: await answeringOf(deps, tx, { call, timeZone: account.timeZone, now }) }
      : {}),
  });
}

/** The attendant takes it. */
const NO_TRUNKS: TakenTrunks = { found: true, routes: [], isPractice: false };

async function answeringOf(
  { playMessages }: AuthoriseDeps,
  tx: Transaction,
  { call, timeZone, now }: { call: CallRecord; timeZone: string; now: Date },
): Promise<{ task: string; attendant: number }> {
  const { accountId } = call;
  const task = await playMessages(tx, { accountId, userId: call.placer.userId, timeZone, at: now });
  return { task, attendant: attendantOf(accountId) };
}

async function refuseAndEnd(tx: Transaction, asked: Asked, refusal: Refusal): Promise<CallDecision> {
  const { reason, status, phrase } = refusal;
  const end = { at: asked.now, answeredAt: null, reason, endedBy: 'farline', sipStatus: status } as const;
  if (!(await closeCall(tx, asked.stored, end))) throw changedUnderLock(asked.stored.call.id);
  return refuse(status, phrase, reason);
}
