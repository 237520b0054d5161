import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { activeCustomer } from './active-customer.ts';
import { testApp } from './test-app.ts';

const CONNECTIONS = 3;
const app = await testApp({ FARLINE_DATABASE_POOL: String(CONNECTIONS) });

const CHANGES = [
  ['POST', '/calls/initiate', { to: '+447700900123' }],
  ['POST', '/messages', { to: '+447700900123', text: 'Hello' }],
  ['PATCH', '/auth/profile', { timeZone: 'Europe/Berlin' }],
] as const;

test('whatever wants to change something, and gets no connection to the database, is told when to ask again', async () => {
  const customer = await activeCustomer(app);
  const ask = async ([method, path, body]: readonly [string, string, object?]) =>
    await fetch(`${app.origin}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const { refused, reading } = await app.database.transaction().execute(async (tx) => {
    await sql`lock table contacts.contact in access exclusive mode`.execute(tx);
    const all = Array.from({ length: CONNECTIONS }, async () => await ask(['GET', '/contacts']));
    const held = async () =>
      (await sql`select from pg_locks where not granted and relation = 'contacts.contact'::regclass`.execute(tx)).rows
        .length;
    await expect.poll(held, { timeout: 4_000 }).toBe(CONNECTIONS);
    const answers = await Promise.all(CHANGES.map(async (change) => await ask(change)));
    return { refused: answers, reading: all };
  });

  for (const answer of refused) {
    expect([answer.url, answer.status, answer.headers.get('retry-after')]).toEqual([answer.url, 503, '2']);
    expect(await answer.json()).toMatchObject({ code: 'busy' });
  }
  await Promise.all(reading);
  for (const change of CHANGES) expect((await ask(change)).status).toBeLessThan(300);
});
