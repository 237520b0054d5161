import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageReply, verificationPrice, verificationReply } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activeCustomer } from './active-customer.ts';
import { apiCustomer } from './api-customer.ts';
import { twilioStandIn } from './http-provider.ts';
import { keptLog } from './kept-log.ts';
import { testApp } from './test-app.ts';
import { verifyingPeople } from './verifying-people.ts';

const folder = await mkdtemp(join(tmpdir(), 'farline-texts-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const { log, lines } = keptLog('info');
const acme = await twilioStandIn('acme');
const env = {
  FARLINE_DATA_DIR: folder,
  FARLINE_CALL_BRIDGE: 'http://127.0.0.1:9',
  FARLINE_CALL_BRIDGE_SECRET: 'a secret that no bridge is asked with',
  FARLINE_MESSAGE_CARRIERS: acme.setting,
};
const app = await testApp(env, undefined, log);
const { database } = app;
beforeAll(async () => {
  await sql`insert into routing.trunk (id, name, kind, host, port, transport, strip_characters, prepend, prefixes, priority, created_at)
    values (gen_random_uuid(), 'my-carrier', 'real', '127.0.0.1', 9, 'udp', 1, '', '{}', 1, now())`.execute(database);
});

const { aNumber, somebody, ownNumbersOf, orderOf } = verifyingPeople(app, folder);
type Somebody = Awaited<ReturnType<typeof somebody>>;
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

/** What the carrier was given for a telephone, once that is so many. */
async function textsAt(number: string, most = 1): Promise<string[]> {
  await expect.poll(() => acme.takenTo(number).length, { timeout: 20_000 }).toBe(most);
  return acme.takenTo(number).map((form) => form.get('Body') ?? '');
}

const codeIn = (text = ''): string => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? 'no code';

/** Has a code written, and reads it on the telephone. */
async function reads(who: Somebody, number: string, earlier = 0) {
  const { verification } = verificationReply.parse((await who.textMe(number)).body);
  return { ...verification, code: codeIn((await textsAt(number, earlier + 1)).at(-1)) };
}

const balanceOf = async ({ ask }: Somebody) => {
  const { body } = await ask('GET', '/billing/usage');
  return (body as { balance: number }).balance;
};

describe('a number that somebody has elsewhere', () => {
  test('is verified by the code of a text, which is paid as any text, and costs what was shown', async () => {
    const who = await somebody();
    const number = aNumber();
    const priced = await who.ask('POST', '/numbers/verifications/price', { number, by: 'text' });
    const { most, terms } = verificationPrice.parse(priced.body);
    expect(terms).toBeNull();
    const asked = await who.textMe(number, { most: most.amount });
    expect(asked).toMatchObject({ status: 201, body: { verification: { number, triesLeft: 5 } } });
    const { id, messageId } = verificationReply.parse(asked.body).verification;
    const code = codeIn((await textsAt(number))[0]);
    const read = async () => messageReply.parse((await who.ask('GET', `/messages/${messageId ?? ''}`)).body).message;
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('sent');
    expect(await read()).toMatchObject({ peer: number, cost: most, segments: 1 });
    expect(await balanceOf(who)).toBeCloseTo(2 - Number(most.amount), 6);

    expect(await who.confirm(id, wrong(code))).toMatchObject({ status: 422, body: { code: 'spoken_code_wrong' } });
    expect(await who.confirm(id, code)).toMatchObject({ status: 200 });
    expect((await who.mine()).verified).toMatchObject([{ number }]);
    expect(await who.confirm(id, code)).toMatchObject({ status: 409, body: { code: 'spoken_code_void' } });
  });

  test('keeps its code from whoever asked: in no conversation, search, export, row or line of the log', async () => {
    const who = await somebody();
    const number = aNumber();
    const { code, messageId } = await reads(who, number);
    const shown = JSON.stringify([
      (await who.ask('GET', `/messages/${messageId ?? ''}`)).body,
      (await who.ask('GET', '/messages/threads')).body,
      (await who.ask('GET', `/messages/threads/${encodeURIComponent(number)}/messages`)).body,
      await (await who.fetch('/messages/export.csv')).text(),
    ]);
    expect(shown).toContain('******');
    expect(shown).not.toContain(code);
    expect((await who.ask('GET', `/messages/threads?q=${code}`)).body).toMatchObject({ items: [] });
    const { rows } = await sql<{ row: string }>`
      select row_to_json(message)::text as row from messages.message where id = ${messageId}
      union all select row_to_json(searched_text)::text from messages.searched_text where message_id = ${messageId}
      union all select row_to_json(part)::text from messages.part where message_id = ${messageId}
      union all select payload::text from platform.event where subject_id = ${messageId}`.execute(database);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ row }) => new RegExp(`(?<!\\d)${code}(?!\\d)`).test(row))).toEqual([]);
    expect(lines.filter((line) => new RegExp(`(?<![\\w.])${code}(?!\\w)`).test(line))).toEqual([]);
  });

  test('is not given to the code of the other way, whichever came first', async () => {
    const who = await somebody();
    const number = aNumber();
    const called = await who.hears(number);
    const written = await reads(who, number);
    expect(await who.confirm(called.id, called.code)).toMatchObject({ status: 409 });
    expect(await who.confirm(written.id, called.code)).toMatchObject({ status: 422 });
    const again = await who.hears(number);
    expect(await who.confirm(written.id, written.code)).toMatchObject({ status: 409 });
    expect(await who.confirm(again.id, written.code)).toMatchObject({ status: 422 });
    expect(await who.confirm(again.id, (await orderOf(again.id)).code)).toMatchObject({ status: 200 });
  });

  test('is not given to five wrong codes, to another account, or after ten minutes', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const first = await reads(one, aNumber());
    expect(await other.confirm(first.id, first.code)).toMatchObject({ status: 409 });
    const tried = await Promise.all(
      Array.from({ length: 8 }, async () => await one.confirm(first.id, wrong(first.code))),
    );
    expect(tried.filter(({ status }) => status === 422)).toHaveLength(4);
    expect(await one.confirm(first.id, first.code)).toMatchObject({ status: 409 });
    const late = await reads(other, aNumber());
    await sql`update numbers.verification set expires_at = expires_at - interval '10 minutes' where id = ${late.id}`.execute(
      database,
    );
    expect(await other.confirm(late.id, late.code)).toMatchObject({ status: 409 });
  });

  test('two codes are never the same because they went to one number of one account', async () => {
    const who = await somebody();
    const number = aNumber();
    const [one, two] = [await reads(who, number), await reads(who, number, 1)];
    expect(one.messageId).not.toBe(two.messageId);
    expect(await who.confirm(one.id, one.code)).toMatchObject({ status: 409 });
    expect(await who.confirm(two.id, two.code)).toMatchObject({ status: 200 });
  });
});

