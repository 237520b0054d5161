import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { changeThread, findThread } from '../inbox/threads-store.ts';
import { messagesWorld, PEER } from '../../../testing/money/messages-world.ts';

const { database } = await testDatabase();
const world = await messagesWorld(database);
const part = (number: number, text: string, reference = 7) => ({
  text,
  concatenation: { reference, total: 3, number },
});

test('a message that comes in is unread in its thread; one to nobody is left', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  await world.receive({ to, text: 'Are you there?' });
  await world.receive({ to: '+999000000000000' });
  expect(await world.thread(customer)).toMatchObject([{ text: 'Are you there?', state: 'received', paid: null }]);
  expect(await findThread(database, { accountId: customer.accountId, peer: PEER })).toMatchObject({ unread: 1 });
});

test('each message that comes in is told, also while others of the same person are unread', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  for (const text of ['Hi', 'Urgent: call me']) await world.receive({ to, text });
  const { accountId } = customer;
  await database.transaction().execute(async (tx) => {
    const change = { draft: undefined, isBlocked: true, readUpTo: undefined };
    await changeThread(tx, { accountId, peer: PEER, at: world.clock.now(), ...change });
  });
  await world.receive({ to, text: 'Still there?' });
  const [, urgent, hi] = await world.thread(customer);
  const { rows } = await sql<{ id: string }>`
    select subject_id as id from platform.event
    where type = 'message.received' and account_id = ${accountId} order by position`.execute(database);
  expect(rows.map(({ id }) => id)).toEqual([hi?.id, urgent?.id]);
});

