import { COST_RATE_LIMIT, INITIATE_RATE_LIMIT } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';

/** A busy machine may need longer than a minute for what is asked here, and a minute's requests would begin anew. */
const now = new Date();
const app = await testApp({ FARLINE_RATE_LIMITS: 'on' }, { now: () => now });
const CALL = { to: '+44 7700 900123' };

/** So many requests, ten at once, as many as have a connection to the database each: their statuses. */
async function statusesOf(times: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) {
    const replies = await Promise.all(Array.from({ length: 10 }, ask));
    statuses.push(...replies.map((reply) => reply.status));
  }
  return statuses;
}

test('an account prepares only so many calls a minute: no row is written past them', async () => {
  const [ada, bob] = [await apiCustomer(app), await apiCustomer(app)];
  const initiate = async () => await ada.ask('POST', '/calls/initiate', CALL);

  expect(new Set(await statusesOf(INITIATE_RATE_LIMIT.most, initiate))).toEqual(new Set([201]));
  expect(await initiate()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  const { rows } = await sql`select 1 from calls.call where account_id = ${ada.accountId}`.execute(app.database);
  expect(rows).toHaveLength(INITIATE_RATE_LIMIT.most);
  expect((await bob.ask('POST', '/calls/initiate', CALL)).status).toBe(201);
});

test('whoever is not signed in asks only so many prices a minute', async () => {
  const ada = await apiCustomer(app);
  const ask = async () =>
    await fetch(`${app.origin}/api/v1/calls/calculate-cost`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(CALL),
    });

  expect(new Set(await statusesOf(COST_RATE_LIMIT.most, ask))).toEqual(new Set([200]));
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ada.ask('POST', '/calls/calculate-cost', CALL)).status).toBe(200);
});
