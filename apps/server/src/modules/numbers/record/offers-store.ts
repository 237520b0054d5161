// The statements about the numbers that are offered for rent.
import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import type { Offer } from './offer.ts';
import { isOpenSql } from './orders-store.ts';

const AT_ONCE = 1_000;

/** Writes offers, new or anew, in the order of their numbers: all of them in the transaction. Gives how many are new. */
export async function saveOffers(tx: Transaction, offers: readonly Offer[], at: Date): Promise<{ added: number }> {
  const ordered = offers.toSorted((one, other) => (one.e164 < other.e164 ? -1 : 1));
  let added = 0;
  for (let from = 0; from < ordered.length; from += AT_ONCE) {
    const part = ordered.slice(from, from + AT_ONCE);
    const { rows } = await sql<{ is_new: boolean }>`
      insert into numbers.offer (e164, country, kind, carrier, monthly, setup, per_minute, currency, has_voice, has_sms, documents,
        loaded_at)
      select *, ${at}::timestamptz from unnest(
        ${part.map((offer) => offer.e164)}::text[], ${part.map((offer) => offer.country)}::text[],
        ${part.map((offer) => offer.kind)}::text[], ${part.map((offer) => offer.carrier)}::text[],
        ${part.map((offer) => offer.monthlyMicros)}::bigint[], ${part.map((offer) => offer.setupMicros)}::bigint[],
        ${part.map((offer) => offer.perMinuteMicros)}::bigint[], ${part.map((offer) => offer.currency)}::text[],
        ${part.map((offer) => offer.hasVoice)}::boolean[],
        ${part.map((offer) => offer.hasSms)}::boolean[], ${part.map((offer) => offer.documents)}::text[])
      on conflict (e164) do update set country = excluded.country, kind = excluded.kind, carrier = excluded.carrier,
        monthly = excluded.monthly, setup = excluded.setup, per_minute = excluded.per_minute, currency = excluded.currency,
        has_voice = excluded.has_voice,
        has_sms = excluded.has_sms, documents = excluded.documents, loaded_at = excluded.loaded_at, is_offered = true
      returning xmax = 0 as is_new`.execute(tx);
    added += rows.filter((row) => row.is_new).length;
  }
  return { added };
}

/** Has a number offered to nobody any more; who has it keeps it. False when it is not offered. */
export async function withdrawOffer(tx: Transaction, e164: string): Promise<boolean> {
  const { rows } = await sql`
    update numbers.offer set is_offered = false where e164 = ${e164} and is_offered returning e164`.execute(tx);
  return rows.length > 0;
}

/** How many numbers of a carrier and country there are. */
export type OfferCount = { carrier: string; country: string; kind: string; offered: number; withdrawn: number };

/** The catalogue summed up, by carrier and country; at most 1,000 lines. */
export async function countOffers(db: Executor): Promise<OfferCount[]> {
  const { rows } = await sql<OfferCount>`
    select carrier, country, kind, count(*) filter (where is_offered)::int as offered,
      count(*) filter (where not is_offered)::int as withdrawn
    from numbers.offer
    where is_offered or not exists (select from numbers.provider_order where provider_order.e164 = offer.e164)
    group by carrier, country, kind order by carrier, country, kind limit 1000`.execute(db);
  return rows;
}

type OfferRow = {
  e164: string;
  country: string;
  kind: Offer['kind'];
  carrier: string;
  monthly: bigint;
  setup: bigint;
  per_minute: bigint;
  currency: string;
  has_voice: boolean;
  has_sms: boolean;
  documents: string | null;
};

const columns = sql`e164, country, kind, carrier, monthly, setup, per_minute, currency, has_voice, has_sms, documents`;

const toOffer = (row: OfferRow): Offer => ({
  e164: row.e164,
  country: row.country,
  kind: row.kind,
  carrier: row.carrier,
  monthlyMicros: micros(row.monthly),
  setupMicros: micros(row.setup),
  perMinuteMicros: micros(row.per_minute),
  currency: row.currency,
  hasVoice: row.has_voice,
  hasSms: row.has_sms,
  documents: row.documents,
});

/** Who asks, and when: a number that rests is open to whoever had it last. */
type Asker = { accountId: string; currency: string; now: Date };

const isOpenTo = ({ accountId, currency, now }: Asker) =>
  sql`is_offered and currency = ${currency}
    and (rests_until is null or rests_until <= ${now} or last_account_id = ${accountId})
    and not exists (select from numbers.provider_order ordered where ordered.e164 = offer.e164 and ${isOpenSql})`;

const isFree = sql`not exists (select from numbers.rental where rental.e164 = offer.e164 and ended_at is null)`;

/** An offer that an account may take, locked until the end of the transaction; null: there is none, or it rests. */
export async function lockOffer(tx: Transaction, e164: string, asker: Asker): Promise<Offer | null> {
  const { rows } = await sql<OfferRow>`
    select ${columns} from numbers.offer where e164 = ${e164} and ${isOpenTo(asker)} for update`.execute(tx);
  return rows[0] === undefined ? null : toOffer(rows[0]);
}

/** What somebody looks for; null: any. */
export type OfferSearch = {
  country: string | null;
  kind: Offer['kind'] | null;
  digits: { text: string; isAtEnd: boolean } | null;
};

/** The numbers that an account can rent now, in the order of their digits behind one. */
export async function searchOffers(
  db: Executor,
  wanted: OfferSearch & { asker: Asker; after: string | null; most: number },
): Promise<Offer[]> {
  const { country, kind, digits, after } = wanted;
  const conditions = [isOpenTo(wanted.asker), isFree];
  if (country !== null) conditions.push(sql`country = ${country}`);
  if (kind !== null) conditions.push(sql`kind = ${kind}`);
  // Digits alone: no sign of a pattern is among them.
  if (digits?.isAtEnd === true) conditions.push(sql`reverse(e164) like ${`${reversed(digits.text)}%`}`);
  if (digits?.isAtEnd === false) conditions.push(sql`e164 like ${`%${digits.text}%`}`);
  if (after !== null) conditions.push(sql`e164 > ${after}`);
  const { rows } = await sql<OfferRow>`
    select ${columns} from numbers.offer where ${sql.join(conditions, sql` and `)}
    order by e164 limit ${wanted.most}`.execute(db);
  return rows.map(toOffer);
}

const reversed = (digits: string) => [...digits].toReversed().join('');

/** Where an account can rent numbers now, and how many of each kind there are. */
export async function countriesOfOffers(
  db: Executor,
  asker: Asker,
): Promise<{ country: string; kinds: Offer['kind'][]; count: number }[]> {
  const { rows } = await sql<{ country: string; kinds: Offer['kind'][]; count: number }>`
    select country, array_agg(distinct kind order by kind) as kinds, count(*)::int as count
    from numbers.offer where ${isOpenTo(asker)} and ${isFree}
    group by country order by country limit 300`.execute(db);
  return rows;
}
