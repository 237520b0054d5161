import { type Micros, micros } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import { availableMicros, lockWallets, type Wallet, wholeUnits } from '../../ledger/index.ts';
import type { PaidBy } from '../../rating/index.ts';
import { splitSegments } from '../record/message-record.ts';
import { type PlannedMessage, whoPays } from './plan-message.ts';
import type { SendRequest } from './send-request.ts';

/** A message that somebody asks to send, with what it would be. `id`: the one that it has, however often it is tried. */
export type ToWrite = { id: string; request: SendRequest; planned: PlannedMessage };

/** One whose wallets are locked: what it costs, and who pays, as things are now. */
export type PaidFor = {
  one: ToWrite;
  includedSegments: number;
  costMicros: Micros;
  paidBy: PaidBy;
  walletId: string;
  availableMicros: Micros;
};

/**
 * Locks the wallets that pay for messages, and gives those that nobody else has: the plan's messages pay first, then trial credit where that
 * covers practice whole, and otherwise money, all of it or nothing. With `waits` there is only one, and it is waited for. Locks: wallets of
 * plans, of trial credit, of money, each by their ids.
 */
export async function lockPayers(
  tx: Transaction,
  { all, waits }: { all: readonly ToWrite[]; waits: boolean },
): Promise<PaidFor[]> {
  const { plans, first } = walletsOf(all);
  const locked = await lockWallets(tx, { walletIds: [...plans, ...first], waits });
  const begun = all.flatMap((one) => splitOf(one, locked) ?? []);
  const forMoney = begun.filter(({ one, costMicros }) => isPaidByMoney(one, costMicros, locked));
  const more = forMoney.map(({ one }) => one.planned.sender.walletId).filter((id) => !locked.has(id));
  for (const [id, wallet] of await lockWallets(tx, { walletIds: more.toSorted(), waits })) locked.set(id, wallet);
  return begun.flatMap((split) => {
    const { walletId, trialWalletId } = split.one.planned.sender;
    const paidBy = forMoney.includes(split) ? 'money' : 'trial_credit';
    const wallet = locked.get(paidBy === 'money' ? walletId : trialWalletId);
    if (wallet === undefined) return [];
    return [{ ...split, paidBy, walletId: wallet.id, availableMicros: availableMicros(wallet) }];
  });
}

/** Those of plans, and those of trial credit, where that may pay, and money. */
function walletsOf(all: readonly ToWrite[]): { plans: string[]; first: string[] } {
  const of = (ids: string[]) => ids.toSorted();
  return {
    plans: of(all.flatMap(({ planned }) => planned.sender.allowance?.walletId ?? [])),
    first: [
      ...of(all.flatMap(({ planned }) => (planned.isPractice ? [planned.sender.trialWalletId] : []))),
      ...of(all.flatMap(({ planned }) => (planned.isPractice ? [] : [planned.sender.walletId]))),
    ],
  };
}

type Split = Pick<PaidFor, 'one' | 'includedSegments' | 'costMicros'>;

/** What the plan's messages pay, and what the rest costs; null: somebody else has a wallet of it. */
function splitOf(one: ToWrite, locked: ReadonlyMap<string, Wallet>): Split | null {
  const { sender, segments, rate, isPractice } = one.planned;
  if (!locked.has(isPractice ? sender.trialWalletId : sender.walletId)) return null;
  const plan = sender.allowance === null ? null : locked.get(sender.allowance.walletId);
  if (plan === undefined) return null;
  const included = plan === null ? 0 : wholeUnits(availableMicros(plan));
  return { one, ...splitSegments(segments.parts.length, included, rate.perSegmentMicros) };
}

function isPaidByMoney({ planned }: ToWrite, costMicros: Micros, locked: ReadonlyMap<string, Wallet>): boolean {
  const { isPractice, sender } = planned;
  const trial = isPractice ? locked.get(sender.trialWalletId) : undefined;
  return whoPays({ isPractice, costMicros }, trial === undefined ? micros(0n) : availableMicros(trial)) === 'money';
}
