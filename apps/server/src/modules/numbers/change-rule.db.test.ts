import { defaultRule, type NumberRule } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';
import { numbersOf } from './record/numbers-store.ts';

const app = await testApp();
const { database } = app;

test('a rule that is sent again, because its answer was lost, is saved once, and no later one is undone by it', async () => {
  const { accountId, ask } = await apiCustomer(app);
  const [number = ''] = await numbersOf(database, accountId);
  const save = async (rule: NumberRule, version: number) =>
    await ask('PUT', `/numbers/${encodeURIComponent(number)}/rule`, { version, rule });
  const usual = defaultRule('UTC');
  const office: NumberRule = {
    ...usual,
    hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
    closed: { do: 'voicemail' },
  };
  await save(office, 0);

  expect(await save(office, 0)).toMatchObject({ status: 200, body: { version: 1, rule: office } });
  expect(await save(usual, 1)).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await save(office, 0)).toMatchObject({ status: 409, body: { code: 'rule_changed' } });
  const { rows } = await sql`select from audit.event
    where action = 'number.rule_changed' and account_id = ${accountId}`.execute(database);
  expect(rows).toHaveLength(2);
});

test('what a new rule says to callers begins in the language of its account', async () => {
  const { accountId, ask } = await apiCustomer(app);
  const [number = ''] = await numbersOf(database, accountId);
  await ask('PATCH', '/auth/profile', { language: 'es' });

  const { body } = await ask('GET', `/numbers/${encodeURIComponent(number)}/rule`);
  expect(body).toMatchObject({ rule: { voicemail: { language: 'es', text: null } } });
});
