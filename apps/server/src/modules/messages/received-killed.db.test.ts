import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { aDelivery } from '../../gateways/smpp/testing/bind-world.ts';
import { breakableLine } from '../../gateways/smpp/testing/breakable-line.ts';
import { scriptedCarrier } from '../../gateways/smpp/testing/scripted-carrier.ts';
import { activeCustomer } from '../../testing/active-customer.ts';
import { serverProcess } from '../../testing/server-process.ts';
import { testDatabase } from '../../testing/test-database.ts';

// Texts that a carrier brings by SMPP to a server that is killed meanwhile. What it was not answered it brings again.
const PATIENT_MS = 100_000;
const PATIENCE = { timeout: PATIENT_MS };
vi.setConfig({ testTimeout: 5 * PATIENT_MS });

const OURS = '14155550179';
const centre = await scriptedCarrier();
const line = await breakableLine(centre.port);
afterAll(async () => {
  await line.close();
  await centre.close();
});
const { database, url } = await testDatabase();
const server = await serverProcess(url, {
  FARLINE_MESSAGE_CARRIERS: `acme=smpp://farline:secret@127.0.0.1:${line.port}`,
  FARLINE_SANDBOX_MESSAGES: 'smpp://farline:secret@127.0.0.1:9',
});

async function startServer() {
  const before = centre.sessions.length;
  await server.start();
  await expect.poll(() => centre.sessions.length, PATIENCE).toBeGreaterThan(before);
  await expect.poll(() => centre.last().bind, PATIENCE).not.toBeNull();
}

/** Of the server, which names them. */
async function connections(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and application_name like 'farline server%'`.execute(database);
  return rows.length;
}

/** Brings them all at once; gives those that it heard no answer to before the line was gone. */
async function bringAll(texts: readonly string[]): Promise<string[]> {
  const { link } = centre.last();
  const destination = { ton: 1, npi: 1, text: OURS };
  const answers = await Promise.all(
    texts.map(async (text) => ({
      text,
      answer: await link.request({ command: 'deliver_sm', message: aDelivery(text, { destination }) }),
    })),
  );
  for (const { answer } of answers) expect(answer?.status ?? 0).toBe(0);
  return answers.filter(({ answer }) => answer === null).map(({ text }) => text);
}

async function written(): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`select body from messages.message order by body`.execute(database);
  return rows.map(({ body }) => body);
}

async function waitingForTheLock(): Promise<number> {
  const { rows } = await sql`select from pg_locks
    where not granted and relation = 'messages.unanswered_delivery'::regclass`.execute(database);
  return rows.length;
}

const some = (name: string) => Array.from({ length: 20 }, (_, which) => `${name} ${which}`);

test('killed before it answered what it had written down, and while it wrote: what is brought again stands once, and none is lost', async () => {
  await startServer();
  const customer = await activeCustomer({ origin: server.origin, database });
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${`+${OURS}`}, ${customer.accountId}, 'bought', now())`.execute(database);
  const [heard, unheard, unwritten] = [some('heard'), some('unheard'), some('unwritten')];

  expect(await bringAll(heard)).toEqual([]);
  line.withhold();
  const lost = bringAll(unheard);
  await expect.poll(line.lostAnswers, PATIENCE).toBe(unheard.length);
  const late = await database.transaction().execute(async (tx) => {
    await sql`lock table messages.unanswered_delivery in access exclusive mode`.execute(tx);
    const beingWritten = bringAll(unwritten);
    await expect.poll(waitingForTheLock, PATIENCE).toBeGreaterThan(0);
    await server.kill();
    line.break();
    return await beingWritten;
  });
  const again = [...(await lost), ...late];
  expect(again).toEqual([...unheard, ...unwritten]);
  await expect.poll(connections, PATIENCE).toBe(0);
  expect(await written()).toEqual([...heard, ...unheard].toSorted());

  await startServer();
  expect(await bringAll(again)).toEqual([]);
  expect(await written()).toEqual([...heard, ...unheard, ...unwritten].toSorted());
  expect((await customer.ask('GET', '/messages/threads')).body).toMatchObject({ unread: 60 });
});
