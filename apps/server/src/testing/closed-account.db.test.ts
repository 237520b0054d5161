import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aPayer } from './money/payer.ts';
import { testApp } from './test-app.ts';

const app = await testApp();

test('a closed account whose last call is charged below the mark is mailed that it was closed, and nothing more', async () => {
  const payer = await aPayer(app);
  await payer.ask('POST', '/settings/close-account', { password: 'Analytical1843' });
  await payer.spend(150);

  const noticed = async () => {
    const { rows } = await sql<{ kind: string }>`
      select kind from notices.notice where account_id = ${payer.accountId} order by id`.execute(app.database);
    return rows.map(({ kind }) => kind);
  };
  await expect.poll(noticed, { timeout: 20_000 }).toEqual(['low_balance']);
  const { rows } = await sql<{ kind: string }>`
    select kind from accounts.letter l join accounts.user u on u.id = l.user_id
    where u.account_id = ${payer.accountId} and kind <> 'confirm_email'`.execute(app.database);
  expect(rows).toEqual([{ kind: 'account_closed' }]);
});
