import type { Database } from '../../../platform/database.ts';
import { isFree } from '../../rating/index.ts';
import { applyCallEvent } from '../record/call.ts';
import type { CallRecord } from '../record/call-record.ts';
import { changeCall } from '../record/calls-store.ts';
import type { DialogName, EngineOrders } from '../record/engine.ts';
import type { CallSettings } from '../record/settings.ts';
import { extensionTime } from '../money/warning.ts';

export type RecordAnswerDeps = {
  database: Database;
  settings: CallSettings;
  engine: Pick<EngineOrders, 'endCall'>;
};

/** How soon after the answer the media is looked at for the first time. */
const FIRST_LOOK_MS = 3_000;

export type Answer = DialogName & {
  callId: string;
  at: Date;
  trunk: string;
  attempts: string;
  /** `address:port` of the WebSocket of the browser that answered a call that came in, or as which SIP phone; empty where neither did. */
  connection: string;
};

/**
 * The far side answered: from now the money runs. Late or twice it changes nothing. A call that had ended here unanswered is ended at
 * the engine at once: what ran of it is charged with the report of its end.
 */
export async function recordAnswer(deps: RecordAnswerDeps, answer: Answer): Promise<void> {
  const call = await changeCall(deps.database, answer.callId, { isTold: true, isReported: true }, (found) =>
    answered(found, answer, deps.settings),
  );
  if (call?.progress.state === 'ended' && call.progress.answeredAt === null) await deps.engine.endCall(answer);
}

function answered(call: CallRecord, answer: Answer, settings: CallSettings): CallRecord {
  const progress = applyCallEvent(call.progress, { type: 'answered', at: answer.at });
  if (progress === call.progress) return withConnection(call, answer);
  const grantedSeconds = call.grantedSeconds ?? 0;
  return {
    ...call,
    progress,
    trunk: answer.trunk || call.trunk,
    attempts: answer.attempts || call.attempts,
    sipCallId: answer.sipCallId,
    fromTag: answer.fromTag,
    toTag: answer.toTag,
    // Who has a call that came in isn't who placed it.
    connection: answer.connection || (call.direction === 'inbound' ? null : call.connection),
    due: {
      ...call.due,
      extendAt: isFree(call.rated.terms) ? null : extensionTime({ answeredAt: answer.at, grantedSeconds }, settings),
      lookAtMediaAt: new Date(answer.at.getTime() + FIRST_LOOK_MS),
    },
  };
}

/** Where the answer was read off the engine's list, which does not say who answered: its report says it. */
function withConnection(call: CallRecord, answer: Answer): CallRecord {
  const isItsAnswer = call.progress.state === 'answered' && call.toTag === answer.toTag;
  if (!isItsAnswer || call.connection !== null || answer.connection === '') return call;
  const { connection } = answer;
  return { ...call, connection, trunk: answer.trunk || call.trunk, attempts: answer.attempts || call.attempts };
}
