import { micros } from '@farline/contracts';
import type { Executor, Transaction } from '../../../platform/database.ts';
import {
  type AvailableAllowance,
  allowanceUnit,
  availableMicros,
  type ClosingAt,
  enlargeHold,
  groupOfUnit,
  lockWallet,
  microsOfSeconds,
  placeHold,
  postTransfer,
  wholeUnits,
} from '../../ledger/index.ts';
import type { RatedNumber, Rating } from '../../rating/index.ts';
import type { CallAllowance, CallRecord } from '../record/call-record.ts';

/** The payer's allowance for a number, with the seconds that are free of it; null: none covers it. */
export function allowanceFor(
  rating: Pick<Rating, 'groupOf'>,
  rated: RatedNumber,
  allowances: readonly AvailableAllowance[],
): { allowance: CallAllowance; availableSeconds: number } | null {
  if (allowances.length === 0) return null;
  const group = rating.groupOf(rated.destination);
  const found = group === null ? undefined : allowances.find(({ unit }) => unit === allowanceUnit(group.name));
  if (group === null || found === undefined || found.availableMicros <= 0n) return null;
  return {
    allowance: { group: group.title, walletId: found.walletId, holdId: null, seconds: 0 },
    availableSeconds: wholeUnits(found.availableMicros),
  };
}

/** What is free of allowances of seconds, by destination group. */
export function secondsByGroup(allowances: readonly AvailableAllowance[]): ReadonlyMap<string, number> {
  return new Map(
    allowances.flatMap(({ unit, availableMicros }) => {
      const group = groupOfUnit(unit);
      return group === null ? [] : [[group, wholeUnits(availableMicros)] as const];
    }),
  );
}

const causeOf = (callId: string) => ({ type: 'call_allowance', id: callId });

/**
 * Holds up to `wantedSeconds` of a call's allowance: what is free of it. Of any number of calls at once each gets its
 * own seconds. Comes before every lock of the wallet of money.
 */
export async function holdAllowance(
  tx: Transaction,
  call: CallRecord,
  wanted: { seconds: number; at: Date },
): Promise<CallAllowance | null> {
  const { allowance } = call;
  if (allowance === null) return null;
  const held = await placeHold(tx, {
    walletId: allowance.walletId,
    wantedMicros: microsOfSeconds(wanted.seconds),
    leastMicros: microsOfSeconds(1),
    cause: causeOf(call.id),
    at: wanted.at,
  });
  return held.allowed ? { ...allowance, holdId: held.holdId, seconds: wholeUnits(held.heldMicros) } : allowance;
}

/** Holds more of the allowance for a running call, up to `seconds` in all; as it was when nothing is free. */
export async function enlargeAllowance(
  db: Executor,
  allowance: CallAllowance,
  wanted: { seconds: number; key: string; at: Date },
): Promise<CallAllowance> {
  if (allowance.holdId === null || wanted.seconds <= allowance.seconds) return allowance;
  const more = await enlargeHold(db, {
    holdId: allowance.holdId,
    wantedMicros: microsOfSeconds(wanted.seconds - allowance.seconds),
    leastMicros: microsOfSeconds(1),
    key: wanted.key,
    at: wanted.at,
  });
  return more.enlarged ? { ...allowance, seconds: wholeUnits(more.heldMicros) } : allowance;
}

/**
 * Takes up to `wantedSeconds` of what is free of an allowance, for a call whose hold of it was released before its end was known. Gives how many.
 */
export async function takeAllowance(
  tx: Transaction,
  call: { id: string; allowance: CallAllowance | null },
  wanted: { seconds: number; at: Date },
): Promise<number> {
  // Of one that held nothing, no seconds were to be had.
  if (call.allowance === null || call.allowance.holdId === null) return 0;
  const wallet = await lockWallet(tx, call.allowance.walletId);
  const seconds = wallet === null ? 0 : Math.min(wanted.seconds, wholeUnits(availableMicros(wallet)));
  if (wallet === null || seconds === 0) return 0;
  const amountMicros = microsOfSeconds(seconds);
  const posted = await postTransfer(tx, {
    cause: causeOf(call.id),
    unit: wallet.unit,
    entries: [
      { walletId: wallet.id, amountMicros: micros(-amountMicros) },
      { houseAccount: 'allowance_used', amountMicros },
    ],
    at: wanted.at,
  });
  if (!posted.posted) throw new Error(`allowance ${wallet.id} had less than was free under its lock`);
  return seconds;
}

/** Takes what a call used of its allowance and gives the rest back. `usedSeconds` null: it was never answered. */
export function closingsOfAllowance(call: CallRecord, usedSeconds: number | null, at: Date): ClosingAt[] {
  const holdId = call.allowance?.holdId ?? null;
  if (holdId === null) return [];
  const chargeMicros = usedSeconds === null ? null : micros(microsOfSeconds(usedSeconds));
  return [{ holdId, chargeMicros, cause: causeOf(call.id), houseAccount: 'allowance_used', at }];
}
