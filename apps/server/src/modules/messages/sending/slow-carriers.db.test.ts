import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { messagesWorld, testCarrier } from '../../../testing/money/messages-world.ts';
import { claimDueMessages } from './parts-store.ts';

const { database } = await testDatabase();

/** The carrier takes what it is given and says nothing of it, until what comes back is called: then it accepts all. */
function holdAnswers(carrier: ReturnType<typeof testCarrier>): () => void {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  carrier.submit = async (part) => {
    carrier.submitted.push(part);
    await isAnswered;
    return { outcome: 'accepted', carrierMessageId: `${carrier.name}-${carrier.submitted.length}` };
  };
  return answer;
}

test('a carrier that is slow with more than a hundred messages holds up none of another carrier', async () => {
  const [slow, quick] = [testCarrier('slow'), testCarrier('quick', { isSandbox: true })];
  const world = await messagesWorld(database, { carriers: [slow, quick] });
  const answer = holdAnswers(slow);
  const payers = await Promise.all(Array.from({ length: 5 }, async () => await world.customer('5.00')));
  for (const [place, { accountId }] of payers.entries()) {
    await sql`update accounts.account set state = 'active' where id = ${accountId}`.execute(database);
    await sql`insert into numbers.number (e164, account_id, kind, created_at)
      values (${`+1415555100${place}`}, ${accountId}, 'bought', now())`.execute(database);
  }
  for (let place = 0; place < 30; place += 1) {
    await Promise.all(
      payers.map(async (payer) => await world.write(payer, 'slow', { to: `+4477${1_000 + place}00123` })),
    );
  }
  const sending = world.send();
  await expect.poll(() => slow.submitted.length).toBe(100);
  const code = await world.write(await world.customer('1.00'), 'quick');
  await expect.poll(async () => (await world.message(code.id)).state).toBe('sent');
  expect(slow.submitted).toHaveLength(100);
  answer();
  await sending;
  expect(slow.submitted).toHaveLength(150);
});

test('what a carrier is too slow for goes to no other, and what it refused does', async () => {
  const [slow, spare] = [testCarrier('slow', { isSandbox: true }), testCarrier('spare', { isSandbox: true })];
  const world = await messagesWorld(database, { carriers: [slow, spare] });
  const customer = await world.customer('1.00');
  slow.answers.push({ outcome: 'refused', status: 'ESME_RINVDSTADR' });
  const refused = await world.write(customer, 'refused');
  await world.send();
  const answer = holdAnswers(slow);
  const payers = await Promise.all(Array.from({ length: 6 }, async () => await world.customer('5.00')));
  for (let place = 0; place < 18; place += 1) {
    await Promise.all(
      payers.map(async (payer) => await world.write(payer, 'Hi', { to: `+4477${1_000 + place}00123` })),
    );
  }
  const sending = world.send();
  await expect.poll(() => slow.submitted.length).toBe(101);
  world.clock.pass(1_000);
  await expect.poll(async () => (await world.message(refused.id)).state).toBe('sent');
  expect([slow.submitted.length, spare.submitted.length]).toEqual([101, 1]);
  answer();
  await sending;
  expect([slow.submitted.length, spare.submitted.length]).toEqual([109, 1]);
});

test('what waits for a carrier that is full or down is not read again and again, however much it is', async () => {
  const [slow, quick] = [testCarrier('slow'), testCarrier('quick', { isSandbox: true })];
  const world = await messagesWorld(database, { carriers: [slow, quick] });
  const payer = await world.customer('5.00');
  const due = await world.write(payer, 'quick');
  await sql`insert into messages.message
    select (jsonb_populate_record(message, jsonb_build_object('id', gen_random_uuid(), 'is_practice', false, 'due_at', created_at - interval '1 day'))).*
    from messages.message, generate_series(1, 3000) where id = ${due.id}`.execute(database);
  await sql`insert into messages.part (message_id, number, state)
    select id, 1, 'waiting' from messages.message where account_id = ${payer.accountId} and not is_practice`.execute(
    database,
  );
  await sql`analyze messages.message, messages.part`.execute(database);

  const now = world.clock.now();
  const wanted = { now, until: now, most: 100, heldBack: [{ isPractice: false, refusedBy: [], notBy: ['slow'] }] };
  const { claimed, read } = await inTransaction(database, async (tx) => {
    const before = await rowsRead(tx);
    const messages = await claimDueMessages(tx, wanted);
    return { claimed: messages.map(({ message }) => message.id), read: (await rowsRead(tx)) - before };
  });
  expect(claimed).toEqual([due.id]);
  expect(read).toBeLessThan(50);
});

/** How many rows of messages a transaction has read so far. */
async function rowsRead(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ read: string }>`select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
    where schemaname = 'messages' and relname = 'message'`.execute(tx);
  return Number(rows[0]?.read);
}
