import { type Micros, micros } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../../platform/database.ts';
import { availableMicros, enlargeHold, findHold, lockWallet, placeHold } from '../../ledger/index.ts';
import { type CallLimits, LimitPassedMeanwhile, type UsageJson } from '../../limits/index.ts';
import { enlargeAllowance } from './call-allowance.ts';
import type { CallRecord, EndBecause } from '../record/call-record.ts';
import { noteStep } from '../record/call-steps-store.ts';
import { countOtherRunningCalls, lockCallToExtend, saveAndTell, saveCall, SPENDER } from '../record/calls-store.ts';
import { grantedByHold } from './first-stretch.ts';
import { nextStretch } from './next-stretch.ts';
import type { CallSettings } from '../record/settings.ts';
import { leftByItself, leftByLimits, tighter } from './bounds.ts';
import { countedIn } from './spending-limits.ts';
import { extensionTime, grantedEnd, warningTime } from './warning.ts';

export type ExtendDeps = {
  database: Database;
  clock: Clock;
  settings: CallSettings;
  limits: Pick<CallLimits, 'usageSql' | 'judgeMore'>;
};

/** While money is awaited it is asked for again, in case the event of a top-up got lost. */
const ASK_AGAIN_MS = 5_000;

/**
 * Asks for the next stretch of a running call and commits its hold; the engine is told afterwards (`sendGrantedEnd`), so that
 * it never carries what is not held. Refused or short, the end is known, and the caller will be warned. A longer end
 * withdraws the warning. Returns whether the limit changed.
 */
export async function extendCall(deps: ExtendDeps, callId: string): Promise<boolean> {
  try {
    return await extend(deps, callId);
  } catch (error) {
    // Another call used up what a limit left: nothing happened, and it stays due.
    if (error instanceof LimitPassedMeanwhile) return false;
    throw error;
  }
}

async function extend(deps: ExtendDeps, callId: string): Promise<boolean> {
  return await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const stored = await lockCallToExtend(tx, callId, deps.limits.usageSql({ ...SPENDER, now }));
    if (stored === null) return false;
    const { call, usage, isActive } = stored;
    if (!isAnswered(call) || call.due.extendAt === null || call.due.extendAt > now) return false;

    const extended = call.decidedEnd === null ? await ask(deps, tx, call, { usage, isActive, now }) : dropped(call);
    const isLonger = extended.grantedSeconds !== call.grantedSeconds;
    const isShown = isLonger || extended.isEndKnown !== call.isEndKnown;
    const saved = await (isShown ? saveAndTell : saveCall)(tx, { ...stored, call: extended });
    if (!saved) throw new Error(`call ${call.id} changed under its lock`);
    if (isLonger) await noteStep(tx, call.id, { kind: 'extended', at: now, seconds: extended.grantedSeconds ?? 0 });
    return isLonger;
  });
}

type AnsweredCall = CallRecord & { progress: { state: 'answered'; answeredAt: Date }; grantedSeconds: number };

function isAnswered(call: CallRecord): call is AnsweredCall {
  return call.progress.state === 'answered' && call.grantedSeconds !== null;
}

const dropped = (call: CallRecord): CallRecord => ({ ...call, due: { ...call.due, extendAt: null } });

type Present = { usage: UsageJson; isActive: boolean; now: Date };

async function ask(deps: ExtendDeps, tx: Transaction, call: AnsweredCall, present: Present): Promise<CallRecord> {
  if (call.holdId === null && call.allowance === null) return dropped(call);
  // The payment that stood for the call was taken back: it has what it was granted, and no more.
  if (!call.isPractice && !present.isActive) return ending(deps.settings, call, { shortOf: 'money', now: present.now });
  // The allowance before the money: so each is locked, and so each is used.
  const allowance = await askAllowance(deps.settings, tx, call, present.now);
  return await askMoney(deps, tx, { ...call, allowance }, present);
}

/** What is free of the call's allowance, for as long as its next stretch. */
async function askAllowance(settings: CallSettings, tx: Transaction, call: AnsweredCall, now: Date) {
  const { allowance } = call;
  if (allowance === null) return null;
  const elapsed = Math.ceil((now.getTime() - call.progress.answeredAt.getTime()) / 1000);
  const seconds = Math.min(elapsed + settings.firstStretchSeconds, settings.longestSeconds);
  return await enlargeAllowance(tx, allowance, { seconds, key: `from ${allowance.seconds}`, at: now });
}

