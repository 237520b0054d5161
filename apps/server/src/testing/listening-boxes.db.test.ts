import { BOX_KEYS, MOST_PLAYED, playMessagesTask, VOICEMAIL_LANGUAGES } from '@farline/contracts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { numbersOfVoicemail } from '../modules/numbers/index.ts';
import { playMessages } from '../modules/voicemail/index.ts';
import { newId } from '../platform/ids.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';

/** Whoever calls *97, and has messages on several numbers, chooses whose they hear. */

const app = await testApp();
const { database } = app;
let [minutes, numbers] = [0, 0];

/** A number of an account; with no label it has none. */
async function aNumber({ accountId }: ApiCustomer, label = ''): Promise<string> {
  const number = `+1415777${String(1000 + ++numbers)}`;
  await sql`insert into numbers.number (e164, account_id, kind, label, created_at)
    values (${number}, ${accountId}, 'bought', ${label}, now() + make_interval(secs => ${numbers}))`.execute(database);
  return number;
}

/** A message, later than those before it. */
async function aMessage({ accountId }: ApiCustomer, number: string, { heard = false } = {}): Promise<string> {
  const at = new Date(Date.UTC(2026, 0, 1) + ++minutes * 60_000);
  const id = newId(at);
  await sql`insert into voicemail.recording (id, account_id, number, caller, received_at, milliseconds, heard_at)
    values (${id}, ${accountId}, ${number}, '+447700900555', ${at}, 1000, ${heard ? at : null})`.execute(database);
  return id;
}

async function taskOf({ accountId, userId }: ApiCustomer) {
  const at = new Date('2026-01-02T00:00:00Z');
  const asked = { accountId, userId, timeZone: 'UTC', at, numbersOf: numbersOfVoicemail };
  const words = await playMessages(database, asked);
  return { task: playMessagesTask.parse(JSON.parse(Buffer.from(words, 'base64url').toString('utf8'))), words };
}

describe('whoever listens', () => {
  test('hears what lies on each number by its label, else by its digits, new messages first, and which key leads there', async () => {
    const customer = await apiCustomer(app);
    const [office, bare] = [await aNumber(customer, 'Office'), await aNumber(customer)];
    const [old, fresh, other] = [
      await aMessage(customer, office, { heard: true }),
      await aMessage(customer, bare),
      await aMessage(customer, bare),
    ];

    const { task } = await taskOf(customer);

    const digits = bare.slice(1).replace(/(...)(...)(...)(..)/, (_, ...threes) =>
      threes
        .slice(0, 4)
        .map((three: string) => [...three].join(' '))
        .join(', '),
    );
    expect(task.greeting).toBe('You have 2 new messages and one saved message.');
    expect(task.byNumber).toEqual({
      boxes: [
        { key: '1', name: digits },
        { key: '2', name: 'Office' },
      ],
      first: `For ${digits}, with 2 new messages, press 1. For Office, with one saved message, press 2. To hear all messages, press 0.`,
      next: `For ${digits}, press 1. For Office, press 2. To hear all messages, press 0.`,
      over: 'No more messages for this number.',
    });
    expect(task.messages).toMatchObject([
      { id: fresh, box: '1' },
      { id: other, box: '1' },
      { id: old, box: '2' },
    ]);
    expect(task.messages[0]?.caption).not.toContain('your number');
  });

  test('chooses nothing where messages were left on one number alone, however many they have', async () => {
    const customer = await apiCustomer(app);
    const [office] = [await aNumber(customer, 'Office'), await aNumber(customer, 'Workshop')];
    await aMessage(customer, office);

    const { task } = await taskOf(customer);

    expect(task.byNumber).toBeUndefined();
    expect(task.messages).toEqual([{ id: expect.any(String), caption: expect.not.stringContaining('your number') }]);
  });

  test('hears of each number as much as of the others, though one is full of new messages', async () => {
    const customer = await apiCustomer(app);
    const [flooded, quiet] = [await aNumber(customer, 'Office'), await aNumber(customer, 'Workshop')];
    const kept = [await aMessage(customer, quiet, { heard: true }), await aMessage(customer, quiet, { heard: true })];
    for (let count = 0; count < 40; count += 1) await aMessage(customer, flooded);

    const { task } = await taskOf(customer);

    expect(task.messages.filter(({ box }) => box === '2').map(({ id }) => id)).toEqual(kept.toReversed());
    expect(task.messages.filter(({ box }) => box === '1').length).toBeGreaterThan(10);
  });

  test('is told where there are more messages than one call can play, of one number or of several', async () => {
    const customer = await apiCustomer(app);
    const office = await aNumber(customer, 'Office');
    for (let count = 0; count < MOST_PLAYED; count += 1) await aMessage(customer, office);
    expect((await taskOf(customer)).task).toMatchObject({ end: 'No more messages. Goodbye.' });

    await aMessage(customer, office);
    expect((await taskOf(customer)).task).toMatchObject({
      end: 'There are more messages than one call can play. Goodbye.',
    });

    await aMessage(customer, await aNumber(customer, 'Workshop'));
    expect((await taskOf(customer)).task).toMatchObject({
      byNumber: { over: 'No more messages for this number in this call.' },
    });
  });

  test('reaches nine numbers by their own keys, and of more than nine the last ones, without new messages, together by 9', async () => {
    const customer = await apiCustomer(app);
    const boxes: string[] = [];
    for (let count = 1; count <= 9; count += 1) boxes.push(await aNumber(customer, `Shop ${count}`));
    const ids = [];
    for (const number of boxes) ids.push(await aMessage(customer, number, { heard: true }));
    expect((await taskOf(customer)).task.byNumber?.boxes.at(-1)).toEqual({ key: '9', name: 'Shop 9' });
    const late = await aMessage(customer, await aNumber(customer, 'Latest'));

    const { task } = await taskOf(customer);

    expect(task.byNumber?.boxes.map(({ name }) => name)).toEqual([
      ...['Latest', 'Shop 1', 'Shop 2', 'Shop 3', 'Shop 4', 'Shop 5', 'Shop 6', 'Shop 7', ''],
    ]);
    expect(task.byNumber?.first).toContain('For your other numbers, with 2 saved messages, press 9.');
    expect(task.messages[0]).toMatchObject({ id: late, box: '1' });
    const others = task.messages.filter(({ box }) => box === '9');
    expect(others.map(({ id }) => id)).toEqual([ids[8], ids[7]]);
    expect(others[0]?.caption).toContain('to your number 1 4 1, 5 7 7');
  });

  test.each(VOICEMAIL_LANGUAGES)(
    'in %s, with twenty numbers of long names, has a task that the engine can hand on, and something of each key',
    async (language) => {
      const customer = await apiCustomer(app);
      await sql`update accounts.account set language = ${language} where id = ${customer.accountId}`.execute(database);
      for (let count = 0; count < 20; count += 1) {
        const number = await aNumber(customer, '客户服务部北区分公司前台接待处'.repeat(4).slice(0, 60));
        for (let message = 0; message < 3; message += 1) await aMessage(customer, number, { heard: message > 0 });
      }

      const { task, words } = await taskOf(customer);

      expect(words.length).toBeLessThan(7_500);
      expect(new Set(task.messages.map(({ box }) => box))).toEqual(new Set(BOX_KEYS));
    },
  );
});
