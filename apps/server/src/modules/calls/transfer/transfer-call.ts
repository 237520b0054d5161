import type { RateTerms, RunningSide, TransferOrder, TransferOutcome } from '@farline/contracts';
import type { Log } from '../../../platform/log.ts';
import { type CallRecord, isToAttendant } from '../record/call-record.ts';
import { callNotFound } from '../record/calls-problems.ts';
import { findCall } from '../record/calls-store.ts';
import { dialogOf } from '../record/dialog.ts';
import { endUnplaced } from '../ending/end-call-by-request.ts';
import type { DialogName } from '../record/engine.ts';
import { initiateCall, type InitiateDeps } from '../placing/initiate-call.ts';
import type { OrderEndDeps } from '../ending/order-end.ts';
import { endPartner } from './settle-transfers.ts';
import { sipCredentials } from '../placing/sip-credentials.ts';
import { callNotTransferable, transferUnavailable, transferUnderWay } from './transfer-problems.ts';
import { insertTransfer, transferOf } from './transfers-store.ts';

/** What places the second call and joins it with the first. */
export type CallBridge = {
  /** Settles when it is known what came of it. Throws when the bridge is away, or nothing is known in time. */
  transfer(order: TransferOrder): Promise<TransferOutcome>;
};

export type TransferDeps = InitiateDeps &
  OrderEndDeps & {
    log: Log;
    sip: { secret: string; realm: string };
    /** Null where transfers are switched off. */
    bridge: CallBridge | null;
    /** The caller's side of a running call; null for one that the engine does not know. Throws when it does not answer. */
    describeCaller: (dialog: DialogName) => Promise<RunningSide | null>;
  };

/**
 * Gives a running call away: the other number is called on the same account, with its own price, hold and limits, and
 * rings while the caller waits. Once it answers, the two talk with each other and the caller is out; until then the caller
 * has the call. Returns the new call. Refuses what `initiateCall` refuses, and a call that is not the caller's to give.
 */
export async function transferCall(
  deps: TransferDeps,
  request: {
    callId: string;
    accountId: string;
    to: string;
    defaultCountry: string | undefined;
    shownTerms?: RateTerms | undefined;
  },
): Promise<CallRecord> {
  const running = await transferable(deps, request);
  const { bridge } = deps;
  if (bridge === null) throw transferUnavailable();
  const side = await callerSide(deps, running);

  const { call: placed } = await initiateCall(deps, {
    accountId: request.accountId,
    placer: running.placer,
    to: request.to,
    from: running.from ?? undefined,
    defaultCountry: request.defaultCountry,
    shownTerms: request.shownTerms,
    isNumberWithheld: running.isNumberWithheld,
  });
  const askedAt = deps.clock.now();
  if (!(await insertTransfer(deps.database, { placedCallId: placed.id, runningCallId: running.id, askedAt }))) {
    await endUnplaced(deps, placed.id, askedAt);
    throw transferUnderWay();
  }
  // What comes of it reaches the account by events: the new call's, and the running call's when they are joined.
  void carryOut(deps, bridge, { running: side, placed: placementOf(deps, placed, running.placer) });
  return placed;
}

async function transferable(deps: TransferDeps, request: { callId: string; accountId: string }) {
  const stored = await findCall(deps.database, request.callId);
  if (stored === null || stored.call.accountId !== request.accountId) throw callNotFound();
  const { call } = stored;
  if (call.progress.state !== 'answered' || call.decidedEnd !== null) throw callNotTransferable();
  // A SIP phone transfers by REFER, which the engine refuses (405): nothing else would tell it that it is out. And of a call
  // that came in the far side is the caller.
  const { placer } = call;
  if (placer.kind !== 'user' || call.direction !== 'outbound') throw callNotTransferable();
  // Who listens to voicemails gives nobody a place in their mailbox.
  if (isToAttendant(call)) throw callNotTransferable();
  const transfer = await transferOf(deps.database, call.id);
  if (transfer !== null) throw transfer.joinedAt === null ? transferUnderWay() : callNotTransferable();
  return { ...call, placer };
}

async function callerSide(deps: TransferDeps, call: CallRecord): Promise<RunningSide> {
  const dialog = dialogOf(call);
  if (dialog === null) throw callNotTransferable();
  try {
    const side = await deps.describeCaller(dialog);
    if (side !== null) return side;
  } catch (error) {
    deps.log.warn({ err: error, call: call.id }, 'the engine did not describe a call that is to be transferred');
  }
  throw transferUnavailable();
}

/** The bridge places the call as its user, by the same way as any phone. */
function placementOf(deps: TransferDeps, call: CallRecord, placer: { userId: string }): TransferOrder['placed'] {
  const { secret, realm } = deps.sip;
  const { username, password } = sipCredentials(placer.userId, secret, deps.clock.now());
  return { call: call.id, uri: `sip:${call.to}@${realm}`, realm, username, password };
}

async function carryOut(deps: TransferDeps, bridge: CallBridge, order: TransferOrder): Promise<void> {
  const callId = order.placed.call;
  try {
    const { outcome, status } = await bridge.transfer(order);
    deps.log.info({ call: callId, outcome, status }, 'a transfer was carried out');
    if (outcome === 'not_answered') await endUnplaced(deps, callId, deps.clock.now());
  } catch (error) {
    deps.log.warn({ err: error, call: callId }, 'a transfer could not be carried out');
    await giveUp(deps, callId);
  }
}

/** Nobody is there to join the calls: what was placed for it ends, unless they were joined before the bridge went away. */
async function giveUp(deps: TransferDeps, callId: string): Promise<void> {
  try {
    if ((await transferOf(deps.database, callId))?.joinedAt) return;
    await endPartner(deps, callId);
  } catch (error) {
    deps.log.error({ err: error, call: callId }, 'a call that was placed for a transfer could not be ended');
  }
}
