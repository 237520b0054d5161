import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  defaultRule,
  GREETING_LIMITS,
  numberRuleReply,
  ruleTestReply,
  type VoicemailGreeting,
} from '@farline/contracts';
import { readWav, toneShare, writeWav } from '@farline/sip-endpoint';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { takeMessage } from '../modules/voicemail/index.ts';
import { newId } from '../platform/ids.ts';
import { chosen, greetingOwner, TONE, taskOf, toneOf } from './greeting-owner.ts';
import { testApp } from './test-app.ts';

const folder = await mkdtemp(join(tmpdir(), 'farline-greetings-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const app = await testApp({ FARLINE_DATA_DIR: folder });
const { database } = app;

const anOwner = async (at = app) => await greetingOwner(at);

const fileOf = ({ accountId }: { accountId: string }, id: string) =>
  join(folder, 'voicemail/greetings', accountId, `${id}.wav`);

test('a recording becomes a greeting as telephones carry it, and is heard again', async () => {
  const owner = await anOwner();
  const high = writeWav({
    sampleRate: 48_000,
    samples: Int16Array.from({ length: 72_000 }, (_, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * 620 * i) / 48_000)),
    ),
  });

  const id = await owner.sends(high, 'Welcome');

  expect(await owner.list()).toEqual([{ kind: 'recorded', id, name: 'Welcome', seconds: 2, usedBy: [] }]);
  const answer = await owner.fetch(`/greetings/${id}/sound`);
  expect(answer.headers.get('content-type')).toContain('audio/wav');
  const { sampleRate, samples } = readWav(Buffer.from(await answer.arrayBuffer()));
  expect([sampleRate, samples.length]).toEqual([8000, 12_000]);
  expect(toneShare(samples.subarray(1000, 11_000), 620)).toBeGreaterThan(0.95);
  expect(await readdir(join(folder, 'voicemail/greetings', owner.accountId))).toEqual([`${id}.wav`]);
});

test.each(['en', 'es', 'fr', 'pt', 'ar', 'zh'])('words in %s are a greeting that is read out', async (language) => {
  const owner = await anOwner();
  const text = language === 'zh' ? '我们不在。' : language === 'ar' ? 'نحن بعيدون.' : 'Hello, 1 2 3.';
  const id = await owner.write('Away', text, language);

  expect(await owner.list()).toEqual([{ kind: 'spoken', id, name: 'Away', language, text, usedBy: [] }]);
  const { samples } = readWav(Buffer.from(await (await owner.fetch(`/greetings/${id}/sound`)).arrayBuffer()));
  expect(samples.length).toBeGreaterThan(4000);
});

test('a file that is no greeting is refused with what is wrong with it, and leaves nothing behind', async () => {
  const owner = await anOwner();
  const stereo = Buffer.from(TONE);
  stereo.writeUInt16LE(6, 22);

  for (const [file, code] of [
    [Buffer.from('<html>hello</html>'), 'sound_not_wav'],
    [Buffer.from('ID3\x04\0\0\0\0\0\0 an MP3'), 'sound_not_wav'],
    [TONE.subarray(0, 9000), 'sound_cut_short'],
    [stereo, 'sound_form_unknown'],
    [toneOf(620, 61), 'sound_too_long'],
    [toneOf(620, 0.2), 'sound_too_short'],
    [writeWav({ sampleRate: 8000, samples: new Int16Array(16_000) }), 'sound_silent'],
    [Buffer.alloc(GREETING_LIMITS.fileBytes + 1), 'file_too_large'],
  ] as const) {
    const { status, body } = await owner.send(file);
    expect({ status, code: (body as { code: string }).code }).toEqual({
      status: code === 'file_too_large' ? 413 : 400,
      code,
    });
  }
  expect(await owner.list()).toEqual([]);
  expect(existsSync(join(folder, 'voicemail/greetings', owner.accountId))).toBe(false);
});

test('a name is one line of text that says what it says, and nothing else', async () => {
  const owner = await anOwner();
  for (const name of ['', '   ', 'a\nb', 'a\u202eb', 'x'.repeat(41)]) {
    expect((await owner.send(TONE, name)).status).toBe(400);
  }
  const id = await owner.sends(TONE, '<b>=HYPERLINK("x")</b>');
  expect((await owner.list())[0]?.name).toBe('<b>=HYPERLINK("x")</b>');
  expect(await owner.ask('PATCH', `/greetings/${id}`, { name: 'Summer' })).toMatchObject({
    status: 200,
    body: { greeting: { id, name: 'Summer', seconds: 2 } },
  });
});

