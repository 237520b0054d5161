import { operatorReply, overviewReply, usageReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';

const app = await testApp();
const { database, origin } = app;

test('that calls reach real phones is said while a trunk to them is switched on, to everybody alike, whoever has paid', async () => {
  const newcomer = await apiCustomer(app);
  const payer = await apiCustomer(app, { dollars: 20 });
  const told = async () => [
    ...(await Promise.all(
      [newcomer, payer].flatMap(({ ask }) => [
        ask('GET', '/billing/usage').then(({ body }) => usageReply.parse(body).reachesRealPhones),
        ask('GET', '/overview').then(({ body }) => overviewReply.parse(body).usage?.reachesRealPhones),
      ]),
    )),
    operatorReply.parse(await (await fetch(`${origin}/api/v1/operator`)).json()).reachesRealPhones,
  ];
  const everybody = (isSo: boolean) => Array.from({ length: 5 }, () => isSo);
  expect(await told()).toEqual(everybody(false));

  await sql`insert into routing.trunk (id, name, kind, host, port, transport, strip_characters, prepend, prefixes, priority, created_at)
    values (gen_random_uuid(), 'my-carrier', 'real', '127.0.0.1', 9, 'udp', 1, '', '{}', 1, now())`.execute(database);
  // The trunks are read once a second.
  await expect.poll(told, { timeout: 5_000 }).toEqual(everybody(true));

  await sql`update routing.trunk set enabled = false where name = 'my-carrier'`.execute(database);
  await expect.poll(told, { timeout: 5_000 }).toEqual(everybody(false));
});
