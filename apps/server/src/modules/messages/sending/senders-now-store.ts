import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import type { UsageJson } from '../../limits/index.ts';
import { PREFIX_LENGTH, type RecentlySent } from './stop-abuse.ts';

/** Who sends a message with this id to somebody, as things are once its wallet is locked. */
export type SenderNow = {
  /** Where the account and whoever sends stand with their limits. */
  usage: UsageJson;
  sent: RecentlySent;
  /** The message with a keyword that it answers has its answer. */
  isAnswered: boolean;
  /** Null: it answers no keyword. */
  freeAnswers: FreeAnswers | null;
  /** It is written already: its transaction had ended well, and nobody heard of it. */
  isWritten: boolean;
};

/** Answers to keywords for which nobody paid: ever to this person, and in a day by the account and by all accounts together, but for practice. */
export type FreeAnswers = {
  toPerson: number;
  inDay: number;
  byAllInDay: number;
  /** A carrier has taken something that the account wrote to this person by itself. Practice reaches nobody, and counts for practice alone. */
  isWrittenTo: boolean;
};

export type AskedNow = {
  id: string;
  accountId: string;
  /** The number or the name that it is from; real networks would see it from there. */
  number: string;
  isPractice: boolean;
  peer: string;
  /** Whose limits count, and in view of which destination. */
  userId: string;
  destination: { countryCode: string; kind: string } | null;
  answers: string | null;
};

/** Where `sendersNow` has whose limits count, and where the message goes. */
export const ASKED = {
  accountId: sql<string>`asked.account_id`,
  userId: sql<string>`asked.user_id`,
  destination: { countryCode: sql<string>`asked.country_code`, kind: sql<string>`asked.kind` },
};

const MOST_LOOKED_AT = 5_000;

/** Keeps others from writing under these names until the transaction ends: what is sent under them is counted then. */
export async function lockNames(tx: Transaction, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const keys = names.map((name) => `sender name ${name.toLowerCase()}`);
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(name, 0) as key from unnest(${keys}::text[]) name order by key) ordered`.execute(
    tx,
  );
}

/**
 * How each of these senders stands, in one round trip: their limits, and how much their accounts have sent of late, in all and to numbers that
 * begin as the recipient's. Whoever asks has locked their wallets, and the names that they write under. `usage` is of `ASKED`.
 */
export async function sendersNow(
  tx: Transaction,
  asked: readonly AskedNow[],
  { usage, now }: { usage: RawBuilder<UsageJson>; now: Date },
): Promise<Map<string, SenderNow>> {
  if (asked.length === 0) return new Map();
  const column = <Value>(valueOf: (one: AskedNow) => Value) => asked.map(valueOf);
  const since = (ms: number) => firstIdAt(new Date(now.getTime() - ms));
  const [minuteAgo, hourAgo, dayAgo] = [since(60_000), since(3_600_000), since(86_400_000)];
  const { rows } = await sql<{ id: string } & Omit<SenderNow, 'sent'> & RecentlySent>`
    select asked.id, ${usage} as usage, sent.*,
      ${isThereSql(sql`one.answers = asked.answers`)} as "isAnswered",
      ${isThereSql(sql`one.account_id = asked.account_id and one.id = asked.id`)} as "isWritten",
      case when asked.answers is not null then ${freeAnswersSql(dayAgo)} end as "freeAnswers"
    from unnest(
      (select ${column(({ id }) => id)}::uuid[]), (select ${column(({ accountId }) => accountId)}::uuid[]),
      (select ${column(({ peer }) => peer)}::text[]), (select ${column(({ userId }) => userId)}::uuid[]),
      (select ${column(({ destination }) => destination?.countryCode ?? null)}::text[]),
      (select ${column(({ destination }) => destination?.kind ?? null)}::text[]),
      (select ${column(({ answers }) => answers)}::uuid[]),
      (select ${column(({ number }) => number)}::text[]), (select ${column(({ isPractice }) => isPractice)}::boolean[]))
      asked (id, account_id, peer, user_id, country_code, kind, answers, number, is_practice)
    cross join lateral (
      select count(*) filter (where is_of_minute)::integer as "inMinute",
        count(*) filter (where is_of_minute and lower(number) = lower(asked.number))::integer
          + ${ofOthersSql(minuteAgo)} as "fromSenderInMinute",
        count(*) filter (where is_of_minute and is_neighbour)::integer as "toPrefixInMinute",
        count(distinct peer) filter (where is_neighbour and peer <> asked.peer)::integer as "peersOfPrefixInHour"
      from (
        select peer, number, id >= ${minuteAgo}::uuid as is_of_minute,
          left(peer, ${PREFIX_LENGTH}) = left(asked.peer, ${PREFIX_LENGTH}) as is_neighbour
        from messages.message
        where account_id = asked.account_id and id >= ${hourAgo}::uuid and direction = 'outbound'
        order by id desc limit ${MOST_LOOKED_AT}) recent) sent`.execute(tx);
  return new Map(
    rows.map(({ id, usage: used, isAnswered, freeAnswers, isWritten, ...sent }) => [
      id,
      { usage: used, sent, isAnswered, freeAnswers, isWritten },
    ]),
  );
}

/** No `exists`: that may be answered by the whole table, read into a hash, by a plan that is kept as it grows. */
const isThereSql = (condition: RawBuilder<unknown>) =>
  sql`coalesce((select true from messages.message one where ${condition} limit 1), false)`;

const WRITTEN_TO = sql`one.account_id = asked.account_id and one.peer = asked.peer and one.direction = 'outbound'
  and one.answers is null and one.sent_at is not null and one.is_practice = asked.is_practice`;

/** Counted along the indexes of what nobody paid, which have no other messages (migration 0153). */
const freeAnswersSql = (dayAgo: string) => sql`(
  select jsonb_build_object('toPerson', count(*) filter (where message.peer = asked.peer),
    'inDay', count(*) filter (where message.id >= ${dayAgo}::uuid),
    'byAllInDay', (select count(*) from messages.message of_all
      where of_all.id >= ${dayAgo}::uuid and of_all.answers is not null and of_all.per_segment = 0 and not of_all.is_practice),
    'isWrittenTo', ${isThereSql(WRITTEN_TO)})
  from messages.message
  where message.account_id = asked.account_id and message.answers is not null and message.per_segment = 0)`;

/** How much others have sent under the name since then; a number has one account alone. */
const ofOthersSql = (since: string) => sql`(select count(*)::integer from (
  select from messages.message other
  where direction = 'outbound' and not is_practice and number not like '+%' and not asked.is_practice
    and lower(other.number) = lower(asked.number) and id >= ${since}::uuid and account_id <> asked.account_id
  limit ${MOST_LOOKED_AT}) of_others)`;
