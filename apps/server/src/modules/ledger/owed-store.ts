// What wallets owe. The functions stand in migrations/0164_ledger_owed_charges.sql, and the locks in ledger-store.ts.
import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import { NIL } from '../../platform/in-turn.ts';
import type { Cause, HouseAccount } from './transfer.ts';

type TakenRow = { outcome: 'posted' | 'repeat'; taken: bigint; owed: bigint };

export async function callTakeBack(
  db: Executor,
  taking: {
    transferId: string;
    walletId: string;
    amountMicros: Micros;
    houseAccount: HouseAccount;
    cause: Cause;
    at: Date;
  },
): Promise<TakenRow> {
  const { rows } = await sql<TakenRow>`select outcome, taken, owed from ledger.take_back(
    ${taking.transferId}, ${taking.walletId}, ${taking.amountMicros}, ${taking.houseAccount},
    ${taking.cause.type}, ${taking.cause.id}, ${taking.at})`.execute(db);
  if (rows[0] === undefined) throw new Error('ledger.take_back returned no row');
  return rows[0];
}

export async function callPayOwed(
  db: Executor,
  paying: { transferId: string; walletId: string; cause: Cause; at: Date; chargesAlone: boolean },
): Promise<{ paid: bigint }> {
  const { rows } = await sql<{ paid: bigint }>`select paid from ledger.pay_owed(
    ${paying.transferId}, ${paying.walletId}, ${paying.cause.type}, ${paying.cause.id}, ${paying.at},
    ${paying.chargesAlone})`.execute(db);
  if (rows[0] === undefined) throw new Error('ledger.pay_owed returned no row');
  return rows[0];
}

/** What a wallet owes; nothing for nearly every one. */
export async function owedBy(db: Executor, walletId: string): Promise<Micros> {
  const { rows } = await sql<{ amount: bigint }>`
    select amount from ledger.owing where wallet_id = ${walletId}`.execute(db);
  return micros(rows[0]?.amount ?? 0n);
}

/** Wallets that owe something and have something to pay it with, in the order of their ids behind one; null: from the first. */
export async function walletsThatCanPay(
  db: Executor,
  wanted: { after: string | null; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select wallet.id from ledger.owing join ledger.wallet on wallet.id = owing.wallet_id
    where owing.amount > 0 and wallet.balance > wallet.held
      and owing.wallet_id > ${wanted.after ?? NIL}::uuid
    order by owing.wallet_id limit ${wanted.most}`.execute(db);
  return rows.map((row) => row.id);
}

const CREDITING = ['payments', 'trial_credit', 'operator_credit'] as const satisfies HouseAccount[];
/** One line that put money into a wallet: a payment, or what the house gave. What it returns of a charge is none. */
export type Credit = { cause: Cause; amountMicros: Micros; from: HouseAccount };

/**
 * What was paid or given into a wallet: the newest so many lines that put money into it are looked at, behind the position `after` and before
 * `before`; null: from the newest. Newest first, with the position before which to go on; null: there are no more lines.
 */
export async function creditsOf(
  db: Executor,
  wanted: { walletId: string; after: bigint; before: bigint | null; lines: number },
): Promise<{ credits: Credit[]; before: bigint | null }> {
  type Row = {
    id: bigint;
    cause_type: string;
    cause_id: string;
    amount: bigint;
    house: Credit['from'] | null;
    lines: number;
  };
  const { walletId, after, before, lines } = wanted;
  const { rows } = await sql<Row>`
    with line as materialized (
      select id, transfer_id, amount from ledger.entry
      where wallet_id = ${walletId} and amount > 0 and id > ${after} and ${before === null ? sql`true` : sql`id < ${before}`}
      order by id desc limit ${lines})
    select line.id, cause_type, cause_id, line.amount, house.house_account as house,
      (select count(*) from line)::int as lines
    from line join ledger.transfer on transfer.id = line.transfer_id
      left join ledger.entry house on house.transfer_id = line.transfer_id
        and house.house_account = any (${CREDITING}::ledger.house_account[])
    where house.house_account is not null or line.id = (select min(id) from line)
    order by line.id desc`.execute(db);
  const credits = rows.flatMap(({ house, amount, ...row }) =>
    house === null
      ? []
      : [{ cause: { type: row.cause_type, id: row.cause_id }, amountMicros: micros(amount), from: house }],
  );
  const last = rows.at(-1);
  return { credits, before: last !== undefined && last.lines === lines ? last.id : null };
}
