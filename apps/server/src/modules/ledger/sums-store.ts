import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import { entriesSince } from './ledger-store.ts';
import { rememberSpans, type WalletSpan } from './remember-spans.ts';
import { isEarnedSql } from './statement-store.ts';
import { OWED_CHARGE_PAID } from './transfer.ts';

/** What moved a wallet between two instants: the balance before, the sum and number of entries of each type of cause, the balance after. */
export type WalletSums = {
  openingMicros: Micros;
  byCause: { type: string; sumMicros: Micros; entries: number }[];
  closingMicros: Micros;
};

/** It looks at entries since `from`, and at none before; one that was written late counts in the time that it is of. */
export async function walletSums(db: Executor, wanted: WalletSpan): Promise<WalletSums> {
  const { balance, causes } = await summedUp(db, wanted);
  const all = [...causes];
  const opening = balance - all.reduce((sum, [, { moved }]) => sum + moved, 0n);
  return {
    // Counted back from the balance of now.
    openingMicros: micros(opening),
    byCause: all
      .filter(([, { entries }]) => entries > 0)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([type, { sum, entries }]) => ({ type, sumMicros: micros(sum), entries })),
    closingMicros: micros(opening + all.reduce((sum, [, cause]) => sum + cause.sum, 0n)),
  };
}

/**
 * What the house earned from a wallet in a span, charges less refunds: of calls, and of all there is. No charge but that of a call that was
 * answered after its end can be owed, so that what is paid of one is a call's.
 */
export async function revenueFrom(
  db: Executor,
  wanted: WalletSpan,
): Promise<{ callsMicros: Micros; totalMicros: Micros }> {
  const { causes } = await summedUp(db, wanted);
  const total = [...causes.values()].reduce((sum, { earned }) => sum + earned, 0n);
  const ofCalls = ['call', OWED_CHARGE_PAID].reduce((sum, type) => sum + (causes.get(type)?.earned ?? 0n), 0n);
  return { callsMicros: micros(ofCalls), totalMicros: micros(total) };
}

/** Of a type of cause: what moved since the span began, and within the span the sum, the number, and what of it the house earned. */
type OfCause = { moved: bigint; sum: bigint; entries: number; earned: bigint };
/** Everything up to the position `upTo` of the wallet. */
type Summed = { upTo: bigint; causes: ReadonlyMap<string, OfCause> };
type Row = OfCause & { balance: bigint; last: bigint; type: string | null };

const NONE: OfCause = { moved: 0n, sum: 0n, entries: 0, earned: 0n };
const remembered = rememberSpans<Summed>();

/**
 * The sums of a span, and the wallet's balance of the same moment. What was summed up before is remembered: an account with many calls does not
 * pay for all of its month each time that somebody looks.
 */
async function summedUp(db: Executor, wanted: WalletSpan): Promise<Summed & { balance: bigint }> {
  const before = remembered.before(db, wanted) ?? { upTo: 0n, causes: new Map<string, OfCause>() };
  const rows = await sumSince(db, wanted, before.upTo);
  const [{ balance, last } = { balance: 0n, last: 0n }] = rows;
  const causes = new Map(before.causes);
  for (const { type, ...row } of rows) if (type !== null) causes.set(type, added(causes.get(type) ?? NONE, row));
  const now = { upTo: last, causes };
  remembered.keep(db, wanted, now);
  return { ...now, balance };
}

const added = (one: OfCause, other: OfCause): OfCause => ({
  moved: one.moved + other.moved,
  sum: one.sum + other.sum,
  entries: one.entries + other.entries,
  earned: one.earned + other.earned,
});

/** In one statement, so that all of it is of one moment. At least one row, without a type where nothing came. */
async function sumSince(db: Executor, span: WalletSpan, upTo: bigint): Promise<Row[]> {
  const { walletId, from, to } = span;
  const { rows } = await sql<Row>`
    with latest as (
      select id, balance_after from ledger.entry where wallet_id = ${walletId} order by id desc limit 1),
    since as (
      select cause_type, amount, entry.at < ${to} as is_within, ${isEarnedSql} as is_earned
      from ${entriesSince(span, upTo)} entry join ledger.transfer on transfer.id = entry.transfer_id
      where entry.at >= ${from})
    select coalesce((select balance_after from latest), 0)::bigint as balance, coalesce((select id from latest), 0)::bigint as last,
      cause_type as type, coalesce(sum(amount), 0)::bigint as moved,
      coalesce(sum(amount) filter (where is_within), 0)::bigint as sum,
      (count(*) filter (where is_within))::int as entries,
      coalesce(-sum(amount) filter (where is_within and is_earned), 0)::bigint as earned
    from (select) one left join since on true group by cause_type`.execute(db);
  return rows;
}
