import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { type Account, accountSql } from '../../accounts/index.ts';
import {
  type AllowanceRow,
  allowancesSql,
  availableSql,
  MESSAGES,
  owesSql,
  readAllowance,
  wholeUnits,
} from '../../ledger/index.ts';
import { senderNumberSql } from '../../numbers/index.ts';

// What other modules know of who sends, in one round trip: each piece is its owner's.

/** Who would send a message, and pay for it. */
export type Sender = Pick<Account, 'state' | 'currency' | 'rateTable' | 'timeZone' | 'walletId' | 'trialWalletId'> & {
  /** Of money, and of trial credit. */
  availableMicros: bigint;
  trialAvailableMicros: bigint;
  /** Money was taken back that was spent already: it is owed. */
  owes: boolean;
  /** The number asked for if it is the account's; none asked for: its default; null: none such. */
  number: string | null;
  /** The plan's messages that are free; null: it includes none. */
  allowance: { walletId: string; segments: number } | null;
};

/** The account with its wallets and its number, or null. */
export async function findSender(
  db: Executor,
  wanted: { accountId: string; number: string | null; at: Date },
): Promise<Sender | null> {
  const { rows } = await sql<Omit<Sender, 'allowance'> & { allowances: AllowanceRow[] }>`
    select account.state, account.currency, account.rate_table as "rateTable", account.time_zone as "timeZone",
      account.wallet_id as "walletId", account.trial_wallet_id as "trialWalletId",
      ${availableSql(sql`account.trial_wallet_id`)} as "trialAvailableMicros",
      ${availableSql(sql`account.wallet_id`)} as "availableMicros",
      ${owesSql(sql`account.wallet_id`)} as owes,
      ${allowancesSql(wanted)} as allowances,
      ${senderNumberSql(wanted.accountId, wanted.number)} as number
    from ${accountSql(wanted.accountId)} account`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { allowances, ...sender } = row;
  const found = allowances
    .map(readAllowance)
    .find(({ unit, availableMicros }) => unit === MESSAGES && availableMicros > 0n);
  const allowance =
    found === undefined ? null : { walletId: found.walletId, segments: wholeUnits(found.availableMicros) };
  return { ...sender, allowance };
}

/** The number that a conversation with somebody goes by: of its newest message, while it is the account's and can be used so. */
export async function numberOfConversation(
  db: Executor,
  { accountId, peer }: { accountId: string; peer: string },
): Promise<string | null> {
  const newest = sql<string | null>`coalesce((select number from messages.message
    where account_id = ${accountId} and peer = ${peer} order by id desc limit 1), '')`;
  const { rows } = await sql<{
    number: string | null;
  }>`select ${senderNumberSql(accountId, newest)} as number`.execute(db);
  return rows[0]?.number ?? null;
}
