import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { type ApiCustomer, apiCustomer } from '../../testing/api-customer.ts';
import { sandboxMessages } from '../../testing/sandbox-messages.ts';
import { serverProcess } from '../../testing/server-process.ts';
import { testDatabase } from '../../testing/test-database.ts';

// A burst of 500, of which 25 are on their way to the server at once. A burst of 5,000 is what `npm run bench -- messages` measures.
const PATIENT_MS = 100_000;
vi.setConfig({ testTimeout: 5 * PATIENT_MS });

const SENDERS = 25;
const EACH = 20;
/** A server that happens to have nothing between itself and the carrier when it's killed proves nothing: it's killed in another burst. */
const MOST_BURSTS = 5;
const centre = await sandboxMessages();
const { database, url } = await testDatabase();
const server = await serverProcess(url, { ...centre.serverEnv, FARLINE_TRIAL_CREDIT: '0' });

/** Of the server, which names them. */
async function connections(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and application_name like 'farline server%'`.execute(database);
  return rows.length;
}

/** What is not decided yet: a receipt of what was on its way when the server died comes when there is somebody to take it. */
async function behind(): Promise<unknown[]> {
  const texts = (await centre.taken()).messages.map(({ text }) => text);
  const { rows } = await sql`select body, state from messages.message
    where state in ('queued', 'sent') or state <> 'delivered' and body = any (${texts}::text[])`.execute(database);
  return rows;
}

/** Messages that the database says are being handed to the carrier, as the server that died left them. */
async function underWay(): Promise<number> {
  const { rows } = await sql`select from messages.part where state = 'submitting'`.execute(database);
  return rows.length;
}

type Burst = { senders: ApiCustomer[]; accepted: string[]; unanswered: { sender: ApiCustomer; text: string }[] };

const post = async (sender: ApiCustomer, text: string) =>
  await sender.ask('POST', '/messages', { to: '+447700900123', text }, text).catch(() => null);

/** Starts the server, has people write a burst, and kills it once half of that is accepted. All that it had begun in the database is over. */
async function killedInABurst(name: string): Promise<Burst> {
  await server.start();
  const app = { origin: server.origin, database };
  const burst: Burst = { senders: [], accepted: [], unanswered: [] };
  burst.senders = await Promise.all(
    Array.from({ length: SENDERS }, async () => await apiCustomer(app, { dollars: 5 })),
  );
  let isKilled = false;
  const send = async (sender: ApiCustomer, text: string) => {
    const answer = await post(sender, text);
    if (answer?.status !== 201) return burst.unanswered.push({ sender, text });
    burst.accepted.push(text);
    if (burst.accepted.length < (SENDERS * EACH) / 2 || isKilled) return;
    isKilled = true;
    await server.kill();
  };
  await Promise.all(
    burst.senders.map(async (sender, who) => {
      for (let which = 0; which < EACH && !isKilled; which++) await send(sender, `${name}-${who}-${which}`);
    }),
  );
  expect(isKilled).toBe(true);
  await expect.poll(connections, { timeout: PATIENT_MS }).toBe(0);
  return burst;
}

test('killed in a burst, started again and asked again: none is lost, none is sent twice, and what is paid is what the far side took', async () => {
  const bursts: Burst[] = [];
  do bursts.push(await killedInABurst(`burst-${bursts.length}`));
  while ((await underWay()) === 0 && bursts.length < MOST_BURSTS);
  expect(await underWay()).toBeGreaterThan(0);
  const [senders, accepted] = [bursts.flatMap((one) => one.senders), bursts.flatMap((one) => one.accepted)];
  const unanswered = bursts.flatMap((one) => one.unanswered);
  // Nobody need wait for who is gone as long as the product does.
  await sql`update messages.message set claimed_until = now() where claimed_until is not null`.execute(database);
  await sql`update messages.part set submitted_at = submitted_at - interval '3 minutes'`.execute(database);
  await server.start();
  // Whoever heard no answer asks again, with the same key.
  await sql`update platform.idempotency set started_at = now() - interval '2 minutes' where status is null`.execute(
    database,
  );
  expect(unanswered.length).toBeGreaterThan(0);
  for (const { sender, text } of unanswered) expect(await post(sender, text)).toMatchObject({ status: 201 });

  await expect.poll(behind, { timeout: 2 * PATIENT_MS }).toEqual([]);
  const written = (
    await sql<Written>`
      select body, state, charged, per_segment, account_id from messages.message`.execute(database)
  ).rows;
  const { messages: taken } = await centre.taken();
  const texts = taken.map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  const wanted = [...accepted, ...unanswered.map(({ text }) => text)];
  expect(written.map(({ body }) => body).toSorted()).toEqual(wanted.toSorted());
  const sent = written.filter(({ state }) => state === 'delivered').map(({ body }) => body);
  expect(sent.toSorted()).toEqual(texts.toSorted());
  const others = written.filter(({ state }) => state !== 'delivered');
  expect(new Set(others.map(({ state }) => state))).toSatisfy((states: Set<string>) =>
    [...states].every((state) => state === 'unknown'),
  );
  for (const one of written) expect(one.charged).toBe(one.state === 'delivered' ? one.per_segment : null);
  await expectPaid(senders, written);
});

type Written = { body: string; state: string; charged: bigint | null; per_segment: bigint; account_id: string };

async function expectPaid(senders: readonly ApiCustomer[], written: readonly Written[]) {
  for (const { accountId, walletId } of senders) {
    const mine = written.filter((one) => one.account_id === accountId);
    const charged = mine.reduce((sum, one) => sum + (one.charged ?? 0n), 0n);
    const held = mine.filter(({ state }) => state === 'unknown').reduce((sum, one) => sum + one.per_segment, 0n);
    const { rows } = await sql<{ balance: bigint; held: bigint }>`
      select balance, held from ledger.wallet where id = ${walletId}`.execute(database);
    expect(rows).toEqual([{ balance: 5_000_000n - charged, held }]);
  }
}
