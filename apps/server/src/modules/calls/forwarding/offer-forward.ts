import { type CallRings, type IncomingAsk, type IncomingOutcome, parseDecimal } from '@farline/contracts';
import type { Database } from '../../../platform/database.ts';
import { leadsBack } from '../../numbers/index.ts';
import { readCarrierNumber } from '../../rating/index.ts';
import type { Trunk } from '../../routing/index.ts';
import type { CallRecord } from '../record/call-record.ts';
import { type CallSettings, FORWARD_SPARE_MS } from '../record/settings.ts';
import { MOST_DIVERSIONS, readDiversions } from './diversions.ts';
import { forwardUser } from './forward-user.ts';
import { type Forward, insertForward, countRingingForwards } from './forwards-store.ts';

/** Where a rule says that a call goes on to. `ringingMs`: how long something rings before; 0: nothing does. */
export type WantedForward = Omit<Forward, 'incomingCallId'> & { ringingMs: number };

/** Where the outcome of a rule says that a call goes on to, at once or when nobody takes it; null: nowhere. */
export function wantedForward(outcome: IncomingOutcome | { is: 'refused' }): WantedForward | null {
  if (outcome.is === 'forwarded') {
    return { ...telephoneOf(outcome), because: 'unconditional', ringingMs: 0 };
  }
  if (outcome.is !== 'rings' || outcome.goesOn === undefined) return null;
  const { afterSeconds, then } = outcome.goesOn;
  return { ...telephoneOf(then), because: 'no-answer', ringingMs: afterSeconds * 1000 };
}

const telephoneOf = ({ to, most }: { to: string; most: string | null }) => ({
  to,
  mostMicros: most === null ? null : parseDecimal(most),
});

/**
 * Whether the forwarded call would return to this number: it says that it was forwarded too often, or by this very number, it shows this number
 * as its caller, the rules of our numbers lead back here, or several calls of its caller to here are being forwarded at this moment.
 */
export async function wouldLoop(
  database: Database,
  going: { call: CallRecord; ask: IncomingAsk; trunk: Pick<Trunk, 'country'>; to: string },
): Promise<boolean> {
  const { call, ask, trunk, to } = going;
  const { count, numbers } = readDiversions(ask);
  if (count >= MOST_DIVERSIONS) return true;
  if (numbers.some((written) => readCarrierNumber(written, trunk.country) === call.to)) return true;
  if (call.from === call.to || (await leadsBack(database, { from: call.to, to }))) return true;
  if (call.from === null) return false;
  const since = new Date(call.initiatedAt.getTime() - LONGEST_RING_MS);
  return (await countRingingForwards(database, { number: call.to, caller: call.from, since })) >= MOST_OF_ONE_CALLER;
}

/** Behind the number of an office several may call at once. */
const MOST_OF_ONE_CALLER = 3;

/** What rings for longer was lost. */
const LONGEST_RING_MS = 5 * 60_000;

/** Writes down where a call may go on to, and gives the words of it for the engine: who may place it, once, for this call alone. */
export async function offerForward(
  deps: { database: Database; settings: Pick<CallSettings, 'ringingMs'> },
  offered: { call: CallRecord; forward: WantedForward; now: Date },
): Promise<{ user: string; words: Required<Pick<CallRings, 'forwardTo' | 'forwardMs'>> }> {
  const { call, now } = offered;
  const { ringingMs: _rings, ...forward } = offered.forward;
  await insertForward(deps.database, { ...forward, incomingCallId: call.id, at: now });
  const words = { forwardTo: forward.to, forwardMs: deps.settings.ringingMs + FORWARD_SPARE_MS };
  return { user: forwardUser(call.id), words };
}
