import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { type Account, accountPiece } from '../accounts/index.ts';
import {
  type AllowanceRow,
  type AvailableAllowance,
  allowancesPiece,
  availablePiece,
  owesPiece,
  readAllowance,
} from '../ledger/index.ts';
import type { StandingJson } from '../limits/index.ts';
import { callerIdPiece } from '../numbers/index.ts';
import type { CallRecord } from './call-record.ts';
import { otherOpenCallsPiece } from './calls-store.ts';

// What other modules know of who pays, in one round trip: each piece is its owner's.

/** Who would pay for a call. */
export type Payer = Pick<Account, 'state' | 'rateTable' | 'walletId'> & {
  /** Null without a wallet. */
  availableMicros: bigint | null;
  /** Money was taken back that was spent already: it is owed. */
  owes: boolean;
  /** What is free of what the account's plan includes. */
  allowances: AvailableAllowance[];
  /** The number asked for if it is the account's; none asked for: its first; null: none such. */
  callerId: string | null;
};

/** The account with its wallet and its number, or null. */
export async function findPayer(
  database: Database,
  wanted: { accountId: string; callerId: string | null; at: Date },
): Promise<Payer | null> {
  const { rows } = await sql<Omit<Payer, 'allowances'> & { allowances: AllowanceRow[] }>`
    select account.state, account.rate_table as "rateTable", account.wallet_id as "walletId",
      ${availablePiece(sql`account.wallet_id`)} as "availableMicros",
      ${owesPiece(sql`account.wallet_id`)} as owes,
      ${allowancesPiece(wanted)} as allowances,
      ${callerIdPiece(wanted.accountId, wanted.callerId)} as "callerId"
    from ${accountPiece(wanted.accountId)} account`.execute(database);
  const [row] = rows;
  return row === undefined ? null : { ...row, allowances: row.allowances.map(readAllowance) };
}

/** Who pays for a call, as it stands now. */
export type PayerNow = {
  accountState: Account['state'] | null;
  timeZone: string | null;
  availableMicros: bigint | null;
  /** Open calls of the same wallet: running, or initiated after `since` and about to run. */
  otherCalls: number;
  /** Where the account and the caller stand with their limits. */
  standing: StandingJson;
};

export async function payerNow(
  database: Database,
  call: CallRecord,
  { since, standing }: { since: Date; standing: RawBuilder<StandingJson> },
): Promise<PayerNow> {
  const payer = { id: sql<string>`${call.id}::uuid`, walletId: sql<string>`${call.payerWalletId}::uuid` };
  const { rows } = await sql<PayerNow>`
    select account.state as "accountState", account.time_zone as "timeZone", ${standing} as standing,
      ${availablePiece(payer.walletId)} as "availableMicros",
      ${otherOpenCallsPiece(payer, since)} as "otherCalls"
    from (select 1) always left join ${accountPiece(call.accountId)} account on true`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without from has a row');
  return row;
}
