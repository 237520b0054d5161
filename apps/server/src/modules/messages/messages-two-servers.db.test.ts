import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { type ApiCustomer, apiCustomer } from '../../testing/api-customer.ts';
import { sandboxMessages } from '../../testing/sandbox-messages.ts';
import { serverProcess } from '../../testing/server-process.ts';
import { testDatabase } from '../../testing/test-database.ts';

const PATIENT_MS = 100_000;
vi.setConfig({ testTimeout: 10 * PATIENT_MS, hookTimeout: 2 * PATIENT_MS });

const SENDERS = 8;
const EACH = 20;
const MOST_ROUNDS = 20;
const centre = await sandboxMessages();
const { database, url } = await testDatabase();
const env = { ...centre.serverEnv, FARLINE_TRIAL_CREDIT: '0' };
const servers = await Promise.all([serverProcess(url, env), serverProcess(url, env)]);

/** How often each server has bound itself to the carrier. */
const binds = () => servers.map(({ words }) => words().split('bound to a carrier').length - 1);

/** How much of what it gave to the carrier each server says was taken. */
async function submits(): Promise<number[]> {
  return await Promise.all(
    servers.map(async ({ origin }) => {
      const figures = await (await fetch(`${origin}/metrics`)).text();
      const [, count] = /^farline_message_submits_total\{[^}]*outcome="accepted"[^}]*\} (\d+)$/m.exec(figures) ?? [];
      return Number(count ?? 0);
    }),
  );
}

type Round = { senders: ApiCustomer[]; texts: string[] };

/** New people write at the same moment, half of them to each server, and all of it is delivered. */
async function writeRound(round: number): Promise<Round> {
  const senders = await Promise.all(
    Array.from({ length: SENDERS }, async (_, who) => {
      const origin = servers[who % 2]?.origin ?? '';
      return await apiCustomer({ origin, database }, { dollars: 5 });
    }),
  );
  const texts = await Promise.all(
    senders.flatMap((sender, who) =>
      Array.from({ length: EACH }, async (_, which) => {
        const text = `${round}-${who}-${which}`;
        const write = async () => (await sender.ask('POST', '/messages', { to: '+447700900123', text })).status;
        // A server that is too busy for the moment says so, and has written nothing.
        await expect.poll(write, { timeout: PATIENT_MS }).toBe(201);
        return text;
      }),
    ),
  );
  const undecided = async () =>
    (await sql`select from messages.message where state <> 'delivered'`.execute(database)).rows.length;
  await expect.poll(undecided, { timeout: 2 * PATIENT_MS }).toBe(0);
  return { senders, texts };
}

test('two servers on one carrier both send, each message once, and receipts are taken by whichever they come to', async () => {
  for (const server of servers) await server.start();
  await expect.poll(binds, { timeout: PATIENT_MS }).toEqual([1, 1]);
  // One of them may be so quick that it takes all of a round: there is another then.
  const rounds: Round[] = [];
  const haveBothSent = async () => (await submits()).every((count) => count > 0);
  while (rounds.length === 0 || (rounds.length < MOST_ROUNDS && !(await haveBothSent()))) {
    rounds.push(await writeRound(rounds.length));
  }

  const counts = await submits();
  const written = rounds.flatMap(({ texts }) => texts);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(written.length);
  const { messages: taken } = await centre.taken();
  expect(taken.map(({ text }) => text).toSorted()).toEqual(written.toSorted());
  for (const { accountId, walletId } of rounds.flatMap(({ senders }) => senders)) {
    const { rows } = await sql<{ balance: bigint; held: bigint; charged: bigint }>`
      select balance, held, (
        select sum(charged)::bigint from messages.message where account_id = ${accountId}) as charged
      from ledger.wallet where id = ${walletId}`.execute(database);
    expect(rows).toEqual([{ balance: 5_000_000n - (rows[0]?.charged ?? 0n), held: 0n, charged: expect.any(BigInt) }]);
    expect(rows[0]?.charged).toBeGreaterThan(0n);
  }
});