test('what is written to any number of an account is in its inbox, and to one that it has no more nowhere', async () => {
  const customer = await world.customer('1.00');
  const rented = '+14155550123';
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${rented}, ${customer.accountId}, 'bought', now())`.execute(database);
  await world.receive({ to: rented, text: 'To the new number' });
  await sql`delete from numbers.number where e164 = ${rented}`.execute(database);
  await world.receive({ to: rented, text: 'To nobody' });
  expect(await world.thread(customer)).toMatchObject([{ text: 'To the new number', number: rented }]);
});

test('parts in any order, and twice, make one message', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  for (const one of [part(3, 'three'), part(1, 'one '), part(3, 'three'), part(2, 'two ')]) {
    await world.receive({ to, ...one });
  }
  await world.receive({ to, ...part(2, 'two ') });
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual(['one two three']);
});

test('parts that come at the same moment make one message', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  await Promise.all(
    [part(1, 'a', 9), part(2, 'b', 9), part(3, 'c', 9)].map(async (one) => await world.receive({ to, ...one })),
  );
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual(['abc']);
});

test('a reference that a telephone uses again is another message, and nothing of the first is lost', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  for (const one of [part(1, 'a'), part(2, 'b'), part(3, 'c'), part(1, 'd'), part(2, 'e'), part(1, 'g')]) {
    await world.receive({ to, ...one });
  }
  for (const one of [part(2, 'h'), part(3, 'i')]) await world.receive({ to, ...one });
  expect((await world.thread(customer)).map(({ text }) => text).toReversed()).toEqual(['abc', 'de[…]', 'ghi']);
});

test('the same long text that is sent again after a minute, with the same reference, is there twice', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  for (const _ of [1, 2, 3]) {
    for (const one of [part(2, 'two '), part(1, 'one '), part(3, 'three')]) await world.receive({ to, ...one });
    world.clock.passSeconds(61);
  }
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual(Array(3).fill('one two three'));
});

test('a long text that a carrier brings again within a minute, whole or in part, is there once', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  const parts = [part(1, 'one '), part(2, 'two '), part(3, 'three')];
  for (const one of [...parts, ...parts, part(2, 'two ')]) await world.receive({ to, ...one });
  world.clock.passSeconds(601);
  await world.writeIncomplete();
  world.clock.passSeconds(601);
  await world.writeIncomplete();
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual(['one two three']);
});

test('a long text that begins as the one before, with the same reference, is whole', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  const before = [part(1, 'Your table is '), part(2, 'free at '), part(3, 'seven')];
  for (const one of [...before, part(1, 'Your table is '), part(2, 'free at '), part(3, 'eight')]) {
    await world.receive({ to, ...one });
  }
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual([
    'Your table is free at eight',
    'Your table is free at seven',
  ]);
});

test('a part that a carrier brought again stands in no later text', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  for (const one of [part(1, 'a'), part(2, 'b'), part(3, 'c'), part(2, 'b')]) await world.receive({ to, ...one });
  for (const one of [part(1, 'd'), part(2, 'e'), part(3, 'f')]) await world.receive({ to, ...one });
  world.clock.passSeconds(1_300);
  await world.writeIncomplete();
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual(['def', 'abc']);
});

test('what never becomes whole is shown after ten minutes, with its gaps', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  await world.receive({ to, ...part(3, 'the end.') });
  await world.writeIncomplete();
  expect(await world.thread(customer)).toEqual([]);
  world.clock.passSeconds(601);
  await world.writeIncomplete();
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual(['[…]the end.']);
});

test.each([
  ['en', 'can’t be received here'],
  ['pt-BR', 'não pode ser recebida aqui'],
  ['ar', 'لا يمكن استلامها هنا'],
  ['nl', 'can’t be received here'],
])('MMS and RCS are said in a sentence in the language of the account, %s, and not lost', async (language, words) => {
  const customer = await world.customer('1.00');
  await sql`update accounts.account set language = ${language} where id = ${customer.accountId}`.execute(database);
  await world.receive({ to: await world.numberOf(customer), text: null });
  const text = (await world.thread(customer))[0]?.text;
  expect(text).toContain(words);
  expect(text).toMatch(/MMS.*RCS/);
});

test('a text in an alphabet that cannot be read is said to be one, and no picture', async () => {
  const customer = await world.customer('1.00');
  await world.receive({ to: await world.numberOf(customer), text: null, isUnknownAlphabet: true });
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual([
    'This person sent a text in an alphabet that we can’t read. Ask them to write it another way.',
  ]);
});

const ofPicture = (number: number, reference = 7) => ({
  text: null,
  concatenation: { reference, total: 2, number },
});

test('a picture whose notice comes in two parts, one of them twice, is said once', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  for (const one of [ofPicture(1), ofPicture(1), ofPicture(2)]) await world.receive({ to, ...one });
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^This person sent a picture .* ordinary text \(SMS\)\.$/),
  ]);
});

test.each([1, 2])(
  'a picture of whose notice only part %i comes is said once, and nothing of it is missed',
  async (number) => {
    const customer = await world.customer('1.00');
    await world.receive({ to: await world.numberOf(customer), ...ofPicture(number) });
    world.clock.passSeconds(601);
    await world.writeIncomplete();
    expect((await world.thread(customer)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^This person sent a picture .* ordinary text \(SMS\)\.$/),
    ]);
  },
);

test('what was written beside something that is no text stays', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  for (const one of [{ ...ofPicture(1), text: 'Look at this:' }, ofPicture(2)]) await world.receive({ to, ...one });
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Look at this:\nThis person sent a picture .*\.$/),
  ]);
});

test('after STOP nobody is written to, whatever letters it was written with, until START', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  await world.receive({ to, text: ' ЅТОР. ' });
  await expect(world.write(customer)).rejects.toMatchObject({ code: 'recipient_opted_out' });
  await world.receive({ to, text: 'Start' });
  expect((await world.write(customer)).state).toBe('queued');
});

test('whoever is blocked is kept, and counts as nothing new', async () => {
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  const to = await world.numberOf(customer);
  await database.transaction().execute(async (tx) => {
    const change = { draft: undefined, isBlocked: true, readUpTo: undefined };
    await changeThread(tx, { accountId, peer: PEER, at: world.clock.now(), ...change });
  });
  await world.receive({ to });
  expect(await findThread(database, { accountId, peer: PEER })).toMatchObject({ unread: 0, isBlocked: true });
  expect(await world.thread(customer)).toHaveLength(1);
});

test('whoever is blocked and writes STOP is written to no more', async () => {
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  await database.transaction().execute(async (tx) => {
    const change = { draft: undefined, isBlocked: true, readUpTo: undefined };
    await changeThread(tx, { accountId, peer: PEER, at: world.clock.now(), ...change });
  });
  await world.receive({ to: await world.numberOf(customer), text: 'STOP' });
  await expect(world.write(customer)).rejects.toMatchObject({ code: 'recipient_opted_out' });
  expect(await findThread(database, { accountId, peer: PEER })).toMatchObject({ unread: 0, isOptedOut: true });
});

test('whoever floods a number with lone parts tears nobody else’s message', async () => {
  const [flooded, other] = [await world.customer('1.00'), await world.customer('1.00')];
  const [to, theirs] = [await world.numberOf(flooded), await world.numberOf(other)];
  await world.receive({ to: theirs, ...part(1, 'one ') });
  await Promise.all(
    Array.from(
      { length: 510 },
      async (_, reference) => await world.receive({ to, ...part(1, 'flood', 1_000 + reference) }),
    ),
  );
  expect(await world.thread(other)).toEqual([]);
  for (const one of [part(2, 'two '), part(3, 'three')]) await world.receive({ to: theirs, ...one });
  expect((await world.thread(other)).map(({ text }) => text)).toEqual(['one two three']);
});

test('an account that is closed receives nothing more', async () => {
  const customer = await world.customer('1.00');
  await sql`update accounts.account set state = 'closed' where id = ${customer.accountId}`.execute(database);
  await world.receive({ to: await world.numberOf(customer) });
  expect(await world.thread(customer)).toEqual([]);
});

const brought = (fingerprint: string, link: string) => ({ delivery: { fingerprint, link } });
const LINKS = [newId(), newId(), newId()] as const;
const noted = async () =>
  (await sql<{ link: string }>`select link from messages.unanswered_delivery`.execute(database)).rows.map(
    ({ link }) => link,
  );

test('what a carrier brings again on another connection, since it was not answered, stands once', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  const [first, second, third] = LINKS;
  // The line breaks twice before the answer; the second try comes while the first is still being written down.
  await Promise.all(
    [first, second].map(async (link) => await world.receive({ to, text: 'Yes', ...brought('yes', link) })),
  );
  await world.receive({ to, text: 'Yes', ...brought('yes', third) });
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual(['Yes']);
  expect(await noted()).toEqual([third]);

  await world.messages.listener.answered({ bind: 'sandbox', fingerprint: 'yes', link: third });
  await expect.poll(noted).toEqual([]);
  await world.receive({ to, text: 'Yes', ...brought('yes', first) });
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual(['Yes', 'Yes']);
  await world.messages.listener.answered({ bind: 'sandbox', fingerprint: 'yes', link: first });
  await expect.poll(noted).toEqual([]);
});

test('who writes the same twice on a line that lives is heard twice, also when both are brought again', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  const [first, second] = LINKS;
  for (const link of [first, first, second, second]) await world.receive({ to, text: 'No', ...brought('no', link) });
  expect((await world.thread(customer)).map(({ text }) => text)).toEqual(['No', 'No']);
  for (const _ of [1, 2]) await world.messages.listener.answered({ bind: 'sandbox', fingerprint: 'no', link: second });
  await expect.poll(noted).toEqual([]);
});

test('what was not answered is known for ten minutes, and of one carrier alone', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  const [first, second, third] = LINKS;
  await world.receive({ to, text: 'Hm', ...brought('hm', first) });
  await world.receive({ to, text: 'Hm', bind: 'another', ...brought('hm', second) });
  expect(await world.thread(customer)).toHaveLength(2);
  world.clock.passSeconds(601);
  await world.receive({ to, text: 'Hm', ...brought('hm', third) });
  expect(await world.thread(customer)).toHaveLength(3);
  await world.writeIncomplete();
  expect(await noted()).toEqual([third]);
});