async function askMoney(
  deps: ExtendDeps,
  tx: Transaction,
  call: AnsweredCall,
  { usage, now }: Present,
): Promise<CallRecord> {
  const { terms } = call.rated;
  const heldMicros = await moneyHeld(tx, call);
  const includedSeconds = call.allowance?.seconds ?? 0;
  const running = {
    terms,
    answeredAt: call.progress.answeredAt,
    grantedSeconds: call.grantedSeconds,
    heldMicros,
    includedSeconds,
  };
  const stretch = nextStretch(running, deps.settings, now, await sharedAvailable(tx, call));

  switch (stretch.step) {
    case 'longest':
      return dropped({ ...call, isEndKnown: false, endBecause: null });
    case 'enough':
      return lengthened(deps.settings, call, { grantedSeconds: stretch.seconds, shortOf: null, now });
    case 'add': {
      const { left, claim } = deps.limits.judgeMore(usage, { ...countedIn(call, now), causeId: call.id });
      const bound = tighter(leftByLimits(left), leftByItself(call, heldMicros));
      const isBound = bound !== null && bound.mostMicros < stretch.wantedMicros;
      const wantedMicros = isBound ? bound.mostMicros : stretch.wantedMicros;
      const added = await addMoney(tx, call, { wantedMicros, leastMicros: stretch.leastMicros, heldMicros, at: now });
      const held = added?.heldMicros ?? heldMicros;
      if (held > heldMicros) await claim.take(tx, micros(held - heldMicros));
      // Where the limit gave all that it had left, it is what there is too little of.
      const isByLimit = isBound && held - heldMicros >= (wantedMicros < stretch.leastMicros ? 0n : wantedMicros);
      const shortOf = isByLimit ? bound.because : 'money';
      const grantedSeconds = grantedByHold(terms, deps.settings, held, includedSeconds);
      if (grantedSeconds <= call.grantedSeconds) return ending(deps.settings, call, { shortOf, now });
      const paid: AnsweredCall = { ...call, holdId: added?.holdId ?? call.holdId };
      const isShort = grantedSeconds < stretch.seconds;
      return lengthened(deps.settings, paid, { grantedSeconds, shortOf: isShort ? shortOf : null, now });
    }
  }
}

async function moneyHeld(tx: Transaction, call: CallRecord): Promise<Micros> {
  if (call.holdId === null) return micros(0n);
  const hold = await findHold(tx, call.holdId);
  if (hold === null || hold.state !== 'open') throw new Error(`running call ${call.id} has no open hold`);
  return hold.heldMicros;
}

/** Adds to the call's hold of money; one that began with an allowance alone gets its first. Null: not to be had. */
async function addMoney(
  tx: Transaction,
  call: CallRecord,
  more: { wantedMicros: Micros; leastMicros: Micros; heldMicros: Micros; at: Date },
): Promise<{ holdId: string; heldMicros: Micros } | null> {
  const { wantedMicros, leastMicros, at } = more;
  if (wantedMicros < leastMicros) return null;
  const { holdId } = call;
  if (holdId === null) {
    const cause = { type: 'call', id: call.id };
    const placed = await placeHold(tx, { walletId: call.payerWalletId, wantedMicros, leastMicros, cause, at });
    return placed.allowed ? placed : null;
  }
  // One key for each state of the hold: a repeat adds nothing.
  const key = `from ${more.heldMicros}`;
  const added = await enlargeHold(tx, { holdId, wantedMicros, leastMicros, key, at });
  return added.enlarged ? { holdId, heldMicros: added.heldMicros } : null;
}

/** What is there to share, when other calls run on the wallet; null when this call has it for itself. */
async function sharedAvailable(tx: Transaction, call: CallRecord) {
  if ((await countOtherRunningCalls(tx, call)) === 0) return null;
  const wallet = await lockWallet(tx, call.payerWalletId);
  return wallet === null ? null : availableMicros(wallet);
}

/** No more to be had: the end is known from now on. What was known before stays as it was. */
function ending(
  settings: CallSettings,
  call: AnsweredCall,
  { shortOf, now }: { shortOf: EndBecause; now: Date },
): CallRecord {
  const end = grantedEnd({ answeredAt: call.progress.answeredAt, grantedSeconds: call.grantedSeconds });
  return {
    ...call,
    isEndKnown: true,
    endBecause: shortOf,
    due: {
      ...call.due,
      extendAt: new Date(now.getTime() + ASK_AGAIN_MS),
      warnAt: call.isEndKnown ? call.due.warnAt : warningTime(end, settings, now),
    },
  };
}

/** A later end, to be sent to the engine. A warning that no longer holds is taken back, its sound with it. */
function lengthened(
  settings: CallSettings,
  call: AnsweredCall,
  to: { grantedSeconds: number; shortOf: EndBecause | null; now: Date },
): CallRecord {
  const granted = { answeredAt: call.progress.answeredAt, grantedSeconds: to.grantedSeconds };
  const end = grantedEnd(granted);
  const isShort = to.shortOf !== null;
  const wasWarned = call.isEndKnown && call.due.warnAt === null;
  const isFarOff = end.getTime() - to.now.getTime() > settings.warningSeconds * 1000;
  const warnAt = isShort && (isFarOff || !wasWarned) ? warningTime(end, settings, to.now) : null;
  return {
    ...call,
    grantedSeconds: to.grantedSeconds,
    isEndKnown: isShort,
    endBecause: to.shortOf,
    due: {
      ...call.due,
      sendGrantedEndAt: to.now,
      extendAt: isShort ? new Date(to.now.getTime() + ASK_AGAIN_MS) : extensionTime(granted, settings),
      warnAt,
      unblockAt: call.due.unblockAt !== null && isFarOff ? to.now : call.due.unblockAt,
    },
  };
}
