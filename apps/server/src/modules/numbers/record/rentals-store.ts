// The statements about who rents which number. Locks: the account first (accounts), then its rental, then the offer.
import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { type ListPosition, NIL } from '../../../platform/in-turn.ts';
import type { Span } from '../../../platform/local-days.ts';
import type { PastRental, Rental, RentalEnd } from './rental.ts';

type RentalRow = {
  id: string;
  account_id: string;
  e164: string;
  monthly: bigint;
  per_minute: bigint;
  currency: string;
  started_at: Date;
  anchor_at: Date;
  period_number: number;
  period_from: Date;
  period_to: Date;
  unpaid_since: Date | null;
  grace_to: Date | null;
};

const columns = sql`id, account_id, e164, monthly, per_minute, currency, started_at, anchor_at, period_number, period_from,
  period_to, unpaid_since, grace_to`;

const toRental = (row: RentalRow): Rental => ({
  id: row.id,
  accountId: row.account_id,
  e164: row.e164,
  monthlyMicros: micros(row.monthly),
  perMinuteMicros: micros(row.per_minute),
  currency: row.currency,
  startedAt: row.started_at,
  anchorAt: row.anchor_at,
  periodNumber: row.period_number,
  period: { from: row.period_from, to: row.period_to },
  unpaid:
    row.unpaid_since === null || row.grace_to === null ? null : { since: row.unpaid_since, graceTo: row.grace_to },
});

/** Who rents a number now; null: nobody. */
export async function renterOf(db: Executor, e164: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from numbers.rental where e164 = ${e164} and ended_at is null`.execute(db);
  return rows[0]?.account_id ?? null;
}

/** How many numbers an account rents. */
export async function countRentals(db: Executor, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from numbers.rental where account_id = ${accountId} and ended_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How numbers were left by an account that has them no more, by each; those that it never had are missing. */
export async function lastRentalsOf(
  db: Executor,
  wanted: { accountId: string; numbers: readonly string[] },
): Promise<Map<string, PastRental>> {
  const { rows } = await sql<PastRental & { e164: string }>`
    select distinct on (e164) e164, ended_at as "endedAt", charge.period_to as "paidUntil"
    from numbers.rent_charge charge join numbers.rental on rental.id = rental_id
    where charge.account_id = ${wanted.accountId} and e164 = any (${wanted.numbers}::text[]) and ended_at is not null
    order by e164, charge.id desc`.execute(db);
  return new Map(rows.map(({ e164, ...last }) => [e164, last]));
}

/** An account's rental of a number, locked until the end of the transaction; null: it does not rent it. */
export async function lockRentalOf(
  tx: Transaction,
  wanted: { accountId: string; e164: string },
): Promise<Rental | null> {
  const { rows } = await sql<RentalRow>`
    select ${columns} from numbers.rental
    where account_id = ${wanted.accountId} and e164 = ${wanted.e164} and ended_at is null for update`.execute(tx);
  return rows[0] === undefined ? null : toRental(rows[0]);
}

/** A rental, locked, if it runs and has to be looked at now: another worker may have been faster. */
export async function lockDueRental(tx: Transaction, wanted: { id: string; now: Date }): Promise<Rental | null> {
  const { rows } = await sql<RentalRow>`
    select ${columns} from numbers.rental
    where id = ${wanted.id} and ended_at is null and due_at <= ${wanted.now} for update`.execute(tx);
  return rows[0] === undefined ? null : toRental(rows[0]);
}

/** The rentals that have to be looked at now, the longest overdue first, behind a place. */
export async function dueRentals(
  db: Executor,
  wanted: { now: Date; after: ListPosition | null; most: number },
): Promise<(ListPosition & { accountId: string })[]> {
  const { now, after, most } = wanted;
  const { rows } = await sql<ListPosition & { accountId: string }>`
    select due_at::text as at, id, account_id as "accountId" from numbers.rental
    where due_at <= ${now} and ended_at is null
      and (due_at, id) > (${after?.at ?? '-infinity'}::timestamptz, ${after?.id ?? NIL}::uuid)
    order by due_at, id limit ${most}`.execute(db);
  return rows;
}

/** Writes a rental, and when to look at it next. */
export async function saveRental(tx: Transaction, rental: Rental, dueAt: Date): Promise<void> {
  const { period, unpaid } = rental;
  await sql`
    insert into numbers.rental (id, account_id, e164, monthly, per_minute, currency, started_at, anchor_at, period_number,
      period_from, period_to, unpaid_since, grace_to, due_at)
    values (${rental.id}, ${rental.accountId}, ${rental.e164}, ${rental.monthlyMicros}, ${rental.perMinuteMicros},
      ${rental.currency}, ${rental.startedAt}, ${rental.anchorAt}, ${rental.periodNumber}, ${period.from}, ${period.to},
      ${unpaid?.since ?? null}, ${unpaid?.graceTo ?? null}, ${dueAt})
    on conflict (id) do update set anchor_at = excluded.anchor_at, period_number = excluded.period_number,
      period_from = excluded.period_from, period_to = excluded.period_to, unpaid_since = excluded.unpaid_since,
      grace_to = excluded.grace_to, due_at = excluded.due_at`.execute(tx);
}

/** Ends a rental: the number rests until then, and meanwhile its account alone can rent it again. */
export async function endRental(
  tx: Transaction,
  end: { rental: Rental; reason: RentalEnd; at: Date; restsUntil: Date },
): Promise<void> {
  const { id, e164, accountId } = end.rental;
  await sql`update numbers.rental set ended_at = ${end.at}, end_reason = ${end.reason} where id = ${id}`.execute(tx);
  await sql`update numbers.offer set rests_until = ${end.restsUntil}, last_account_id = ${accountId}
    where e164 = ${e164}`.execute(tx);
}

/** Has the rentals of accounts looked at now: of those that wait for money, or all of them. */
export async function markDue(
  tx: Transaction,
  marked: { accountIds: string[]; at: Date; which: 'unpaid' | 'all' },
): Promise<void> {
  await sql`update numbers.rental set due_at = ${marked.at}
    where account_id = any (${marked.accountIds}::uuid[]) and ended_at is null and due_at > ${marked.at}
      and (${marked.which === 'all'} or unpaid_since is not null)`.execute(tx);
}

/** What an account's numbers take until the end of a month, those that end then included. */
export async function rentUntil(db: Executor, wanted: { accountId: string; until: Date }): Promise<Micros> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(monthly), 0)::bigint as sum from numbers.rental
    where account_id = ${wanted.accountId} and ended_at is null and period_to <= ${wanted.until}`.execute(db);
  return micros(rows[0]?.sum ?? 0n);
}

