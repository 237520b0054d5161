import { readFile } from 'node:fs/promises';
import { calculateCostReply, plansReply, problem } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seed } from '../seed.ts';
import { testApp } from './test-app.ts';

const manual = await readFile(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
const statements = [...manual.matchAll(/```sql\n(.*?)```/gs)].map(([, text = '']) => text);

test('what the operator’s manual has for the database sets prices, plans and a trunk, and stays after the next start', async () => {
  const { database, origin } = await testApp();
  for (const statement of statements) await sql.raw(statement).execute(database);
  await seed(database);

  const price = async (to: string) => {
    const body = JSON.stringify({ to, duration: 60 });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/api/v1/calls/calculate-cost`, { method: 'POST', headers, body });
    return calculateCostReply.or(problem).parse(await answer.json());
  };
  await expect.poll(async () => await price('+4915123456789')).toMatchObject({ cost: 0.045 });
  expect(await price('+4915112345678')).toMatchObject({ cost: 0.06 });
  expect(await price('+442079460000')).toMatchObject({ code: 'destination_unknown' });
  expect(await price('+4990012345678')).toMatchObject({ code: 'destination_closed' });

  const { plans } = plansReply.parse(await (await fetch(`${origin}/api/v1/billing/plans`)).json());
  expect(plans.map(({ id }) => id)).toEqual(['basic', 'team']);

  const { rows } = await sql`select from routing.trunk where name = 'my-carrier'`.execute(database);
  expect(rows).toHaveLength(1);
});
