import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { apiCustomer } from '../../testing/api-customer.ts';
import { sandboxMessages } from '../../testing/sandbox-messages.ts';
import { serverProcess } from '../../testing/server-process.ts';
import { testDatabase } from '../../testing/test-database.ts';

const PATIENT_MS = 100_000;
vi.setConfig({ testTimeout: 5 * PATIENT_MS, hookTimeout: 2 * PATIENT_MS });

const SENDERS = 8;
const EACH = 20;
const centre = await sandboxMessages();
const { database, url } = await testDatabase();
const env = { ...centre.serverEnv, FARLINE_TRIAL_CREDIT: '0' };
const servers = await Promise.all([serverProcess(url, env), serverProcess(url, env)]);

/** How often each server has bound itself to the carrier. */
const binds = () => servers.map(({ words }) => words().split('bound to a carrier').length - 1);

test('two servers on one carrier send each message once, and receipts are taken by whichever they come to', async () => {
  const [first] = servers;
  await first?.start();
  await servers[1]?.start();
  await expect.poll(binds, { timeout: PATIENT_MS }).toEqual([1, 1]);
  const senders = await Promise.all(
    Array.from({ length: SENDERS }, async (_, who) => {
      const origin = servers[who % 2]?.origin ?? '';
      return await apiCustomer({ origin, database }, { dollars: 5 });
    }),
  );
  const written = await Promise.all(
    senders.flatMap((sender, who) =>
      Array.from({ length: EACH }, async (_, which) => {
        const text = `${who}-${which}`;
        const answer = await sender.ask('POST', '/messages', { to: '+447700900123', text });
        expect(answer.status).toBe(201);
        return text;
      }),
    ),
  );

  const undecided = async () =>
    (await sql`select from messages.message where state <> 'delivered'`.execute(database)).rows.length;
  await expect.poll(undecided, { timeout: 2 * PATIENT_MS }).toBe(0);
  const { messages: taken } = await centre.taken();
  expect(taken.map(({ text }) => text).toSorted()).toEqual(written.toSorted());
  for (const { accountId, walletId } of senders) {
    const { rows } = await sql<{ balance: bigint; held: bigint; charged: bigint }>`
      select balance, held, (
        select sum(charged)::bigint from messages.message where account_id = ${accountId}) as charged
      from ledger.wallet where id = ${walletId}`.execute(database);
    expect(rows).toEqual([{ balance: 5_000_000n - (rows[0]?.charged ?? 0n), held: 0n, charged: expect.any(BigInt) }]);
    expect(rows[0]?.charged).toBeGreaterThan(0n);
  }
});