/** What was taken for a month of a number. Its id is the cause of the money in the ledger. */
export type RentCharge = {
  id: string;
  accountId: string;
  rentalId: string;
  period: Span;
  monthlyMicros: Micros;
  setupMicros: Micros;
  currency: string;
  at: Date;
};

/** Notes what is taken. A month can be begun once: the second time breaks the unique constraint. */
export async function insertRentCharge(tx: Transaction, charge: RentCharge): Promise<void> {
  await sql`insert into numbers.rent_charge (id, account_id, rental_id, period_from, period_to, monthly, setup, currency, at)
    values (${charge.id}, ${charge.accountId}, ${charge.rentalId}, ${charge.period.from}, ${charge.period.to},
      ${charge.monthlyMicros}, ${charge.setupMicros}, ${charge.currency}, ${charge.at})`.execute(tx);
}

/** What was taken for an account's numbers after a charge, oldest first, with the number of each. */
export async function rentChargesAfter(
  db: Executor,
  wanted: { accountId: string; after: string | null; most: number },
): Promise<(RentCharge & { e164: string })[]> {
  const { rows } = await sql<{
    id: string;
    rental_id: string;
    e164: string;
    period_from: Date;
    period_to: Date;
    monthly: bigint;
    setup: bigint;
    currency: string;
    at: Date;
  }>`
    select charge.id, rental_id, e164, charge.period_from, charge.period_to, charge.monthly, setup, charge.currency, at
    from numbers.rent_charge charge join numbers.rental on rental.id = rental_id
    where charge.account_id = ${wanted.accountId} and charge.id > ${wanted.after ?? NIL}::uuid
    order by charge.id limit ${wanted.most}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    accountId: wanted.accountId,
    rentalId: row.rental_id,
    e164: row.e164,
    period: { from: row.period_from, to: row.period_to },
    monthlyMicros: micros(row.monthly),
    setupMicros: micros(row.setup),
    currency: row.currency,
    at: row.at,
  }));
}

/** Which numbers these charges were the rent of, by the id of each. */
export async function numbersOfCharges(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; e164: string }>`
    select charge.id, e164 from numbers.rent_charge charge join numbers.rental on rental.id = rental_id
    where charge.id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, e164 }) => [id, e164]));
}
