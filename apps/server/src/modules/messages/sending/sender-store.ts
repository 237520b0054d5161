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
  /** The number asked for if it is the account's; none asked for: its default; null: none such that can write there. */
  number: string | null;
  /** The plan's messages that are free; null: it includes none. */
  allowance: { walletId: string; segments: number } | null;
};

/** Who is asked for: an account, and the number that it wants to send from; null: its default. */
export type AskedSender = { accountId: string; number: string | null };

/** `hasReal`: there are real carriers, so that who has paid writes from no number of the sandbox. */
type At = { at: Date; hasReal: boolean };

/** The account with its wallets and its number, or null. */
export async function findSender(db: Executor, { at, hasReal, ...wanted }: AskedSender & At): Promise<Sender | null> {
  return (await findSenders(db, { asked: [wanted], at, hasReal }))[0] ?? null;
}

type SenderRow = Omit<Sender, 'allowance'> & { place: bigint; allowances: AllowanceRow[] };

/** The same of many, in the order in which they are asked for. */
export async function findSenders(
  db: Executor,
  { asked, at, hasReal }: { asked: readonly AskedSender[] } & At,
): Promise<(Sender | null)[]> {
  const accountId = sql<string>`asked.account_id`;
  const isReal = sql<boolean>`(${hasReal}::boolean and account.state = 'active')`;
  const { rows } = await sql<SenderRow>`
    select asked.place, account.state, account.currency, account.rate_table as "rateTable", account.time_zone as "timeZone",
      account.wallet_id as "walletId", account.trial_wallet_id as "trialWalletId",
      ${availableSql(sql`account.trial_wallet_id`)} as "trialAvailableMicros",
      ${availableSql(sql`account.wallet_id`)} as "availableMicros",
      ${owesSql(sql`account.wallet_id`)} as owes,
      ${allowancesSql({ accountId, at })} as allowances,
      ${senderNumberSql(accountId, sql<string | null>`asked.number`, isReal)} as number
    from unnest((select ${asked.map((one) => one.accountId)}::uuid[]), (select ${asked.map(({ number }) => number)}::text[]))
      with ordinality as asked (account_id, number, place)
    cross join lateral ${accountSql(accountId)} account`.execute(db);
  const found = new Map(rows.map(({ place, ...row }) => [Number(place), toSender(row)]));
  return asked.map((_, index) => found.get(index + 1) ?? null);
}

function toSender({ allowances, ...sender }: Omit<SenderRow, 'place'>): Sender {
  const found = allowances
    .map(readAllowance)
    .find(({ unit, availableMicros }) => unit === MESSAGES && availableMicros > 0n);
  const allowance =
    found === undefined ? null : { walletId: found.walletId, segments: wholeUnits(found.availableMicros) };
  return { ...sender, allowance };
}
