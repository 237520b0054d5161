import type { CallAllowed, CallAsk, CallRefused, EndReason } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import { findAccount } from '../accounts/index.ts';
import { availableMicros, lockWallet, placeHold } from '../ledger/index.ts';
import { freezeQuote, type Rating } from '../rating/index.ts';
import { chooseTrunks, type Routing, type Trunk, type TrunkRoute } from '../routing/index.ts';
import { applyCallEvent } from './call.ts';
import type { CallRecord } from './call-record.ts';
import { lockCallToAuthorise, saveCall, type StoredCall } from './calls-store.ts';
import { closeCall } from './end-call.ts';
import { firstStretch, grantedByHold } from './first-stretch.ts';
import { PLACEABLE_MS } from './initiate-call.ts';
import type { CallSettings } from './settings.ts';

export type AuthoriseDeps = {
  database: Database;
  clock: Clock;
  settings: CallSettings;
  rating: Pick<Rating, 'rateNumber'>;
  routing: Routing;
};

type AnswerAddress = 'type' | 'transactionIndex' | 'transactionLabel' | 'call' | 'sipCallId' | 'fromTag';
export type CallDecision = Omit<CallAllowed, AnswerAddress> | Omit<CallRefused, AnswerAddress>;

/** The engine gives up on an ask after 3 s: what is older is refused, so that no hold is taken for nobody. */
const STALE_MS = 2_500;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Decides on an INVITE: it must name a call that this user initiated within the last minute, for this number, and that
 * no INVITE has used. Allowing holds the price of the first stretch and freezes the quote, all or nothing; nothing else
 * is taken from the caller. A rightful call that cannot be paid or carried ends here, with its reason.
 */
export async function authoriseCall(deps: AuthoriseDeps, ask: CallAsk): Promise<CallDecision> {
  if (isStale(deps, ask)) return refuse(503, 'Service Unavailable', 'engine_unavailable');
  if (!UUID.test(ask.call)) return notAllowed;
  // Before the transaction: it must not wait for a second connection.
  const trunks = await deps.routing.trunks();
  try {
    return await inTransaction(deps.database, async (tx) => {
      const now = deps.clock.now();
      const placeableSince = new Date(now.getTime() - PLACEABLE_MS);
      const stored = await lockCallToAuthorise(tx, ask.call, placeableSince);
      if (stored === null || !isRightful(stored.call, ask, placeableSince)) return notAllowed;

      const decision = await allow(deps, tx, { stored, otherCalls: stored.otherCalls, trunks, ask, now });
      // Waiting for a lock may have taken the rest of the engine's patience: then nothing of this happened.
      if (isStale(deps, ask)) throw new StaleAsk();
      return decision;
    });
  } catch (error) {
    if (error instanceof StaleAsk) return refuse(503, 'Service Unavailable', 'engine_unavailable');
    throw error;
  }
}

class StaleAsk extends Error {}

function isStale(deps: AuthoriseDeps, ask: CallAsk): boolean {
  return deps.clock.now().getTime() - ask.at > STALE_MS;
}

function isRightful(call: CallRecord, ask: CallAsk, placeableSince: Date): boolean {
  return (
    call.userId === ask.user &&
    call.to === unescape(ask.dialled) &&
    call.progress.state === 'initiated' &&
    call.initiatedAt >= placeableSince
  );
}

/** A user part may escape any character (RFC 3261 §19.1.4). */
function unescape(userPart: string): string {
  try {
    return decodeURIComponent(userPart);
  } catch {
    return userPart;
  }
}

type Asked = { stored: StoredCall; otherCalls: number; trunks: Trunk[]; ask: CallAsk; now: Date };

async function allow(deps: AuthoriseDeps, tx: Transaction, asked: Asked): Promise<CallDecision> {
  const { call } = asked.stored;
  const account = await findAccount(tx, call.accountId);
  if (account === null || account.state === 'closed') {
    return await refuseAndEnd(tx, asked, 'not_allowed', 403, 'Forbidden');
  }
  const rating = deps.rating.rateNumber(call.to, call.rated.rateTable);
  if (!rating.allowed) return await refuseAndEnd(tx, asked, 'destination_closed', 403, 'Forbidden');
  const trunks = chooseTrunks(asked.trunks, { number: call.to, standing: account.state });
  if (trunks.length === 0) return await refuseAndEnd(tx, asked, 'carrier_failure', 503, 'Service Unavailable');
  const hold = await holdFirstStretch(deps, tx, asked);
  if (hold === null) return await refuseAndEnd(tx, asked, 'out_of_credit', 402, 'Payment Required');

  const quote = await freezeQuote(tx, { rated: call.rated, at: asked.now });
  const saved = await saveCall(tx, {
    ...asked.stored,
    call: {
      ...call,
      progress: applyCallEvent(call.progress, { type: 'allowed', at: asked.now }),
      quoteId: quote.id,
      ...hold,
      connection: asked.ask.connection,
      sipCallId: asked.ask.sipCallId,
      fromTag: asked.ask.fromTag,
    },
  });
  if (!saved) throw new Error(`call ${call.id} changed under its lock`);
  return allowed(deps.settings, { callerId: call.from, grantedSeconds: hold.grantedSeconds, trunks });
}

async function holdFirstStretch(
  deps: AuthoriseDeps,
  tx: Transaction,
  { stored: { call }, otherCalls, now }: Asked,
): Promise<{ holdId: string | null; grantedSeconds: number } | null> {
  const { terms } = call.rated;
  // Locked, so that calls that come at the same time share what is there one after another.
  const wallet = otherCalls > 0 ? await lockWallet(tx, call.payerWalletId) : null;
  const stretch = firstStretch(terms, deps.settings, wallet === null ? null : availableMicros(wallet));
  if (stretch.free) return { holdId: null, grantedSeconds: stretch.grantedSeconds };

  const held = await placeHold(tx, {
    walletId: call.payerWalletId,
    wantedMicros: stretch.wantedMicros,
    leastMicros: stretch.leastMicros,
    cause: { type: 'call', id: call.id },
    at: now,
  });
  if (!held.allowed) return null;
  return { holdId: held.holdId, grantedSeconds: grantedByHold(terms, deps.settings, held.heldMicros) };
}

function allowed(
  settings: CallSettings,
  call: { callerId: string | null; grantedSeconds: number; trunks: TrunkRoute[] },
): CallDecision {
  const [first, second, third] = call.trunks;
  return {
    decision: 'allow',
    callerId: call.callerId ?? '',
    grantedSeconds: call.grantedSeconds,
    firstSignMs: settings.firstSignMs,
    ringingMs: settings.ringingMs,
    trunkCount: call.trunks.length,
    trunk1Name: first?.name ?? '',
    trunk1Uri: first?.uri ?? '',
    trunk2Name: second?.name ?? '',
    trunk2Uri: second?.uri ?? '',
    trunk3Name: third?.name ?? '',
    trunk3Uri: third?.uri ?? '',
  };
}

async function refuseAndEnd(
  tx: Transaction,
  asked: Asked,
  reason: EndReason,
  status: number,
  phrase: string,
): Promise<CallDecision> {
  await closeCall(tx, asked.stored, {
    at: asked.now,
    answeredAt: null,
    reason,
    endedBy: 'farline',
    sipStatus: status,
  });
  return refuse(status, phrase, reason);
}

const refuse = (status: number, phrase: string, reason: EndReason): CallDecision => ({
  decision: 'refuse',
  status,
  phrase,
  reason,
});

/** Says nothing about whose call it is, or why. */
const notAllowed = refuse(403, 'Forbidden', 'not_allowed');
