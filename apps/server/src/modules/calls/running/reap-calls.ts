import { ALL_TURNS_SECONDS } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { isId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import { MOST_TRUNKS } from '../../routing/index.ts';
import type { CallRecord } from '../record/call-record.ts';
import { changeCall } from '../record/calls-store.ts';
import { type CallEnd, endCall } from '../ending/end-call.ts';
import { endedByOfDecision } from '../record/end-reason.ts';
import type { EngineOrders, ListConnections, ListDialogs, MediaOrders, RunningDialog } from '../record/engine.ts';
import { noteReading, type OpenCall, openCallsAllowedBefore, statesOf } from './engine-readings-store.ts';
import { type OrderEndDeps, withDecidedEnd } from '../ending/order-end.ts';
import { recordAnswer } from '../placing/record-answer.ts';
import { recordMissedCloses } from './record-socket-closed.ts';
import { type CallSettings, FORWARD_SPARE_MS } from '../record/settings.ts';

export type ReapDeps = OrderEndDeps & {
  database: Database;
  clock: Clock;
  settings: CallSettings;
  engine: Pick<EngineOrders, 'endCall' | 'cancelCall'>;
  listDialogs: ListDialogs;
  listConnections: ListConnections;
  media: Pick<MediaOrders, 'deleteCall'>;
  wait: (ms: number) => Promise<void>;
  log: Log;
};

/** Two readings are two only if they lie this far apart, whichever server took them. */
const READINGS_APART_MS = 4_000;
/** The engine repeats its reports each second: only after this does the list know better than they. */
const REPORT_PATIENCE_MS = 3_000;
/** How long after every trunk's time has run out a call may still ring. */
const RINGING_GRACE_MS = 30_000;
const SECOND_LOOK_MS = 1_000;

/**
 * Compares the open calls with the engine's list, so that no call is open here that has ended there, nor the other way
 * round, whatever was lost between, and with the connections that it has. Without an answer of the engine nothing is decided. A call that fails does not keep the
 * others.
 */
export async function reapCalls(deps: ReapDeps): Promise<void> {
  const at = deps.clock.now();
  const listed = await runningDialogs(deps);
  const before = await noteReading(deps.database, at);
  // What was allowed only now may not be in the list yet, and then be over before the next one.
  const knownBefore = new Date(at.getTime() - REPORT_PATIENCE_MS);
  const open = await openCallsAllowedBefore(deps.database, knownBefore);

  const byCall = new Map(listed.map((dialog) => [dialog.call, dialog]));
  for (const call of open) {
    const dialog = byCall.get(call.id);
    try {
      if (dialog === undefined) await missing(deps, call, { at, before });
      else await found(deps, call, dialog, at);
    } catch (error) {
      deps.log.error(
        { err: error, call: call.id },
        'a call could not be compared with the engine; the next reading does',
      );
    }
  }
  await endWhatIsOver(deps, listed);
  await recordMissedCloses(deps, { at, knownBefore });
}

type Reading = { at: Date; before: Date | null };

/** The first reading that lacks a call is noted, with the last that had it; the second ends the call there. */
async function missing(deps: ReapDeps, call: OpenCall, reading: Reading): Promise<void> {
  if (call.missingSince === null) {
    await changeCall(deps.database, call.id, { isTold: false }, (found) =>
      found.progress.state === 'ended' || found.missingSince !== null
        ? found
        : { ...found, missingSince: reading.at, lastListedAt: reading.before },
    );
    return;
  }
  if (reading.at.getTime() - call.missingSince.getTime() < READINGS_APART_MS) return;
  deps.log.warn({ call: call.id }, 'the engine no longer has this call: it is ended at the last instant it was seen');
  const { forgivenADayMicros } = deps.settings;
  await endCall(deps.database, call.id, (record) => {
    const end = lostEnd(record, reading.at);
    return end === null ? null : { ...end, forgivenADayMicros };
  });
  try {
    await deps.media.deleteCall(call.sipCallId);
  } catch (error) {
    deps.log.info({ err: error, call: call.id }, 'the media of a lost call could not be deleted');
  }
}

function lostEnd(call: CallRecord, now: Date): CallEnd | null {
  // Seen again since, or over.
  if (call.missingSince === null || call.progress.state === 'ended' || call.progress.state === 'initiated') return null;
  const reason = call.decidedEnd?.reason ?? 'engine_lost';
  const end = { answeredAt: null, reason, endedBy: endedByOfDecision(reason, call.direction), sipStatus: null };
  if (call.progress.state !== 'answered') return { ...end, at: now };
  const seen = Math.max(call.progress.answeredAt.getTime(), call.lastListedAt?.getTime() ?? 0);
  return { ...end, at: new Date(seen) };
}

async function found(deps: ReapDeps, call: OpenCall, dialog: RunningDialog, at: Date): Promise<void> {
  if (call.missingSince !== null) {
    await changeCall(deps.database, call.id, { isTold: false }, (record) => ({ ...record, missingSince: null }));
  }
  if (call.state === 'answered') return;
  const answeredAtMs = dialog.state === 'answered' ? dialog.answeredAtMs : null;
  if (answeredAtMs !== null && at.getTime() - answeredAtMs > REPORT_PATIENCE_MS) {
    const { sipCallId, fromTag, toTag } = dialog;
    await recordAnswer(deps, {
      sipCallId,
      fromTag,
      toTag,
      callId: call.id,
      at: new Date(answeredAtMs),
      trunk: '',
      attempts: '',
      connection: '',
    });
  } else if (dialog.state === 'early' && at.getTime() > latestRinging(call, deps.settings)) {
    await changeCall(deps.database, call.id, { isTold: false }, (record) =>
      withDecidedEnd(record, { reason: 'no_answer', now: at }),
    );
  }
}

function latestRinging(call: OpenCall, settings: CallSettings): number {
  const { firstSignMs, tryingMs, ringingMs } = settings;
  // A phone that is called may look for somebody as long as it may ring, and several may ring one after another before it is forwarded.
  const [inTurnMs, spareMs] = call.direction === 'inbound' ? [ALL_TURNS_SECONDS * 1000, FORWARD_SPARE_MS] : [0, 0];
  const longestTryingMs = Math.max(MOST_TRUNKS * Math.max(firstSignMs, tryingMs), ringingMs, inTurnMs);
  return call.authorisedAt.getTime() + longestTryingMs + ringingMs + spareMs + RINGING_GRACE_MS;
}

/**
 * What has ended here, or is not known here, is ended there; the next reading looks whether it is gone. A call that ended
 * while the list was read stands in it still: only what a second look finds is an orphan.
 */
async function endWhatIsOver(deps: ReapDeps, listed: RunningDialog[]): Promise<void> {
  const suspects = await overHere(deps, listed);
  if (suspects.length === 0) return;
  await deps.wait(SECOND_LOOK_MS);
  const still = new Set((await runningDialogs(deps)).map((dialog) => dialog.call));
  for (const dialog of suspects.filter((suspect) => still.has(suspect.call))) {
    deps.log.warn({ call: dialog.call }, 'the engine carries a call that is over here: it is ended there');
    if (dialog.state === 'answered') await deps.engine.endCall(dialog);
    else await deps.engine.cancelCall(dialog.call);
  }
}

async function overHere(deps: ReapDeps, listed: RunningDialog[]): Promise<RunningDialog[]> {
  const states = await statesOf(
    deps.database,
    listed.map((dialog) => dialog.call),
  );
  return listed.filter((dialog) => {
    const state = states.get(dialog.call);
    return state === undefined || state === 'ended';
  });
}

/** The calls of ours that the engine carries now. */
async function runningDialogs(deps: ReapDeps): Promise<RunningDialog[]> {
  return (await deps.listDialogs()).filter((dialog) => dialog.state !== 'ended' && isId(dialog.call));
}
