// The statements about whose number is whose.
import { type RawBuilder, sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { clearDefault } from './verified-store.ts';

export type NumberKind = 'sandbox' | 'bought';

/** The default first; else one that takes calls before one that does not, and a rented one before that of the sandbox. */
const inOrder = sql`is_default desc, has_voice desc, kind = 'bought' desc, created_at, e164`;

/** Gives a number to an account. False when it belongs to somebody already. */
export async function insertNumber(
  tx: Transaction,
  number: { e164: string; accountId: string; kind: NumberKind; hasVoice?: boolean; hasSms?: boolean; at: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into numbers.number (e164, account_id, kind, has_voice, has_sms, created_at)
    values (${number.e164}, ${number.accountId}, ${number.kind}, ${number.hasVoice ?? true}, ${number.hasSms ?? true},
      ${number.at})
    on conflict (e164) do nothing returning e164`.execute(tx);
  return rows.length > 0;
}

/** Takes a rented number away from its account. */
export async function removeNumber(tx: Transaction, number: { e164: string; accountId: string }): Promise<void> {
  await sql`delete from numbers.number
    where e164 = ${number.e164} and account_id = ${number.accountId} and kind = 'bought'`.execute(tx);
}

/** Names a number of an account; what is left out stays. False when the account has none such. */
export async function saveLabel(
  tx: Transaction,
  number: { e164: string; accountId: string; label: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`update numbers.number set label = coalesce(${number.label ?? null}, label)
    where e164 = ${number.e164} and account_id = ${number.accountId} returning e164`.execute(tx);
  return rows.length > 0;
}

/** Makes a number what calls show that name none. Whoever asks holds the lock of the account. False: it takes no calls. */
export async function saveDefault(tx: Transaction, number: { e164: string; accountId: string }): Promise<boolean> {
  await clearDefault(tx, number.accountId);
  const { rows } = await sql`update numbers.number set is_default = true
    where e164 = ${number.e164} and account_id = ${number.accountId} and has_voice returning e164`.execute(tx);
  return rows.length > 0;
}

/** Whose number it is, or null where it is nobody's. */
export async function accountOfNumber(database: Executor, e164: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`select account_id from numbers.number
    where e164 = ${e164}`.execute(database);
  return rows[0]?.account_id ?? null;
}

/** A piece of another module's statement: whose number it is; null where it is nobody's. */
export const accountOfNumberSql = (e164: RawBuilder<string>) =>
  sql<string | null>`(select own.account_id from numbers.number own where own.e164 = ${e164})`;

/** The numbers of an account, E.164, the default first; at most 1,000. */
export async function numbersOf(database: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ e164: string }>`select e164 from numbers.number
    where account_id = ${accountId} order by ${inOrder} limit 1000`.execute(database);
  return rows.map((row) => row.e164);
}

/** Those that messages can be sent from; where `isReal` none of the sandbox. */
export async function numbersWithSms(
  database: Executor,
  { accountId, isReal }: { accountId: string; isReal: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ e164: string }>`select e164 from numbers.number
    where account_id = ${accountId} and has_sms and (kind = 'bought' or not ${isReal}::boolean) order by ${inOrder} limit 1000`.execute(
    database,
  );
  return rows.map((row) => row.e164);
}

/** A number of an account as its owner knows it, with what it is rented for. */
export type OwnRow = {
  e164: string;
  kind: NumberKind;
  label: string;
  is_default: boolean;
  has_voice: boolean;
  has_sms: boolean;
  created_at: Date;
  /** Null: nobody said what happens when it is called. */
  rule: unknown;
  /** Null: it is not rented. */
  country: string | null;
  type: string | null;
  monthly: bigint | null;
  per_minute: bigint | null;
  currency: string | null;
  started_at: Date | null;
  period_to: Date | null;
  grace_to: Date | null;
  /** To the provider that it was ordered from, when it is released. */
  goes_back: boolean;
};

/** The same with all that is known of each; one of them alone if it is named. */
export async function ownNumbers(db: Executor, wanted: { accountId: string; e164: string | null }): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select number.e164, number.kind, label, is_default, number.has_voice, number.has_sms, created_at, rule.rule, country,
      offer.kind as type, rental.monthly, rental.per_minute, rental.currency, started_at, period_to, grace_to,
      exists (select from numbers.provider_order where rental_id = rental.id) as goes_back
    from (
      select *, row_number() over (order by ${inOrder}) as place from numbers.number
      where account_id = ${wanted.accountId}) number
      left join numbers.rental on rental.e164 = number.e164 and rental.account_id = number.account_id
        and rental.ended_at is null
      left join numbers.offer on offer.e164 = rental.e164
      left join numbers.rule on rule.e164 = number.e164
    where ${wanted.e164}::text is null or number.e164 = ${wanted.e164}
    order by place limit 1000`.execute(db);
  return rows;
}

/** The number that the other side is to see, E.164, as somebody asks for it; null: the account's first. */
export function numberAsked(from: string | undefined): string | null {
  return from === undefined || from === '' ? null : from.replace(/[\s().-]/g, '');
}

/**
 * A piece of another module's statement, a text: the number that calls of an account are to show. The one that was asked for if the account has
 * or has verified it; null asked for: the default, or the first that it has.
 */
export const callerIdSql = (accountId: string, asked: string | null, at: Date): RawBuilder<string | null> =>
  sql`(select e164 from (${shownSql(accountId, at)}) shown
    where has_voice and (${asked}::text is null or e164 = ${asked}) order by ${shownInOrder} limit 1)`;

/** The same of messages: those that take them alone; where `isReal` is true none of the sandbox, which no network knows. */
export const senderNumberSql = (
  accountId: string | RawBuilder<string>,
  asked: string | null | RawBuilder<string | null>,
  isReal: RawBuilder<boolean>,
): RawBuilder<string | null> =>
  sql`(select e164 from numbers.number
    where account_id = ${accountId} and (${asked}::text is null or e164 = ${asked}) and has_sms
      and (kind = 'bought' or not ${isReal})
    order by ${inOrder} limit 1)`;

/** The numbers of an account and those that it has verified, E.164: what calls show that name none first, those that no call shows last. */
export async function numbersShown(database: Executor, accountId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ e164: string }>`select e164 from (${shownSql(accountId, at)}) shown
    order by ${shownInOrder} limit 1000`.execute(database);
  return rows.map((row) => row.e164);
}

const shownSql = (accountId: string, at: Date) => sql`
  select e164, is_default, has_voice, kind = 'bought' as is_rented, true as is_here, created_at from numbers.number
    where account_id = ${accountId}
  union all
  select e164, is_default, true, false, false, verified_at from numbers.verified
    where account_id = ${accountId} and expires_at > ${at}`;
const shownInOrder = sql`is_default desc, has_voice desc, is_here desc, is_rented desc, created_at, e164`;
