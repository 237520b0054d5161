import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sipPhonesOfAccount } from '../modules/phones/index.ts';
import { callsToVoicemail, createMessageWaiting } from '../modules/voicemail/index.ts';
import { newId } from '../platform/ids.ts';
import { apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';

const app = await testApp();
const { database } = app;

let phones = 0;
async function aPhone({ accountId, userId }: { accountId: string; userId: string }): Promise<string> {
  const username = `lamp${String(++phones).padStart(6, '0')}`;
  await sql`insert into accounts.sip_phone (id, user_id, account_id, name, username, realm, ha1, created_at)
    values (${newId()}, ${userId}, ${accountId}, 'Desk', ${username}, 'farline.local', ${'0'.repeat(32)}, now())`.execute(
    database,
  );
  return username;
}

const leave = async (accountId: string, heard: boolean) =>
  await sql`insert into voicemail.recording (id, account_id, number, received_at, milliseconds, heard_at)
    values (${newId()}, ${accountId}, '+14155550100', now(), 1000, ${heard ? new Date() : null})`.execute(database);

test('every phone of the account is told how many messages wait, and no phone of another', async () => {
  const [owner, other] = [await apiCustomer(app), await apiCustomer(app)];
  const own = [await aPhone(owner), await aPhone(owner)];
  await aPhone(other);
  await leave(owner.accountId, false);
  await leave(owner.accountId, false);
  await leave(owner.accountId, true);
  const told: string[] = [];
  const lamps = createMessageWaiting({
    database,
    log: { error: (error: unknown) => void told.push(String(error)) },
    phonesOf: sipPhonesOfAccount,
    tell: async (phone, waiting) => void told.push(`${phone} ${waiting}`),
  });
  const event = {
    id: 1n,
    type: 'voicemail.changed',
    accountId: owner.accountId,
    subjectId: newId(),
    payload: {},
  } as const;

  lamps.hear?.([event, { ...event, id: 2n }] as never);

  await expect.poll(() => told.toSorted(), { timeout: 20_000 }).toEqual(own.map((phone) => `${phone} 2/1`));
});

test('what a phone is told last is how many wait, however long it takes to be told', async () => {
  const owner = await apiCustomer(app);
  await aPhone(owner);
  await leave(owner.accountId, false);
  const [told, begun, slow] = [[] as string[], Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let looks = 0;
  const lamps = createMessageWaiting({
    database,
    log: { error: (error: unknown) => void told.push(String(error)) },
    phonesOf: async (db, accountId) => {
      looks += 1;
      return await sipPhonesOfAccount(db, accountId);
    },
    tell: async (_phone, waiting) => {
      begun.resolve();
      await slow.promise;
      told.push(waiting);
    },
  });
  const event = { id: 1n, type: 'voicemail.changed', accountId: owner.accountId, subjectId: newId(), payload: {} };
  lamps.hear?.([event] as never);
  await begun.promise;
  await leave(owner.accountId, false);
  lamps.hear?.([{ ...event, id: 2n }] as never);
  lamps.hear?.([{ ...event, id: 3n }] as never);
  expect(looks).toBe(1);
  slow.resolve();

  await expect.poll(() => told).toEqual(['1/0', '2/0']);
});

test('an account without messages has none that wait, whoever else has', async () => {
  const [owner, other] = [await apiCustomer(app), await apiCustomer(app)];
  await leave(other.accountId, false);
  expect(await callsToVoicemail.messagesWaiting(database, owner.accountId)).toBe('0/0');
  expect(await callsToVoicemail.messagesWaiting(database, other.accountId)).toBe('1/0');
});
