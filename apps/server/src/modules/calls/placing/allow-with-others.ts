import { type Micros, micros } from '@farline/contracts';
import type { WaitingLine } from '../../../platform/admission/waiting-line.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { batched } from '../../../platform/concurrency/batching.ts';
import { onceFor } from '../../../platform/once-for.ts';
import type { CallLimits } from '../../limits/index.ts';
import { isFree, type Rating } from '../../rating/index.ts';
import type { Routing, Trunk, TrunkRoute } from '../../routing/index.ts';
import { firstStretch, grantedByHold } from '../money/first-stretch.ts';
import { ASKED, type PayerNow, payersNow } from '../money/payer-store.ts';
import { countedIn } from '../money/spending-limits.ts';
import type { CallRecord } from '../record/call-record.ts';
import type { CallSettings } from '../record/settings.ts';
import type { StoredCall } from '../record/stored-call.ts';
import { whoPays } from '../record/who-pays.ts';
import { type CallToAllow, saveAllowed } from './allow-call-store.ts';
import { allowedBy, type ProvenAsk } from './call-decision.ts';
import { PLACEABLE_MS } from './initiate-call.ts';
import { judgeStart } from './judge-start.ts';
import { drawUnlimitedTrunks } from './take-trunks.ts';

const MOST_AT_ONCE = 50;

/** Measure how long calls wait to be decided on: those that are placed, and those that come in. */
export type WaitingLines = Record<'permission' | 'incoming', Pick<WaitingLine, 'join'>>;
export type AllowDeps = {
  database: Database;
  clock: Clock;
  settings: CallSettings;
  rating: Pick<Rating, 'rateNumber'>;
  routing: Pick<Routing, 'random'>;
  limits: CallLimits;
  waitingLines?: WaitingLines | undefined;
};

/** A call that asks to begin, as it is remembered. */
export type AskedCall = { stored: StoredCall; ask: ProvenAsk; trunks: Trunk[] };
/** It may begin, and is saved: with what it was granted, over these trunks. */
export type AllowedCall = { stored: StoredCall; grantedSeconds: number; routes: TrunkRoute[] };

/**
 * Allows a call together with those that ask while others are decided on: one look at who pays for them, and one statement that holds, freezes
 * and saves. Each is judged as if it were alone; null for one that is not as usual or not as it was seen, and nothing happened to it.
 */
export async function allowWithOthers(deps: AllowDeps, asked: AskedCall): Promise<AllowedCall | null> {
  return await permissionLine(deps)(asked);
}

const permissionLine = onceFor((deps: AllowDeps) =>
  batched({
    most: MOST_AT_ONCE,
    line: deps.waitingLines?.permission,
    work: async (calls: readonly AskedCall[]) => await allowEach(deps, calls),
  }),
);

async function allowEach(deps: AllowDeps, asked: readonly AskedCall[]): Promise<(AllowedCall | null)[]> {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - PLACEABLE_MS);
  const usage = deps.limits.usageSql({ ...ASKED, now });
  const first = oneOfEachAccount(asked);
  const payers = await payersNow(
    deps.database,
    first.map(({ stored: { call } }) => ({ call, ...countedIn(call, now) })),
    { since, usage },
  );
  const judged = new Map(
    first.flatMap((one) => {
      const payer = payers.get(one.stored.call.id);
      const start = payer === undefined ? null : startOf(deps, one, { payer, now });
      return start === null ? [] : [[one, start]];
    }),
  );
  const toSave = [...judged.values()].map(({ toAllow }) => toAllow);
  const saved = await saveAllowed(deps.database, toSave);
  return asked.map((one) => {
    const start = judged.get(one);
    return start !== undefined && saved.has(one.stored.call.id) ? start.allowed : null;
  });
}

/**
 * Of several calls of one account the first: what the others may spend depends on it, so they are decided on with locks, and none of them makes
 * the whole statement pass a limit.
 */
function oneOfEachAccount(asked: readonly AskedCall[]): AskedCall[] {
  const seen = new Set<string>();
  return asked.filter(({ stored: { call } }) => !seen.has(call.accountId) && seen.add(call.accountId));
}

/** How a call begins by what was seen; null: not so, or not as it was asked for. */
function startOf(
  deps: AllowDeps,
  { stored, ask, trunks }: AskedCall,
  { payer, now }: { payer: PayerNow; now: Date },
): { toAllow: CallToAllow; allowed: AllowedCall } | null {
  const { call } = stored;
  const start = judgeStart(deps, { call, account: accountOf(payer), usage: payer.usage, now });
  if (!start.allowed) return null;
  const drawn = drawUnlimitedTrunks(deps.routing, { number: call.to, accountState: start.account.state, trunks });
  const stretch = stretchFor(deps.settings, call, payer);
  if (drawn === null || stretch === null) return null;
  // What carries it or what pays for it is no longer what was seen: another wallet is to be looked at.
  if (drawn.isPractice !== call.isPractice) return null;
  const { terms } = call.rated;
  if (whoPays({ isPractice: drawn.isPractice, terms }, payer.trialAvailableMicros ?? 0n) !== call.paidBy) return null;
  if (start.left !== null && start.left.mostMicros < stretch.amountMicros) return null;

  const [holdId, quoteId] = [newId(now), newId(now)];
  const { grantedSeconds, amountMicros, seenMicros } = stretch;
  const begun = { ...stored, call: allowedBy({ ...call, quoteId, holdId, grantedSeconds }, ask, now) };
  const cause = { type: 'call', id: call.id };
  return {
    toAllow: {
      stored: begun,
      quote: { id: quoteId, rated: call.rated, at: now },
      hold: { holdId, walletId: call.payerWalletId, amountMicros, seenMicros, cause, at: now },
      claim: start.claim.claimed(amountMicros),
    },
    allowed: { stored: begun, grantedSeconds, routes: drawn.routes },
  };
}

const accountOf = ({ accountState, timeZone }: PayerNow) =>
  accountState === null || timeZone === null ? null : { state: accountState, timeZone };

/** The whole first stretch, exactly; null for a free call and for a wallet that does not reach for the least. */
function stretchFor(
  settings: CallSettings,
  { rated: { terms } }: CallRecord,
  { otherCalls, availableMicros }: { otherCalls: number; availableMicros: bigint | null },
): { amountMicros: Micros; seenMicros: Micros | null; grantedSeconds: number } | null {
  if (availableMicros === null || isFree(terms)) return null;
  const available = micros(availableMicros);
  // What several calls share is dealt out by what is there: nobody may have taken from it since.
  const seenMicros = otherCalls > 0 ? available : null;
  const stretch = firstStretch(terms, settings, seenMicros);
  if (stretch.free || available < stretch.leastMicros) return null;
  const amountMicros = stretch.wantedMicros < available ? stretch.wantedMicros : available;
  return { amountMicros, seenMicros, grantedSeconds: grantedByHold(terms, settings, amountMicros) };
}
