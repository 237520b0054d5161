import { messagesReply } from '@farline/contracts';
import { PLAIN_MESSAGE } from '@farline/smpp';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { scriptedCarrier } from '../../gateways/smpp/testing/scripted-carrier.ts';
import { activeCustomer } from '../../testing/active-customer.ts';
import { testApp } from '../../testing/test-app.ts';

// A carrier by SMPP whose line breaks while a text that it brought is being written down, through the whole system.
const centre = await scriptedCarrier();
const app = await testApp({ FARLINE_MESSAGE_CARRIERS: `acme=smpp://farline:secret@127.0.0.1:${centre.port}` });
afterAll(async () => await centre.close());

const OURS = '14155550177';
const PATIENCE = { timeout: 30_000 };
const bring = async (text: string) =>
  await centre.last().link.request({
    command: 'deliver_sm',
    message: {
      ...PLAIN_MESSAGE,
      source: { ton: 1, npi: 1, text: '447700900123' },
      destination: { ton: 1, npi: 1, text: OURS },
      dataCoding: 3,
      octets: Buffer.from(text, 'latin1'),
    },
  });

test('a text that is brought again because the line broke before its answer stands once, and the same one written anew twice', async () => {
  const customer = await activeCustomer(app);
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${`+${OURS}`}, ${customer.accountId}, 'bought', now())`.execute(app.database);
  const texts = async () => {
    const { body } = await customer.ask('GET', `/messages/threads/${encodeURIComponent('+447700900123')}/messages`);
    return messagesReply.parse(body).items.length;
  };
  await expect.poll(() => centre.sessions.length, PATIENCE).toBe(1);
  await expect.poll(() => centre.last().bind, PATIENCE).not.toBeNull();

  await app.database.transaction().execute(async (tx) => {
    await sql`lock table messages.unanswered_delivery in access exclusive mode`.execute(tx);
    const unanswered = bring('Yes');
    const isBeingWritten = async () =>
      (
        await sql`select from pg_locks where not granted and relation = 'messages.unanswered_delivery'::regclass`.execute(
          tx,
        )
      ).rows.length;
    await expect.poll(isBeingWritten, PATIENCE).toBe(1);
    centre.last().socket.destroy();
    expect(await unanswered).toBeNull();
    await expect.poll(() => centre.sessions.length, PATIENCE).toBe(2);
  });
  await expect.poll(() => centre.last().bind, PATIENCE).not.toBeNull();

  expect(await bring('Yes')).toMatchObject({ status: 0 });
  expect(await texts()).toBe(1);
  expect(await bring('Yes')).toMatchObject({ status: 0 });
  expect(await texts()).toBe(2);
});
