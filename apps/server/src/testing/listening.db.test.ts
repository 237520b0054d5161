import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultRule, initiateReply, playMessagesTask, voicemailsReply } from '@farline/contracts';
import { writeWav } from '@farline/sip-endpoint/wav';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { callsWorld } from '../modules/calls/testing/calls-world.ts';
import { numbersOf, numbersOfVoicemail } from '../modules/numbers/index.ts';
import { playMessages } from '../modules/voicemail/index.ts';
import { newId } from '../platform/ids.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';

/** Whoever calls *97 hears the voicemails of their own account, and of no other. */

const folder = await mkdtemp(join(tmpdir(), 'farline-listening-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const app = await testApp({ FARLINE_DATA_DIR: folder });
const { database } = app;
const world = await callsWorld(database);
const NUMBER = '+14155550100';
let minutes = 0;

/** A message in the account's mailbox, later than those before it; `heard`: before. */
async function aMessage({ accountId }: ApiCustomer, { heard = false, number = NUMBER, from = '+447700900555' } = {}) {
  const at = new Date(Date.UTC(2026, 0, 1) + ++minutes * 60_000);
  const id = newId(at);
  await sql`insert into voicemail.recording (id, account_id, number, caller, received_at, milliseconds, heard_at)
    values (${id}, ${accountId}, ${number}, ${from}, ${at}, 1000, ${heard ? at : null})`.execute(database);
  await mkdir(join(folder, 'voicemail', accountId), { recursive: true });
  await writeFile(soundFile(accountId, id), writeWav({ sampleRate: 8000, samples: new Int16Array(8000) }));
  return id;
}
const soundFile = (accountId: string, id: string) => join(folder, 'voicemail', accountId, `${id}.wav`);

const listOf = async (customer: ApiCustomer) =>
  voicemailsReply.parse((await customer.ask('GET', '/voicemails')).body).items;

/** The call of somebody who listens, as the API writes it down. */
async function listens(customer: ApiCustomer): Promise<string> {
  const { body, status } = await customer.ask('POST', '/calls/initiate', { to: '*97' });
  expect(status).toBe(201);
  return initiateReply.parse(body).call.id;
}

/** The attendant leaves word that this was done in a call. */
async function told(callId: string, id: string, deed: string): Promise<void> {
  await mkdir(join(folder, 'voicemail/listened'), { recursive: true });
  await writeFile(join(folder, 'voicemail/listened', `${callId}.${id}.${deed}`), '');
}
const wordsLeft = async () => await readdir(join(folder, 'voicemail/listened'));

const taskOf = async ({ accountId, userId }: ApiCustomer) => {
  const at = new Date('2026-01-02T00:00:00Z');
  const task = await playMessages(database, { accountId, userId, timeZone: 'UTC', at, numbersOf: numbersOfVoicemail });
  return { task: playMessagesTask.parse(JSON.parse(Buffer.from(task, 'base64url').toString('utf8'))), words: task };
};

describe('who listens', () => {
  test('hears new messages first, the oldest of them before the others, then those that were heard, the latest first', async () => {
    const customer = await apiCustomer(app);
    const old = [await aMessage(customer, { heard: true }), await aMessage(customer, { heard: true })];
    const fresh = [await aMessage(customer), await aMessage(customer)];

    const { task } = await taskOf(customer);

    expect(task).toMatchObject({ mailbox: customer.accountId, voice: 'en-gb' });
    expect(task.greeting).toBe('You have 2 new messages and 2 saved messages.');
    expect(task.messages.map(({ id }) => id)).toEqual([...fresh, ...old.toReversed()]);
  });

  test.each(['en', 'es', 'fr', 'pt', 'ar', 'zh'])(
    'in %s, with a mailbox that is full of messages, has a task that the engine can hand on',
    async (language) => {
      const customer = await apiCustomer(app);
      await sql`update accounts.account set language = ${language} where id = ${customer.accountId}`.execute(database);
      for (let count = 0; count < 25; count += 1)
        await aMessage(customer, { number: count % 2 === 0 ? NUMBER : '+14155550101' });

      const { task, words } = await taskOf(customer);

      expect(task.messages.length).toBeGreaterThan(10);
      expect(words.length).toBeLessThan(7_500);
    },
  );

  test('is asked for no money, goes over no trunk, and is at most two at once', async () => {
    const customer = await apiCustomer(app, { dollars: 0 });
    const decide = async () => {
      const id = await listens(customer);
      const { userId } = customer;
      return await world.calls.listener.decide({
        type: 'call.ask',
        transactionIndex: 1,
        transactionLabel: 2,
        at: world.clock.now().getTime(),
        call: id,
        user: userId,
        dialled: '*97',
        sipCallId: newId(),
        fromTag: 'from',
        connection: '',
        phone: '',
        privacy: '',
      });
    };

    expect(await decide()).toMatchObject({ decision: 'allow', trunkCount: 0, task: 'task', grantedSeconds: 3600 });
    expect(await decide()).toMatchObject({ decision: 'allow' });
    expect(await decide()).toMatchObject({ decision: 'refuse' });
  });
});

test('a carrier that calls *97 is told that there is no such number', async () => {
  const decision = await world.calls.listener.receive({
    type: 'incoming.ask',
    transactionIndex: 1,
    transactionLabel: 2,
    at: world.clock.now().getTime(),
    dialled: '*97',
    caller: '+447700900555',
    privacy: '',
    source: '127.0.0.1:5090',
    sipCallId: newId(),
    fromTag: 'from',
  });
  expect(decision).toMatchObject({ decision: 'refuse', status: 404 });
});

describe('what is heard', () => {
  test('is read for everybody of the account, and told at once', async () => {
    const customer = await apiCustomer(app);
    const [id, other] = [await aMessage(customer), await aMessage(customer)];

    await told(await listens(customer), id, 'heard');

    await expect
      .poll(async () => (await listOf(customer)).find((item) => item.id === id)?.heardAt)
      .toEqual(expect.any(String));
    expect((await listOf(customer)).find((item) => item.id === other)?.heardAt).toBeNull();
    const { rows } = await sql`
      select 1 from platform.event where type = 'voicemail.changed' and subject_id = ${id}`.execute(database);
    expect(rows).toHaveLength(1);
  });

  test('and deleted is gone with its file', async () => {
    const customer = await apiCustomer(app);
    const id = await aMessage(customer);

    await told(await listens(customer), id, 'deleted');

    await expect.poll(async () => await listOf(customer)).toEqual([]);
    await expect.poll(() => existsSync(soundFile(customer.accountId, id))).toBe(false);
  });

  test('of another account is not touched, whatever call is named', async () => {
    const [owner, thief] = [await apiCustomer(app), await apiCustomer(app)];
    const id = await aMessage(owner);
    const echo = await thief.ask('POST', '/calls/initiate', { to: '*43' });
    const calls = [await listens(thief), initiateReply.parse(echo.body).call.id, newId()];

    for (const call of calls) for (const deed of ['heard', 'deleted']) await told(call, id, deed);

    const left = async () => (await wordsLeft()).filter((name) => name.includes(id));
    await expect.poll(left).toEqual([]);
    expect(await listOf(owner)).toMatchObject([{ id, heardAt: null }]);
  });
});

test('a number is not forwarded to somebody’s voicemail', async () => {
  const customer = await apiCustomer(app);
  const [number = ''] = await numbersOf(database, customer.accountId);
  const ruled = async (to: string) => {
    const rule = { ...defaultRule('UTC'), open: { do: 'forward', to, most: null } };
    return (await customer.ask('PUT', `/numbers/${encodeURIComponent(number)}/rule`, { version: 0, rule })).status;
  };
  // No call bridge runs here, so no number is forwarded; but this is none.
  expect([await ruled('*97'), await ruled('+447700900124')]).toEqual([400, 503]);
});
