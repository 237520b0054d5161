import { messagesReply } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aDelivery } from '../../gateways/smpp/testing/bind-world.ts';
import { breakableLine } from '../../gateways/smpp/testing/breakable-line.ts';
import { scriptedCarrier } from '../../gateways/smpp/testing/scripted-carrier.ts';
import { activeCustomer } from '../../testing/active-customer.ts';
import { testApp } from '../../testing/test-app.ts';

// A carrier by SMPP whose line breaks while a text that it brought is being written down, through the whole system.
const centre = await scriptedCarrier();
const line = await breakableLine(centre.port);
const app = await testApp({ FARLINE_MESSAGE_CARRIERS: `acme=smpp://farline:secret@127.0.0.1:${line.port}` });
afterAll(async () => {
  await line.close();
  await centre.close();
});

const PATIENCE = { timeout: 30_000 };
type Customer = Awaited<ReturnType<typeof activeCustomer>>;

async function customerWith(number: string): Promise<Customer> {
  const customer = await activeCustomer(app);
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${`+${number}`}, ${customer.accountId}, 'bought', now())`.execute(app.database);
  return customer;
}

async function texts(customer: Customer): Promise<number> {
  const { body } = await customer.ask('GET', `/messages/threads/${encodeURIComponent('+447700900123')}/messages`);
  return messagesReply.parse(body).items.length;
}

/** Waits until we are bound again, on a connection that began after the first so many. */
async function untilBound({ after }: { after: number }) {
  await expect.poll(() => centre.sessions.length, PATIENCE).toBeGreaterThan(after);
  await expect.poll(() => centre.last().bind, PATIENCE).not.toBeNull();
}

/** Deliveries whose answers the carrier may not have read. */
async function unheard(): Promise<number> {
  return (await sql`select from messages.unanswered_delivery`.execute(app.database)).rows.length;
}

const bring = async (to: string, text: string) =>
  await centre.last().link.request({
    command: 'deliver_sm',
    message: aDelivery(text, { destination: { ton: 1, npi: 1, text: to } }),
  });

test('a text that is brought again because the line broke before its answer stands once, and the same one written anew twice', async () => {
  const ours = '14155550177';
  const customer = await customerWith(ours);
  await untilBound({ after: 0 });
  const before = centre.sessions.length;

  await app.database.transaction().execute(async (tx) => {
    await sql`lock table messages.unanswered_delivery in access exclusive mode`.execute(tx);
    const unanswered = bring(ours, 'Yes');
    const isBeingWritten = async () =>
      (
        await sql`select from pg_locks where not granted and relation = 'messages.unanswered_delivery'::regclass`.execute(
          tx,
        )
      ).rows.length;
    await expect.poll(isBeingWritten, PATIENCE).toBe(1);
    line.break();
    expect(await unanswered).toBeNull();
    await expect.poll(() => centre.sessions.length, PATIENCE).toBeGreaterThan(before);
  });
  await untilBound({ after: before });

  expect(await bring(ours, 'Yes')).toMatchObject({ status: 0 });
  expect(await texts(customer)).toBe(1);
  expect(await bring(ours, 'Yes')).toMatchObject({ status: 0 });
  expect(await texts(customer)).toBe(2);
});

test('a text whose answer was on its way when the line broke stands once, and one that is written anew after an answer that arrived twice', async () => {
  const ours = '14155550178';
  const customer = await customerWith(ours);
  await untilBound({ after: 0 });

  // What shows that an answer to another test's text was read is not withheld.
  await expect.poll(unheard, PATIENCE).toBe(0);
  const first = centre.sessions.length;
  line.withhold();
  const lost = bring(ours, 'Yes');
  await expect.poll(line.lostAnswers, PATIENCE).toBe(1);
  line.break();
  expect(await lost).toBeNull();
  await untilBound({ after: first });
  expect(await bring(ours, 'Yes')).toMatchObject({ status: 0 });
  expect(await texts(customer)).toBe(1);

  // This answer arrived before the line broke: what comes then was written anew.
  await expect.poll(unheard, PATIENCE).toBe(0);
  const second = centre.sessions.length;
  line.break();
  await untilBound({ after: second });
  expect(await bring(ours, 'Yes')).toMatchObject({ status: 0 });
  expect(await texts(customer)).toBe(2);
});
