// The statements about what happens when a number is called.
import { type Micros, micros, type NumberRule, numberRule } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { storedJson } from '../../platform/stored-json.ts';
import type { KnownCaller } from './decide-incoming.ts';

/** A number's rule, and how often it was changed; 0 and null: nobody made one. */
export type StoredRule = { version: number; rule: NumberRule | null };

type RuleRow = { account_id: string; version: number | null; rule: unknown };

/** A number that somebody calls. */
export type NumberCalled = {
  accountId: string;
  /** Null: its account made none. */
  rule: NumberRule | null;
  /** What its account pays for a minute of the call. */
  perMinuteMicros: Micros;
};

/** A row of `numberCalledSql`. */
export type CalledRow = RuleRow & { per_minute: bigint | null };

/** A piece of another module's statement: the number that is called as a table of one row, or none. */
export const numberCalledSql = (number: RawBuilder<string>): RawBuilder<CalledRow> => sql`(
    select number.account_id, rule.version, rule.rule, rental.per_minute
    from numbers.number
      left join numbers.rule on rule.e164 = number.e164
      left join numbers.rental on rental.e164 = number.e164 and rental.account_id = number.account_id
        and rental.ended_at is null
    where number.e164 = ${number} limit 1)`;

/** Whose number is called, the rule that its account made for it, and what a minute costs it. */
export const toCalled = (row: CalledRow): NumberCalled => ({
  accountId: row.account_id,
  rule: toRule(row).rule,
  perMinuteMicros: micros(row.per_minute ?? 0n),
});

/** The same by itself; null where it is nobody's. */
export async function numberCalled(db: Executor, e164: string): Promise<NumberCalled | null> {
  const { rows } = await sql<CalledRow>`select called.* from ${numberCalledSql(sql`${e164}`)} called`.execute(db);
  return rows[0] === undefined ? null : toCalled(rows[0]);
}

/** What an account has said of somebody. */
export type SaidOfCaller = Pick<KnownCaller, 'isFavourite' | 'isBlockedInMessages'>;

/** Pieces of a statement: what an account has said of somebody in its contacts, and in its messages. */
export type KnowCaller = (caller: {
  accountId: RawBuilder<string>;
  number: RawBuilder<string>;
}) => Record<keyof SaidOfCaller, RawBuilder<boolean>>;

/** The same by itself. */
export async function findKnown(
  db: Executor,
  knowCaller: KnowCaller,
  { accountId, number }: { accountId: string; number: string },
): Promise<SaidOfCaller> {
  const { isFavourite, isBlockedInMessages } = knowCaller({
    accountId: sql`${accountId}::uuid`,
    number: sql`${number}::text`,
  });
  const { rows } = await sql<SaidOfCaller>`
    select ${isFavourite} as "isFavourite", ${isBlockedInMessages} as "isBlockedInMessages"`.execute(db);
  const [known] = rows;
  if (known === undefined) throw new Error('a statement without a condition gave no row');
  return known;
}

/** The rules of numbers, whosever they are; those without one are left out. */
export async function rulesOfNumbers(db: Executor, numbers: string[]): Promise<NumberRule[]> {
  const { rows } = await sql<{ rule: unknown }>`
    select rule from numbers.rule where e164 = any (${numbers}::text[])`.execute(db);
  return rows.map(({ rule }) => numberRule.parse(rule));
}

/** The rule of a number of an account; null: it is none of its numbers. */
export async function findRule(db: Executor, wanted: { accountId: string; e164: string }): Promise<StoredRule | null> {
  const { rows } = await sql<RuleRow>`
    select number.account_id, rule.version, rule.rule
    from numbers.number left join numbers.rule on rule.e164 = number.e164
    where number.e164 = ${wanted.e164} and number.account_id = ${wanted.accountId}`.execute(db);
  return rows[0] === undefined ? null : toRule(rows[0]);
}

/** Writes the next version of a rule. False, and nothing happened: another version is there by now. */
export async function saveRule(
  tx: Transaction,
  saved: { accountId: string; e164: string; version: number; rule: NumberRule; at: Date },
): Promise<boolean> {
  const { accountId, e164, version, at } = saved;
  const rule = storedJson(saved.rule);
  const { rows } =
    version === 0
      ? await sql`
          insert into numbers.rule (e164, account_id, version, rule, changed_at)
          values (${e164}, ${accountId}, 1, ${rule}::jsonb, ${at})
          on conflict (e164) do nothing returning e164`.execute(tx)
      : await sql`
          update numbers.rule set version = version + 1, rule = ${rule}::jsonb, changed_at = ${at}
          where e164 = ${e164} and account_id = ${accountId} and version = ${version} returning e164`.execute(tx);
  return rows.length > 0;
}

/** Forgets the rules of accounts: those of numbers that stay with an account that is closed. */
export async function deleteRulesOf(tx: Transaction, accountIds: string[]): Promise<void> {
  await sql`delete from numbers.rule where account_id = any (${accountIds}::uuid[])`.execute(tx);
}

/** The rules that an account made, by their numbers. It has no more than it has numbers. */
export async function rulesOf(
  db: Executor,
  accountId: string,
): Promise<{ number: string; version: number; rule: NumberRule }[]> {
  const { rows } = await sql<{ e164: string; version: number; rule: unknown }>`
    select e164, version, rule from numbers.rule where account_id = ${accountId} order by e164 limit 1000`.execute(db);
  return rows.map((row) => ({ number: row.e164, version: row.version, rule: numberRule.parse(row.rule) }));
}

const toRule = ({ version, rule }: Omit<RuleRow, 'account_id'>): StoredRule =>
  version === null ? { version: 0, rule: null } : { version, rule: numberRule.parse(rule) };
