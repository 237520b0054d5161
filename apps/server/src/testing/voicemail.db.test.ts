import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TakeMessageTask, takeMessageTask, VOICEMAIL_LIMITS } from '@farline/contracts';
import { readWav } from '@farline/sip-endpoint/wav';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { testApp } from './test-app.ts';
import { takeMessage } from '../modules/voicemail/index.ts';
import { answered, ended } from '../modules/calls/testing/calls-world.ts';
import { ANNA, soundOf, voicemailBed } from './voicemail-bed.ts';

const folder = await mkdtemp(join(tmpdir(), 'farline-voicemail-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const app = await testApp({ FARLINE_DATA_DIR: folder });
const { database } = app;
const { world, aMailbox, leave, keptAs } = await voicemailBed({ ...app, folder });

const NUMBER = '+14155550100';

test('a message that the attendant left is listed with who left it, unheard, and its sound is had', async () => {
  const mailbox = await aMailbox();
  const id = await mailbox.receives(soundOf(3, 777));

  expect(await mailbox.list()).toMatchObject({
    items: [{ id, number: mailbox.number, from: ANNA, seconds: 3, heardAt: null }],
    unheard: 1,
    usedSeconds: 3,
    mostSeconds: VOICEMAIL_LIMITS.accountSeconds,
    nextCursor: null,
  });
  const answer = await mailbox.fetch(`/voicemails/${id}/recording`);
  expect(answer.headers.get('content-type')).toContain('audio/wav');
  expect(answer.headers.get('content-disposition')).toMatch(/filename="voicemail-.*-442079460123\.wav"/);
  const { samples } = readWav(Buffer.from(await answer.arrayBuffer()));
  expect([samples.length, samples[100]]).toEqual([24_000, 777]);
});

test('a message is had by itself, too, with how many nobody has heard', async () => {
  const mailbox = await aMailbox();
  const [id] = [await mailbox.receives(), await mailbox.receives()];

  const [, listed] = (await mailbox.list()).items;
  expect(await mailbox.ask('GET', `/voicemails/${id}`)).toEqual({
    status: 200,
    body: { voicemail: listed, unheard: 2 },
  });
});

test('a message says why the number that its caller showed is not to be trusted, as their call does', async () => {
  const mailbox = await aMailbox();
  await mailbox.receives(soundOf(1));
  await mailbox.receives(soundOf(1), ANNA, 'TN-Validation-Failed');

  expect((await mailbox.list()).items.map(({ callerDoubt }) => callerDoubt)).toEqual(['failed_check', null]);
});

test('one that arrives twice, or whose reader was stopped in the middle, is told once and stays whole', async () => {
  const mailbox = await aMailbox();
  const id = await mailbox.receives();
  await expect.poll(() => existsSync(keptAs(mailbox, id))).toBe(true);

  await leave(id, soundOf(3));

  await expect.poll(async () => await readdir(join(folder, 'voicemail/arrived'))).not.toContain(`${id}.wav`);
  const { rows } = await sql`
    select 1 from platform.event where type = 'voicemail.received' and subject_id = ${id}`.execute(database);
  expect(rows).toHaveLength(1);
  expect((await mailbox.list()).items).toHaveLength(1);
});

test('what is heard is heard for everybody of the account, and can be unheard again', async () => {
  const mailbox = await aMailbox();
  const id = await mailbox.receives();

  expect(await mailbox.ask('PATCH', `/voicemails/${id}`, { isHeard: true })).toMatchObject({
    status: 200,
    body: { voicemail: { id, heardAt: expect.any(String) }, unheard: 0 },
  });
  expect(await mailbox.ask('PATCH', `/voicemails/${id}`, { isHeard: false })).toMatchObject({
    body: { voicemail: { id, heardAt: null }, unheard: 1 },
  });
});

test('a message that is deleted is gone with its file', async () => {
  const mailbox = await aMailbox();
  const [id, other] = [await mailbox.receives(), await mailbox.receives()];
  await expect.poll(() => existsSync(keptAs(mailbox, id))).toBe(true);

  expect(await mailbox.ask('DELETE', `/voicemails/${id}`)).toMatchObject({ status: 200, body: { unheard: 1 } });

  expect(existsSync(keptAs(mailbox, id))).toBe(false);
  expect((await mailbox.fetch(`/voicemails/${id}/recording`)).status).toBe(404);
  expect((await mailbox.ask('DELETE', `/voicemails/${id}`)).status).toBe(404);
  expect((await mailbox.list()).items.map((item) => item.id)).toEqual([other]);
});

test('a message of somebody else is none, whatever is asked of it', async () => {
  const [mailbox, thief] = [await aMailbox(), await aMailbox()];
  const id = await mailbox.receives();

  for (const [method, path, body] of [
    ['GET', `/voicemails/${id}`, undefined],
    ['GET', `/voicemails/${id}/recording`, undefined],
    ['PATCH', `/voicemails/${id}`, { isHeard: true }],
    ['DELETE', `/voicemails/${id}`, undefined],
    ['GET', '/voicemails/..%2Fvoicemail/recording', undefined],
  ] as const) {
    expect(await thief.ask(method, path, body)).toMatchObject({ status: 404 });
  }
  expect((await thief.list()).items).toEqual([]);
  expect((await mailbox.list()).items).toMatchObject([{ id, heardAt: null }]);
});

test('lists go on where they ended, and name one caller if that is asked', async () => {
  const mailbox = await aMailbox();
  const ids = [await mailbox.receives(), await mailbox.receives(), await mailbox.receives()].toReversed();

  const first = await mailbox.list('?limit=2');
  const rest = await mailbox.list(`?limit=2&cursor=${first.nextCursor}`);
  expect([first, rest].map(({ items }) => items.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2)]);
  expect(rest.nextCursor).toBeNull();
  expect((await mailbox.list(`?from=${encodeURIComponent(ANNA)}`)).items).toHaveLength(3);
  expect((await mailbox.list(`?from=${encodeURIComponent('+442079460999')}`)).items).toEqual([]);
});

test('a message is told in the notices in the place of the missed call, and mailed with its sound', async () => {
  const mailbox = await aMailbox();
  const id = await mailbox.receives();

  const notices = async () =>
    (await mailbox.ask('GET', '/notices')).body as { items: { kind: string; facts: object }[] };
  await expect.poll(async () => (await notices()).items.map(({ kind }) => kind)).toContain('voicemail_received');
  expect((await notices()).items.find(({ kind }) => kind === 'voicemail_received')).toMatchObject({
    facts: { voicemailId: id, from: ANNA, seconds: 3 },
  });
  const { rows } = await sql`
    select 1 from accounts.letter where user_id = ${mailbox.userId} and voicemail_id = ${id}`.execute(database);
  expect(rows).toHaveLength(1);
});

test.each(['unread', 'read'])(
  'who wants a mail of each missed call has none of one that leaves a message, whose notice is %s by then',
  async (seen) => {
    const mailbox = await aMailbox();
    await mailbox.ask('PATCH', '/settings/notices', { mail: { missedCalls: true } });
    const mails = async () =>
      (
        await sql<{ voicemail: string | null }>`select voicemail_id as voicemail from accounts.letter
        where user_id = ${mailbox.userId} and kind = 'notice'`.execute(database)
      ).rows;
    const call = await mailbox.called();
    const at = world.clock.now();
    await world.calls.listener.record(answered(call, at, 'attendant'));
    await world.calls.listener.record(ended(call, { answeredAt: at, at }, 'caller', 'attendant'));
    await expect.poll(mails).toEqual([{ voicemail: null }]);
    if (seen === 'read') await mailbox.ask('POST', '/notices/read');

    await leave(call.id, soundOf(3));

    await expect.poll(mails).toEqual([{ voicemail: call.id }]);
  },
);

test('an export has the messages with their sound', async () => {
  const mailbox = await aMailbox();
  const id = await mailbox.receives(soundOf(1));

  const { body } = await mailbox.ask('GET', '/settings/export');

  expect(body).toMatchObject({
    voicemails: [{ id, from: ANNA, seconds: 1, wavBase64: soundOf(1).toString('base64') }],
  });
});

test('who closes the account takes the messages along; what arrives after that is not kept', async () => {
  const mailbox = await aMailbox();
  const id = await mailbox.receives();
  await expect.poll(() => existsSync(keptAs(mailbox, id))).toBe(true);
  const late = (
    await world.calls.listener.receive({
      type: 'incoming.ask',
      transactionIndex: 1,
      transactionLabel: 2,
      at: world.clock.now().getTime(),
      dialled: mailbox.number,
      caller: ANNA,
      privacy: '',
      source: '127.0.0.1:5090',
      sipCallId: newId(),
      fromTag: 'f',
    })
  ).call;

  await sql`update accounts.account set state = 'closed' where id = ${mailbox.accountId}`.execute(database);
  await sql`insert into platform.event (type, account_id, subject_id, payload)
    values ('account.closed', ${mailbox.accountId}, ${mailbox.accountId}, '{}'::jsonb)`.execute(database);
  await leave(late ?? '', soundOf(2));

  const kept = async () =>
    (await sql`select 1 from voicemail.recording where account_id = ${mailbox.accountId}`.execute(database)).rows;
  await expect.poll(kept).toEqual([]);
  await expect.poll(async () => await readdir(join(folder, 'voicemail/arrived'))).not.toContain(`${late}.wav`);
  await app.runJobs();
  expect(existsSync(keptAs(mailbox, id))).toBe(false);
  expect(await kept()).toEqual([]);
});

const taskOf = (task: string): TakeMessageTask =>
  takeMessageTask.parse(JSON.parse(Buffer.from(task, 'base64url').toString('utf8')));

test.each(['en', 'es', 'fr', 'pt', 'ar', 'zh'] as const)(
  'a mailbox greets in %s, or in words of its owner',
  async (language) => {
    const { accountId } = await aMailbox();
    const of = async (text: string | null) =>
      taskOf(
        await takeMessage(database, {
          accountId,
          number: NUMBER,
          greeting: { language, text },
          from: null,
          chosen: null,
          isPaid: false,
        }),
      );

    const usual = await of(null);
    expect(usual).toMatchObject({ mailbox: accountId, mostSeconds: VOICEMAIL_LIMITS.messageSeconds });
    expect([usual.greeting, usual.choices, usual.cannotRecord, usual.cutShort].every((text) => text.length > 5)).toBe(
      true,
    );
    expect(await of('Hello, this is Ada.')).toEqual({ ...usual, greeting: 'Hello, this is Ada.' });
  },
);

test('a message that cannot be put where it is kept stays, and keeps no other waiting', async () => {
  const [broken, mailbox] = [await aMailbox(), await aMailbox()];
  await mkdir(join(folder, 'voicemail'), { recursive: true });
  await writeFile(join(folder, 'voicemail', broken.accountId), 'in the place of its folder');
  const stuck = await broken.left();

  await mailbox.receives();

  expect(await readdir(join(folder, 'voicemail/arrived'))).toContain(`${stuck}.wav`);
  await rm(join(folder, 'voicemail', broken.accountId));
  await expect.poll(() => existsSync(keptAs(broken, stuck))).toBe(true);
});

test('a hundred files of calls that nobody knows keep no message waiting', async () => {
  const mailbox = await aMailbox();
  const unknown = Array.from({ length: 120 }, () => newId(new Date('2020-01-01T00:00:00Z')));
  for (const id of unknown) await leave(id, soundOf(1));

  await mailbox.receives();

  const names = await readdir(join(folder, 'voicemail/arrived'));
  expect(names).toEqual(expect.arrayContaining(unknown.map((id) => `${id}.wav`)));
  for (const id of unknown) await rm(join(folder, 'voicemail/arrived', `${id}.wav`));
});

test('sound that cannot be removed now keeps nobody from deleting theirs', async () => {
  const [broken, mailbox] = [await aMailbox(), await aMailbox()];
  const [stuck, id] = [await broken.receives(), await mailbox.receives()];
  for (const [of, each] of [
    [broken, stuck],
    [mailbox, id],
  ] as const) {
    await expect.poll(() => existsSync(keptAs(of, each))).toBe(true);
  }
  await rm(keptAs(broken, stuck));
  await mkdir(keptAs(broken, stuck));

  expect(await broken.ask('DELETE', `/voicemails/${stuck}`)).toMatchObject({ status: 200, body: { unheard: 0 } });
  expect(await mailbox.ask('DELETE', `/voicemails/${id}`)).toMatchObject({ status: 200 });

  expect(existsSync(keptAs(mailbox, id))).toBe(false);
  await rm(keptAs(broken, stuck), { recursive: true });
});
