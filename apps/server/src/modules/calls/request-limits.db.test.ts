import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';
import { COST_LIMIT, INITIATE_LIMIT } from './request-limits.ts';

const app = await testApp({ FARLINE_RATE_LIMITS: 'on' });
const CALL = { to: '+44 7700 900123' };

test('an account prepares only so many calls a minute: no row is written past them', async () => {
  const [ada, bob] = [await apiCustomer(app), await apiCustomer(app)];
  expect((await ada.ask('POST', '/calls/initiate', CALL)).status).toBe(201);
  await sql`update platform.rate_limit set taken = ${INITIATE_LIMIT.most}
    where key = ${`initiate-call:${ada.accountId}`}`.execute(app.database);

  expect(await ada.ask('POST', '/calls/initiate', CALL)).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  });
  const { rows } = await sql`select 1 from calls.call where account_id = ${ada.accountId}`.execute(app.database);
  expect(rows).toHaveLength(1);
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
  const statuses: number[] = [];
  while (statuses.length < COST_LIMIT.most) {
    const replies = await Promise.all(Array.from({ length: 50 }, ask));
    statuses.push(...replies.map((reply) => reply.status));
  }

  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ada.ask('POST', '/calls/calculate-cost', CALL)).status).toBe(200);
});
