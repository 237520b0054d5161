import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answersWith,
  refuses,
  says,
  standInTranscription,
  TRANSCRIPTION_KEY,
} from '@farline/tools/stand-in-transcription';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { keptLog } from './kept-log.ts';
import { testApp, testAppOn } from './test-app.ts';
import { testDatabase } from './test-database.ts';
import { soundOf, voicemailBed } from './voicemail-bed.ts';

const folder = await mkdtemp(join(tmpdir(), 'farline-transcripts-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const service = await standInTranscription(says('Hello, this is Anna.'));
afterAll(service.close);
const { log, lines } = keptLog('info');
const { database, url } = await testDatabase();
const settings = {
  FARLINE_DATA_DIR: folder,
  FARLINE_TRANSCRIPTION_URL: service.url,
  FARLINE_TRANSCRIPTION_KEY: TRANSCRIPTION_KEY,
};
const app = { database, folder, ...(await testAppOn(url, settings, systemClock, log)) };
const { aMailbox } = await voicemailBed(app);
type Mailbox = Awaited<ReturnType<typeof aMailbox>>;

/** Has the next sound taken and not answered: `answer` does that. */
function held() {
  const taken: { response: ServerResponse; seconds: number }[] = [];
  service.answers.push((response, { seconds }) => void taken.push({ response, seconds }));
  const reply = (answer: ReturnType<typeof says>) => {
    for (const { response, seconds } of taken)
      answer(response, { seconds, model: '', fileName: '', wav: Buffer.alloc(0) });
  };
  return {
    isAsked: async () => await expect.poll(() => taken.length).toBe(1),
    answer: (text: string) => reply(says(text)),
    reply,
  };
}

const transcriptOf = async (mailbox: Pick<Mailbox, 'list'>, id: string) =>
  (await mailbox.list()).items.find((item) => item.id === id)?.transcript;
const rowsOf = async (id: string) =>
  (await sql`select state from voicemail.transcript where recording_id = ${id}`.execute(database)).rows;
const toldOf = async (id: string) =>
  (
    await sql`select 1 from platform.event where type = 'voicemail.transcribed' and subject_id = ${id}`.execute(
      database,
    )
  ).rows;
const dueAt = async (id: string) =>
  (
    await sql<{ dueAt: Date }>`select due_at as "dueAt" from voicemail.transcript where recording_id = ${id}`.execute(
      database,
    )
  ).rows[0]?.dueAt.getTime();
const bringForward = async (id: string) =>
  await sql`update voicemail.transcript set due_at = now() - interval '1 second' where recording_id = ${id}`.execute(
    database,
  );
const mailsTo = async ({ userId }: Pick<Mailbox, 'userId'>) =>
  (
    await sql<{
      text: string;
    }>`select c.text from mail.captured c join accounts.user u on lower(u.email) = lower(c.recipient)
      where u.id = ${userId} and c.subject like '%voicemail%'`.execute(database)
  ).rows.map(({ text }) => text);

test('a message is written down once, told once, exported, and nobody else sees it', async () => {
  const [mailbox, other] = [await aMailbox(), await aMailbox()];
  const holding = held();
  const id = await mailbox.receives(soundOf(2, 321));
  await holding.isAsked();
  expect(await transcriptOf(mailbox, id)).toEqual({ state: 'pending' });

  holding.answer(' Call me <b>back</b>,\n\u0000please. ');

  const written = { state: 'written', text: 'Call me <b>back</b>, please.' };
  await expect.poll(async () => await transcriptOf(mailbox, id)).toEqual(written);
  expect(await toldOf(id)).toHaveLength(1);
  expect(service.asked.filter(({ wav }) => wav.equals(soundOf(2, 321)))).toHaveLength(1);
  expect(service.refused).toEqual([]);
  expect((await mailbox.ask('GET', '/settings/export')).body).toMatchObject({
    voicemails: [{ id, transcript: written }],
  });
  expect((await other.list()).items).toEqual([]);
  expect((await other.ask('PATCH', `/voicemails/${id}`, { isHeard: true })).status).toBe(404);
});

test('the mail waits for the transcript and has it; what was said is in no queue', async () => {
  const mailbox = await aMailbox();
  const holding = held();
  const id = await mailbox.receives();
  await holding.isAsked();
  const queued = async () =>
    (
      await sql<{ body: string; attempts: number; sent_at: Date | null }>`
      select body, attempts, sent_at from accounts.letter where voicemail_id = ${id}`.execute(database)
    ).rows;
  await expect.poll(queued).toHaveLength(1);
  await app.runJobs();
  await expect.poll(queued).toMatchObject([{ sent_at: null, attempts: 0 }]);

  holding.answer('The parcel is here.');
  await expect.poll(async () => await mailsTo(mailbox)).toHaveLength(1);
  expect((await mailsTo(mailbox))[0]).toMatch(/may be wrong\):\n“The parcel is here\.”\n\nFarline$/);
  expect(await queued()).toMatchObject([{ attempts: 1, body: expect.not.stringContaining('parcel') as string }]);
});

test('a mail waits for a minute and no longer, and is then sent without', async () => {
  const mailbox = await aMailbox();
  const holding = held();
  const id = await mailbox.receives();
  await holding.isAsked();
  await expect
    .poll(async () => (await sql`select 1 from accounts.letter where voicemail_id = ${id}`.execute(database)).rows)
    .toHaveLength(1);
  await sql`update accounts.letter set created_at = now() - interval '61 seconds', due_at = now() where voicemail_id = ${id}`.execute(
    database,
  );

  await expect.poll(async () => await mailsTo(mailbox)).toHaveLength(1);
  expect((await mailsTo(mailbox))[0]).not.toMatch(/may be wrong/);
  holding.answer('Too late for the mail.');
  await expect.poll(async () => await transcriptOf(mailbox, id)).toMatchObject({ state: 'written' });
});

test('what the service refuses for good is said once as failed, and it is not asked again', async () => {
  const mailbox = await aMailbox();
  service.answers.push(refuses(400, 'invalid_request_error'));
  const id = await mailbox.receives(soundOf(1, 4000));

  await expect.poll(async () => await transcriptOf(mailbox, id)).toEqual({ state: 'failed' });
  expect(await toldOf(id)).toHaveLength(1);
  await app.runJobs();
  expect(service.asked.filter(({ wav }) => wav.equals(soundOf(1, 4000)))).toHaveLength(1);
  await expect.poll(async () => await mailsTo(mailbox)).toHaveLength(1);
});

test.each([
  ['a wrong key', 401, {}],
  ['too many at once, for some seconds', 429, { 'retry-after': '2' }],
  ['a service that is down', 503, {}],
  ['a redirect to inside', 302, { location: 'http://169.254.169.254/latest' }],
])('%s is asked for again later', async (_what, status, headers: Record<string, string>) => {
  const mailbox = await aMailbox();
  const sound = soundOf(1, status);
  const holding = held();
  const id = await mailbox.receives(sound);
  await holding.isAsked();
  const whileAsked = await dueAt(id);

  holding.reply(answersWith(status, 'not now', headers));

  await expect.poll(async () => await dueAt(id)).not.toBe(whileAsked);
  await bringForward(id);
  await expect.poll(async () => await transcriptOf(mailbox, id)).toMatchObject({ state: 'written' });
  expect(service.asked.filter(({ wav }) => wav.equals(sound))).toHaveLength(2);
  expect(await toldOf(id)).toHaveLength(1);
});

test('a message that is deleted while it is written down leaves nothing', async () => {
  const mailbox = await aMailbox();
  const holding = held();
  const id = await mailbox.receives();
  await holding.isAsked();
  expect((await mailbox.ask('DELETE', `/voicemails/${id}`)).status).toBe(200);

  holding.answer('A secret of Anna.');
  const next = await mailbox.receives();
  await expect.poll(async () => await transcriptOf(mailbox, next)).toMatchObject({ state: 'written' });

  expect([await rowsOf(id), await toldOf(id)]).toEqual([[], []]);
});

test('an account that is closed meanwhile takes its transcripts along', async () => {
  const mailbox = await aMailbox();
  const written = await mailbox.receives();
  await expect.poll(async () => await transcriptOf(mailbox, written)).toMatchObject({ state: 'written' });
  const holding = held();
  const id = await mailbox.receives();
  await holding.isAsked();

  await sql`update accounts.account set state = 'closed' where id = ${mailbox.accountId}`.execute(database);
  await sql`insert into platform.event (type, account_id, subject_id, payload)
    values ('account.closed', ${mailbox.accountId}, ${mailbox.accountId}, '{}'::jsonb)`.execute(database);
  await expect.poll(async () => await rowsOf(id)).toEqual([]);
  holding.answer('Nobody is there any more.');

  const other = await aMailbox();
  const next = await other.receives();
  await expect.poll(async () => await transcriptOf(other, next)).toMatchObject({ state: 'written' });
  expect([await rowsOf(id), await rowsOf(written), await toldOf(id)]).toEqual([[], [], []]);
});

test('more than a mailbox holds is not written down on a day, and none of it is promised', async () => {
  const mailbox = await aMailbox();
  await sql`insert into voicemail.transcribed_day (account_id, day, milliseconds)
    values (${mailbox.accountId}, (now() at time zone 'utc')::date, 7199000)`.execute(database);
  const [tooMuch, fits] = [await mailbox.receives(soundOf(3)), await mailbox.receives(soundOf(1))];

  await expect.poll(async () => await transcriptOf(mailbox, fits)).toMatchObject({ state: 'written' });
  expect(await transcriptOf(mailbox, tooMuch)).toBeNull();
  await sql`update voicemail.transcribed_day set day = day - 1 where account_id = ${mailbox.accountId}`.execute(
    database,
  );
  await app.runJobs();
  const { rows } = await sql`select 1 from voicemail.transcribed_day where account_id = ${mailbox.accountId}`.execute(
    database,
  );
  expect(rows).toEqual([]);
});

test('everybody is told that a program on this machine writes voicemails down', async () => {
  expect(await (await fetch(`${app.origin}/api/v1/operator`)).json()).toMatchObject({ transcription: { host: null } });
});

test('without a service nothing is sent or promised, not even what waited for one that was there', async () => {
  const bare = await testApp({ FARLINE_DATA_DIR: folder });
  const bed = await voicemailBed({ ...bare, folder });
  const mailbox = await bed.aMailbox();
  const id = await mailbox.receives();
  expect(await transcriptOf(mailbox, id)).toBeNull();
  expect((await sql`select 1 from voicemail.transcript`.execute(bare.database)).rows).toEqual([]);

  await sql`insert into voicemail.transcript (recording_id, queued_at, due_at) values (${id}, now(), now())`.execute(
    bare.database,
  );
  expect(await transcriptOf(mailbox, id)).toBeNull();
  await sql`update voicemail.transcript set state = 'written', text = 'Kept.', due_at = null`.execute(bare.database);
  expect(await transcriptOf(mailbox, id)).toEqual({ state: 'written', text: 'Kept.' });
  expect(await (await fetch(`${bare.origin}/api/v1/operator`)).json()).toMatchObject({ transcription: null });
});

test('the log has no word of what was said, and not the key', () => {
  const written = lines.join('');
  expect(written).toContain('could not be transcribed');
  for (const secret of [TRANSCRIPTION_KEY, 'Anna', 'parcel', 'Call me', 'too late']) {
    expect(written.toLowerCase()).not.toContain(secret.toLowerCase());
  }
});
