import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/** Gives an account a number whose minutes cost it so much, in millionths, as if it rented it for nothing since a day. */
export async function givePricedNumber(
  database: Database,
  { accountId, number, perMinute, since }: { accountId: string; number: string; perMinute: bigint; since: Date },
): Promise<void> {
  await sql`insert into numbers.offer (e164, country, kind, carrier, monthly, setup, per_minute, currency, has_voice, has_sms, loaded_at)
    values (${number}, 'US', 'fixed', 'a carrier', 0, 0, ${perMinute}, 'USD', true, true, ${since})`.execute(database);
  await sql`insert into numbers.rental (id, e164, account_id, monthly, per_minute, currency, started_at, anchor_at,
      period_number, period_from, period_to, due_at)
    values (gen_random_uuid(), ${number}, ${accountId}, 0, ${perMinute}, 'USD', ${since}, ${since}, 1, ${since},
      ${since}::timestamptz + interval '1 month', ${since}::timestamptz + interval '1 month')`.execute(database);
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${number}, ${accountId}, 'bought', ${since})`.execute(database);
}
