import { type Micros, micros } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';
import { type Account, accountSql } from '../../accounts/index.ts';
import {
  type AllowanceRow,
  type AvailableAllowance,
  allowancesSql,
  availableSql,
  owesSql,
  readAllowance,
} from '../../ledger/index.ts';
import type { UsageJson } from '../../limits/index.ts';
import { callerIdSql } from '../../numbers/index.ts';
import type { CallTerms, PaidBy } from '../../rating/index.ts';
import type { CallRecord } from '../record/call-record.ts';
import { otherOpenCallsSql } from '../record/calls-store.ts';
import { whoPays } from '../record/who-pays.ts';

// What other modules know of who pays, in one round trip: each piece is its owner's.

/** Who would pay for a call. */
export type Payer = Pick<Account, 'state' | 'rateTable' | 'walletId' | 'trialWalletId'> & {
  /** Of money; null without a wallet. */
  availableMicros: bigint | null;
  /** Of trial credit. */
  trialAvailableMicros: bigint | null;
  /** Money was taken back that was spent already: it is owed. */
  owes: boolean;
  /** What is free of what the account's plan includes. */
  allowances: AvailableAllowance[];
  /** The number asked for if it is the account's; none asked for: its first; null: none such. */
  callerId: string | null;
};

/** The account with its wallets and its number, or null. */
export async function findPayer(
  database: Database,
  wanted: { accountId: string; callerId: string | null; at: Date },
): Promise<Payer | null> {
  const { rows } = await sql<Omit<Payer, 'allowances'> & { allowances: AllowanceRow[] }>`
    select account.state, account.rate_table as "rateTable", account.wallet_id as "walletId",
      account.trial_wallet_id as "trialWalletId",
      ${availableSql(sql`account.trial_wallet_id`)} as "trialAvailableMicros",
      ${availableSql(sql`account.wallet_id`)} as "availableMicros",
      ${owesSql(sql`account.wallet_id`)} as owes,
      ${allowancesSql(wanted)} as allowances,
      ${callerIdSql(wanted.accountId, wanted.callerId, wanted.at)} as "callerId"
    from ${accountSql(wanted.accountId)} account`.execute(database);
  const [row] = rows;
  return row === undefined ? null : { ...row, allowances: row.allowances.map(readAllowance) };
}

/** The wallet of an account that would pay for a call now, and what can be spent of it. */
export function payingWallet(
  payer: Pick<Payer, 'walletId' | 'trialWalletId' | 'availableMicros' | 'trialAvailableMicros'>,
  call: { isPractice: boolean; terms: CallTerms },
): { paidBy: PaidBy; walletId: string; availableMicros: Micros } {
  const { availableMicros, trialAvailableMicros } = payer;
  if (availableMicros === null || trialAvailableMicros === null) throw new Error('an account has both of its wallets');
  const paidBy = whoPays(call, trialAvailableMicros);
  return paidBy === 'money'
    ? { paidBy, walletId: payer.walletId, availableMicros: micros(availableMicros) }
    : { paidBy, walletId: payer.trialWalletId, availableMicros: micros(trialAvailableMicros) };
}

/** Who pays for a call, as it stands now. */
export type PayerNow = {
  accountState: Account['state'] | null;
  timeZone: string | null;
  /** Of the call's wallet. */
  availableMicros: bigint | null;
  trialAvailableMicros: bigint | null;
  /** Open calls of the same wallet: running, or initiated after `since` and about to run. */
  otherCalls: number;
  /** Where the account and the caller stand with their limits. */
  usage: UsageJson;
};

/** Where `payersNow` has whose limits count, and where the call goes. */
export const ASKED = {
  accountId: sql<string>`asked.account_id`,
  userId: sql<string>`asked.user_id`,
  destination: { countryCode: sql<string>`asked.country_code`, kind: sql<string>`asked.kind` },
};

export type AskedPayer = {
  call: CallRecord;
  /** Whose limits count, and in view of which destination. */
  userId: string;
  destination: { countryCode: string; kind: string } | null;
};

/** Who pays for each of these calls, in one round trip. `usage` is of `ASKED`. */
export async function payersNow(
  database: Database,
  asked: readonly AskedPayer[],
  { since, usage }: { since: Date; usage: RawBuilder<UsageJson> },
): Promise<Map<string, PayerNow>> {
  const column = <Value>(valueOf: (one: AskedPayer) => Value) => asked.map(valueOf);
  const { rows } = await sql<PayerNow & { id: string }>`
    select asked.id, account.state as "accountState", account.time_zone as "timeZone", ${usage} as usage,
      ${availableSql(sql`asked.wallet_id`)} as "availableMicros",
      ${availableSql(sql`account.trial_wallet_id`)} as "trialAvailableMicros",
      ${otherOpenCallsSql({ id: sql`asked.id`, walletId: sql`asked.wallet_id` }, since)} as "otherCalls"
    from unnest(
      (select ${column(({ call }) => call.id)}::uuid[]), (select ${column(({ call }) => call.payerWalletId)}::uuid[]),
      (select ${column(({ call }) => call.accountId)}::uuid[]), (select ${column(({ userId }) => userId)}::uuid[]),
      (select ${column(({ destination }) => destination?.countryCode ?? null)}::text[]),
      (select ${column(({ destination }) => destination?.kind ?? null)}::text[]))
      asked (id, wallet_id, account_id, user_id, country_code, kind)
    left join lateral ${accountSql(ASKED.accountId)} account on true`.execute(database);
  return new Map(rows.map(({ id, ...payer }) => [id, payer]));
}