test('a greeting of somebody else is none, whatever is asked of it', async () => {
  const [owner, thief] = [await anOwner(), await anOwner()];
  const id = await owner.sends();

  for (const [method, path, body] of [
    ['GET', `/greetings/${id}/sound`, undefined],
    ['PATCH', `/greetings/${id}`, { name: 'Mine' }],
    ['PATCH', `/greetings/${id}`, { name: 'Mine', language: 'en', text: 'Mine.' }],
    ['DELETE', `/greetings/${id}`, undefined],
    ['GET', '/greetings/..%2F..%2Fvoicemail/sound', undefined],
  ] as const) {
    expect(await thief.ask(method, path, body)).toMatchObject({ status: 404 });
  }
  expect(await thief.saves(chosen(id))).toMatchObject({ status: 409, body: { code: 'greeting_not_yours' } });
  expect(await owner.list()).toMatchObject([{ id, name: 'Welcome' }]);
  const stolen = { accountId: thief.accountId, from: null, chosen: id, isPaid: false } as const;
  const task = await takeMessage(database, {
    ...stolen,
    number: '+14155550100',
    greeting: { language: 'en', text: 'Own words.' },
  });
  expect(taskOf(task)).toMatchObject({ greeting: 'Own words.' });
  expect(taskOf(task)).not.toHaveProperty('recorded');
});

