import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VOICEMAIL_LIMITS } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { takeMessage } from '../modules/voicemail/index.ts';
import { newId } from '../platform/ids.ts';
import { taskOf } from './greeting-owner.ts';
import { testApp } from './test-app.ts';
import { soundOf, voicemailBed } from './voicemail-bed.ts';

/** How much a mailbox takes: of all, of one caller, and on one number. */

const folder = await mkdtemp(join(tmpdir(), 'farline-voicemail-room-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const app = await testApp({ FARLINE_DATA_DIR: folder });
const { database } = app;
const { aMailbox } = await voicemailBed({ ...app, folder });

const [NUMBER, OTHER_NUMBER] = ['+14155550100', '+14155550101'];

test('a mailbox that is full takes no message, and one that is nearly full takes what it has room for', async () => {
  const { accountId } = await aMailbox();
  const { fill, most } = fillable(accountId);

  for (const caller of ['501', '505']) await fill(3600, `+447700900${caller}`, OTHER_NUMBER);
  expect(await most(null)).toBe(VOICEMAIL_LIMITS.messageSeconds);
  await fill(3540, '+447700900502');
  await fill(3600, '+447700900504');
  expect(await most(null)).toBe(60);
  await fill(55, '+447700900503');
  expect(await most(null)).toBe(0);
});

test('whoever has left twenty minutes that nobody heard leaves no more, and others do', async () => {
  const { accountId } = await aMailbox();
  const { fill, most, hear } = fillable(accountId);
  await fill(1140, '+447700900501');
  expect(await most('+447700900501')).toBe(60);
  await fill(60, '+447700900501');
  expect([await most('+447700900501'), await most('+447700900502')]).toEqual([0, VOICEMAIL_LIMITS.messageSeconds]);

  await fill(1800, null);
  expect(await most(null)).toBe(VOICEMAIL_LIMITS.messageSeconds);
  await fill(1795, null);
  expect(await most(null)).toBe(0);

  await hear();
  expect(await most('+447700900501')).toBe(VOICEMAIL_LIMITS.messageSeconds);
});

test('a number whose callers have left two hours that nobody heard takes no more, and the other numbers do', async () => {
  const { accountId } = await aMailbox();
  const { fill, most, hear } = fillable(accountId);
  for (const caller of ['501', '502', '503', '504', '505']) await fill(1420, `+447700900${caller}`);
  expect(await most('+447700900506')).toBe(100);
  await fill(95, '+447700900506');

  expect(await most('+447700900507')).toBe(0);
  expect(await most('+447700900507', OTHER_NUMBER)).toBe(VOICEMAIL_LIMITS.messageSeconds);
  await hear();
  expect(await most('+447700900507')).toBe(VOICEMAIL_LIMITS.messageSeconds);
});

test('whoever forges numbers is counted with those who show none, and uses up nothing of whose numbers they are', async () => {
  const mailbox = await aMailbox();
  const { lasting, most } = fillable(mailbox.accountId);
  const [ofAnna, ofAnother] = ['+442079460123', '+442079460124'];
  for (const shown of [ofAnna, ofAnother]) {
    await lasting(await mailbox.receives(soundOf(1), shown, 'TN-Validation-Failed'), 1800);
  }

  expect([await most(null), await most(ofAnna)]).toEqual([0, VOICEMAIL_LIMITS.messageSeconds]);

  await lasting(await mailbox.receives(soundOf(1), ofAnna), 1140);
  expect([await most(ofAnna), await most(ofAnother)]).toEqual([60, VOICEMAIL_LIMITS.messageSeconds]);
});

/** A mailbox into which a test puts messages of so many seconds: how long a caller's next one may be, and how its owner hears all of them. */
function fillable(accountId: string) {
  const usual = { accountId, greeting: { language: 'en', text: null }, chosen: null, isPaid: false } as const;
  return {
    fill: async (seconds: number, from: string | null, number = NUMBER) =>
      await sql`insert into voicemail.recording (id, account_id, number, caller, received_at, milliseconds)
        values (${newId()}, ${accountId}, ${number}, ${from}, now(), ${seconds * 1000})`.execute(database),
    /** Says that a message which is there is so many seconds long. */
    lasting: async (id: string, seconds: number) =>
      await sql`update voicemail.recording set milliseconds = ${seconds * 1000} where id = ${id}`.execute(database),
    most: async (from: string | null, number = NUMBER) =>
      taskOf(await takeMessage(database, { ...usual, number, from })).mostSeconds,
    hear: async () =>
      await sql`update voicemail.recording set heard_at = now() where account_id = ${accountId}`.execute(database),
  };
}

test('a full mailbox is not answered where the call would cost who is called', async () => {
  const { accountId } = await aMailbox();
  await sql`insert into voicemail.recording (id, account_id, number, received_at, milliseconds)
    select id, ${accountId}, '+14155550100', now(), 3600000 from unnest(${[newId(), newId()]}::uuid[]) as id`.execute(
    database,
  );
  const greeting = { language: 'en', text: null } as const;
  expect(
    await takeMessage(database, { accountId, number: NUMBER, greeting, from: null, chosen: null, isPaid: true }),
  ).toBe('');
  expect(
    taskOf(
      await takeMessage(database, { accountId, number: NUMBER, greeting, from: null, chosen: null, isPaid: false }),
    ).mostSeconds,
  ).toBe(0);
});
