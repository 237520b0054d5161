import { defaultRule, type NumberRule } from '@farline/contracts';
import pg from 'pg';
import { z } from 'zod';
import { createApi, inTurns, patiently } from './api.ts';
import type { World } from './world.ts';

/** A number that a customer has rented, and the SIP phone that it rings. */
export type Callee = { number: string; username: string; password: string };

/** Password hashes cost a processor each. */
const AT_ONCE = 4;
const FIRST_NUMBER = 14_155_550_000;

const added = z.object({ phone: z.object({ username: z.string() }), password: z.string() });
const ruled = z.object({ version: z.int() });

/**
 * Gives each customer a number that an operator has loaded, as if it were rented for nothing, and sets up a SIP phone for it. In the order
 * of the customers.
 */
export async function rentNumbers({ stack, customers }: World): Promise<Callee[]> {
  const numberOf = (place: number) => `+${FIRST_NUMBER + place}`;
  await customers.refresh();
  await writeRentals(
    stack.databaseUrl,
    customers.all.map(({ userId }, place) => ({ userId, number: numberOf(place) })),
  );
  const api = createApi(stack.ports.web);
  try {
    return await inTurns([...customers.all.entries()], AT_ONCE, async ([place, customer]) => {
      const asked = { name: 'Desk phone', password: customer.password };
      const answer = await patiently(async () => await api.post('/settings/sip-phones', asked, customer.token));
      const { phone, password } = added.parse(answer);
      return { number: numberOf(place), username: phone.username, password };
    });
  } finally {
    api.close();
  }
}

/** What happens from now on when a number is called; the usual where nothing else is said. */
export async function ruleAll(
  { stack, customers }: World,
  callees: readonly Callee[],
  over: Partial<NumberRule>,
): Promise<void> {
  await customers.refresh();
  const api = createApi(stack.ports.web);
  try {
    await inTurns([...callees.entries()], AT_ONCE, async ([place, { number }]) => {
      const token = customers.all[place]?.token;
      const path = `/numbers/${encodeURIComponent(number)}/rule`;
      const { version } = ruled.parse(await patiently(async () => await api.get(path, token)));
      const rule = { ...defaultRule('UTC'), ...over };
      await patiently(async () => await api.put(path, { version, rule }, token));
    });
  } finally {
    api.close();
  }
}

async function writeRentals(databaseUrl: string, rented: readonly { userId: string; number: string }[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with rented as (
         select e164, account_id, now() as at, now() + interval '1 month' as until
         from unnest($1::text[], $2::uuid[]) as given (e164, user_id) join accounts.user on "user".id = user_id
       ), offered as (
         insert into numbers.offer
           (e164, country, kind, carrier, monthly, setup, per_minute, currency, has_voice, has_sms, loaded_at)
         select e164, 'US', 'fixed', 'a carrier', 0, 0, 0, 'USD', true, true, at from rented
       ), paid as (
         insert into numbers.rental (id, e164, account_id, monthly, per_minute, currency, started_at, anchor_at,
           period_number, period_from, period_to, due_at)
         select gen_random_uuid(), e164, account_id, 0, 0, 'USD', at, at, 1, at, until, until from rented
       )
       insert into numbers.number (e164, account_id, kind, created_at) select e164, account_id, 'bought', at from rented`,
      [rented.map(({ number }) => number), rented.map(({ userId }) => userId)],
    );
  } finally {
    await client.end();
  }
}