test('an account has so many greetings and no more, also when they are sent at once', async () => {
  const owner = await anOwner();
  for (let count = 2; count < GREETING_LIMITS.greetings; count += 1) await owner.write(`Number ${count}`);

  const written = { name: 'More', language: 'en', text: 'x' };
  const answers = await Promise.all([
    owner.send(TONE),
    ...[1, 2, 3, 4].map(async () => await owner.ask('POST', '/greetings', written)),
  ]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
  expect(await owner.list()).toHaveLength(GREETING_LIMITS.greetings);
  expect((await owner.ask('POST', '/greetings', written)).status).toBe(409);
});

test('a greeting that a number is to play is not deleted; one that it plays no more goes with its file', async () => {
  const owner = await anOwner();
  const [id, other] = [await owner.sends(), await owner.sends()];
  expect((await owner.saves(chosen(id))).status).toBe(200);

  expect(await owner.ask('DELETE', `/greetings/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'greeting_in_use', message: expect.stringContaining(owner.number) },
  });
  expect((await owner.list()).find((each) => each.id === id)?.usedBy).toEqual([owner.number]);
  expect((await owner.saves(chosen(other), 1)).status).toBe(200);
  expect((await owner.ask('DELETE', `/greetings/${id}`)).status).toBe(200);

  expect(existsSync(fileOf(owner, id))).toBe(false);
  expect((await owner.fetch(`/greetings/${id}/sound`)).status).toBe(404);
  expect((await owner.ask('DELETE', `/greetings/${id}`)).status).toBe(404);
  expect((await owner.list()).map((each) => each.id)).toEqual([other]);
});

test('a greeting whose time is over can be deleted, and its rule names it no more', async () => {
  const owner = await anOwner();
  const id = await owner.sends();
  const forNow = { greeting: id, until: new Date(Date.now() - 60_000).toISOString() };
  expect((await owner.saves({ ...chosen(null), forNow })).status).toBe(200);

  expect((await owner.ask('DELETE', `/greetings/${id}`)).status).toBe(200);

  const { rule } = numberRuleReply.parse((await owner.ask('GET', owner.rulePath)).body);
  expect(rule.voicemail.greetings).toEqual(chosen(null));
});

test('a rule is saved or a greeting deleted, never both', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const owner = await anOwner();
    const id = await owner.write('Away');
    const [saved, deleted] = await Promise.all([owner.saves(chosen(id)), owner.ask('DELETE', `/greetings/${id}`)]);
    expect([saved.status, deleted.status].toSorted()).toEqual([200, 409]);
  }
});

test('what callers hear is what the rule chose: a recording, words in their own language, or the words of the number', async () => {
  const owner = await anOwner();
  const { accountId } = owner;
  const [recorded, spoken] = [await owner.sends(), await owner.write('Away', 'Nous sommes absents.', 'fr')];
  const greeting: VoicemailGreeting = { language: 'es', text: 'Hola.' };
  const heard = async (id: string | null) =>
    taskOf(
      await takeMessage(database, {
        accountId,
        number: '+14155550100',
        greeting,
        from: null,
        chosen: id,
        isPaid: false,
      }),
    );

  expect(await heard(recorded)).toMatchObject({
    voice: 'es',
    recorded,
    greeting: expect.stringContaining('En este momento nadie'),
  });
  expect(await heard(spoken)).toMatchObject({ voice: 'fr-fr', greeting: 'Nous sommes absents.' });
  expect(await heard(newId())).toMatchObject({ voice: 'es', greeting: 'Hola.' });
  expect(await heard(null)).toMatchObject({ voice: 'es', greeting: 'Hola.' });
});

test('the tester says which greeting is heard at a time', async () => {
  const owner = await anOwner();
  const [day, night] = [await owner.sends(), await owner.sends()];
  const rule = {
    ...defaultRule('UTC'),
    hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '17:00' }],
    closed: { do: 'voicemail' as const },
    voicemail: { language: 'en' as const, text: null, greetings: { ...chosen(day), closed: night } },
  };
  const at = async (time: string) => {
    const { body } = await owner.ask('POST', `${owner.rulePath}/test`, {
      at: `2027-03-30T${time}:00Z`,
      caller: null,
      rule,
    });
    return ruleTestReply.parse(body).greeting;
  };
  expect(await at('10:00')).toEqual({ id: day, because: 'usual' });
  expect(await at('20:00')).toEqual({ id: night, because: 'closed' });
});

test('an export has the greetings with their sound', async () => {
  const owner = await anOwner();
  const id = await owner.sends(TONE);
  await owner.write('Away');
  const { body } = await owner.ask('GET', '/settings/export');

  expect(body).toMatchObject({
    greetings: [
      { kind: 'spoken', name: 'Away', text: 'We are away.' },
      { kind: 'recorded', id, wavBase64: TONE.toString('base64') },
    ],
  });
});

test('who closes the account takes the greetings along', async () => {
  const owner = await anOwner();
  const id = await owner.sends();
  await sql`update accounts.account set state = 'closed' where id = ${owner.accountId}`.execute(database);
  await sql`insert into platform.event (type, account_id, subject_id, payload)
    values ('account.closed', ${owner.accountId}, ${owner.accountId}, '{}'::jsonb)`.execute(database);

  const kept = async () =>
    (await sql`select 1 from voicemail.greeting where account_id = ${owner.accountId}`.execute(database)).rows;
  await expect.poll(kept).toEqual([]);
  await app.runJobs();
  expect(existsSync(fileOf(owner, id))).toBe(false);
});

test('a greeting that cannot be written is refused, and nothing else breaks', async () => {
  const [broken, owner] = [await anOwner(), await anOwner()];
  await owner.sends();
  await writeFile(join(folder, 'voicemail/greetings', broken.accountId), 'in the place of its folder');

  expect(await broken.send(TONE)).toMatchObject({ status: 507, body: { code: 'greeting_not_saved' } });

  expect(await broken.list()).toEqual([]);
  await broken.write('Away');
  await owner.sends();
});

test('a file whose greeting was never finished goes once its time is over', async () => {
  const owner = await anOwner();
  const id = await owner.sends();
  await sql`with gone as (delete from voicemail.greeting where id = ${id} returning id, account_id)
    insert into voicemail.discarded_greeting (id, account_id, due_at)
    select id, account_id, now() - interval '1 second' from gone`.execute(database);
  await app.runJobs();
  expect(existsSync(fileOf(owner, id))).toBe(false);
});

test('with too little room on the disk no greeting is taken', async () => {
  const full = await testApp({ FARLINE_DATA_DIR: folder, FARLINE_KEEP_FREE_MB: '1000000000' });
  const owner = await anOwner(full);
  expect(await owner.send(TONE)).toMatchObject({ status: 507, body: { code: 'greeting_not_saved' } });
  expect(await owner.list()).toEqual([]);
});
