import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { takeMessage } from '../modules/voicemail/index.ts';
import { chosen, greetingOwner, taskOf } from './greeting-owner.ts';
import { testApp } from './test-app.ts';

const folder = await mkdtemp(join(tmpdir(), 'farline-greetings-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const app = await testApp({ FARLINE_DATA_DIR: folder });
const { database } = app;

test('the words of a greeting are changed, and whoever calls from then on hears those', async () => {
  const owner = await greetingOwner(app);
  const id = await owner.write('Away', 'We are away.');
  await owner.saves(chosen(id));
  const soundOf = async () => Buffer.from(await (await owner.fetch(`/greetings/${id}/sound`)).arrayBuffer());
  const before = await soundOf();

  const change = { name: 'Fort', language: 'fr', text: 'Nous sommes absents. Laissez un message.' };
  expect(await owner.ask('PATCH', `/greetings/${id}`, change)).toMatchObject({
    status: 200,
    body: { greeting: { kind: 'spoken', id, ...change, usedBy: [owner.number] } },
  });
  expect(await owner.list()).toMatchObject([change]);
  const called = { accountId: owner.accountId, from: null, chosen: id, isPaid: false } as const;
  const task = taskOf(
    await takeMessage(database, { ...called, number: '+14155550100', greeting: { language: 'es', text: 'Hola.' } }),
  );
  expect(task).toMatchObject({ greeting: change.text, voice: 'fr-fr' });
  expect((await soundOf()).equals(before)).toBe(false);

  await owner.ask('PATCH', `/greetings/${id}`, { name: 'Away' });
  expect(await owner.list()).toMatchObject([{ ...change, name: 'Away' }]);
  for (const text of ['', ' ', 'x'.repeat(301), 'a\nb']) {
    expect(await owner.ask('PATCH', `/greetings/${id}`, { ...change, text })).toMatchObject({ status: 400 });
  }
});

test('a recording has no words that could be changed', async () => {
  const owner = await greetingOwner(app);
  const id = await owner.sends();
  for (const change of [{ text: 'Hello.' }, { language: 'fr' }]) {
    expect(await owner.ask('PATCH', `/greetings/${id}`, { name: 'Hello', ...change })).toMatchObject({
      status: 409,
      body: { code: 'greeting_is_recorded' },
    });
  }
  expect(await owner.list()).toMatchObject([{ kind: 'recorded', name: 'Welcome' }]);
});