describe('nothing is sent, held or charged', () => {
  test.each([
    ['to a landline', '+442079460123', 422, 'number_takes_no_code'],
    ['to a toll-free number', '+448081570123', 422, 'number_takes_no_code'],
    ['to a personal number, which pays whoever is written to', '+447012345678', 422, 'number_takes_no_code'],
    ['to an emergency number', '112', 422, 'number_emergency'],
    ['to a number of the sandbox', '+999123456789', 422, 'number_country_unknown'],
  ])('%s', async (_, number, status, code) => {
    const who = await somebody();
    expect(await who.textMe(number, { defaultCountry: 'GB' })).toMatchObject({ status, body: { code } });
    expect(await balanceOf(who)).toBe(2);
    expect(acme.takenTo(number)).toEqual([]);
  });

  test('on trial, which reaches no real telephone', async () => {
    const { textMe } = ownNumbersOf(await apiCustomer(app));
    expect(await textMe(aNumber())).toMatchObject({ status: 403, body: { code: 'verification_needs_real_text' } });
  });

  test('where there are practice carriers alone', async () => {
    const sandboxes = await testApp();
    const people = verifyingPeople(sandboxes, folder);
    expect(await (await people.somebody()).textMe(aNumber())).toMatchObject({
      status: 403,
      body: { code: 'verification_text_sandbox_only' },
    });
  });

  test('without a rented number to write from', async () => {
    const who = await somebody();
    await sql`delete from numbers.number where account_id = ${who.accountId} and kind = 'bought'`.execute(database);
    expect(await who.textMe(aNumber())).toMatchObject({ status: 403, body: { code: 'rented_number_needed' } });
  });

  test('for more than was shown, or without money', async () => {
    const who = await somebody();
    expect(await who.textMe(aNumber(), { most: '0.0001' })).toMatchObject({
      status: 409,
      body: { code: 'verification_text_dearer' },
    });
    const poor = await activeCustomer(app, { dollars: 0 });
    expect(await ownNumbersOf(poor).textMe(aNumber())).toMatchObject({ status: 402, body: { code: 'out_of_credit' } });
  });

  test('to who wants no texts of this account', async () => {
    const who = await somebody();
    const number = aNumber();
    await sql`insert into messages.thread (account_id, peer, opted_out_at, changed_at)
      values (${who.accountId}, ${number}, now(), now())`.execute(database);
    expect(await who.textMe(number)).toMatchObject({ status: 409, body: { code: 'recipient_opted_out' } });
  });

  test('beyond five codes a day of an account and three to a number, calls and texts together', async () => {
    const one = await somebody();
    const ways = ['callMe', 'textMe', 'callMe', 'textMe', 'callMe', 'textMe', 'callMe'] as const;
    const statuses = [];
    for (const way of ways) statuses.push((await one[way](aNumber())).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
    const number = aNumber();
    const asked = [];
    for (const way of ways.slice(0, 4)) asked.push((await (await somebody())[way](number)).status);
    expect(asked).toEqual([201, 201, 201, 429]);
    await textsAt(number, 1);
  });

  test('beyond those, however many are asked for at the same moment', async () => {
    const who = await somebody();
    const asked = await Promise.all(Array.from({ length: 9 }, async () => await who.textMe(aNumber())));
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(4);
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from messages.message where account_id = ${who.accountId}`.execute(database);
    expect(rows[0]?.count).toBe(5);
  });

  test('by a call for the verification of a text', async () => {
    const who = await somebody();
    const { id } = await reads(who, aNumber());
    await expect(orderOf(id)).rejects.toThrow('ENOENT');
  });
});
