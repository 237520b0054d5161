import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CODE_CALLS_FOLDER, verificationPrice, verificationReply, VOICEMAIL_FOLDER } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numbersShown } from '../modules/numbers/index.ts';
import { apiCustomer } from './api-customer.ts';
import { keptLog } from './kept-log.ts';
import { testApp } from './test-app.ts';
import { verifyingPeople } from './verifying-people.ts';

const folder = await mkdtemp(join(tmpdir(), 'farline-codes-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const { log, lines } = keptLog('info');
const env = {
  FARLINE_DATA_DIR: folder,
  FARLINE_CALL_BRIDGE: 'http://127.0.0.1:9',
  FARLINE_CALL_BRIDGE_SECRET: 'a secret that no bridge is asked with',
};
const app = await testApp(env, undefined, log);
const { database } = app;
beforeAll(async () => {
  await sql`insert into routing.trunk (id, name, kind, host, port, transport, strip_characters, prepend, prefixes, priority, created_at)
    values (gen_random_uuid(), 'my-carrier', 'real', '127.0.0.1', 9, 'udp', 1, '', '{}', 1, now())`.execute(database);
});

const { aNumber, somebody, ownNumbersOf, orderOf } = verifyingPeople(app, folder);
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a number that somebody has elsewhere', () => {
  test('is verified by the code of a call at the price that was shown, and calls may show it for a year', async () => {
    const { ask, accountId, mine, confirm } = await somebody();
    const typed = { number: '07700 912345', defaultCountry: 'gb' };
    const price = verificationPrice.parse((await ask('POST', '/numbers/verifications/price', typed)).body);
    expect(price.number).toBe('+447700912345');
    expect(Number(price.most.amount)).toBeGreaterThan(0);
    const asked = await ask('POST', '/numbers/verifications', { ...typed, most: price.most.amount });
    expect(asked).toMatchObject({ status: 201, body: { verification: { number: price.number, triesLeft: 5 } } });
    const { id } = verificationReply.parse(asked.body).verification;
    const order = await orderOf(id);
    expect(order.greeting).toContain('Farline');
    expect((await mine()).verified).toEqual([]);

    expect(await confirm(id, wrong(order.code))).toMatchObject({ status: 422, body: { code: 'spoken_code_wrong' } });
    expect(await confirm(id, ` ${order.code.slice(0, 3)} ${order.code.slice(3)}`)).toMatchObject({ status: 200 });
    const [verified] = (await mine()).verified;
    expect(verified).toMatchObject({ number: price.number, isDefault: false });
    expect(Date.parse(verified?.expiresAt ?? '') - Date.parse(verified?.verifiedAt ?? '')).toBe(365 * 86_400_000);
    const call = await ask('POST', '/calls/initiate', { to: '+447700900123', from: price.number });
    expect(call).toMatchObject({ status: 201, body: { call: { from: price.number } } });
    expect(await confirm(id, order.code)).toMatchObject({ status: 409, body: { code: 'spoken_code_void' } });

    const path = `/numbers/verified/${encodeURIComponent(price.number)}`;
    const chosen = await ask('PATCH', path, { isDefault: true });
    expect(chosen.body).toMatchObject({ verified: [{ isDefault: true }], numbers: [{ isDefault: false }, {}] });
    expect((await numbersShown(database, accountId, new Date()))[0]).toBe(price.number);
    expect((await ask('POST', '/calls/initiate', { to: '+447700900123' })).body).toMatchObject({
      call: { from: price.number },
    });
    const [own] = (await mine()).numbers;
    await ask('PATCH', `/numbers/${encodeURIComponent(own?.number ?? '')}`, { isDefault: true });
    expect(await mine()).toMatchObject({ numbers: [{ isDefault: true }, {}], verified: [{ isDefault: false }] });
    expect(await ask('DELETE', path)).toMatchObject({ status: 200, body: { verified: [] } });
    const { rows: done } = await sql<{ action: string }>`
      select action from audit.event where account_id = ${accountId} and action like 'number.%' order by id`.execute(
      database,
    );
    expect(done.map(({ action }) => action).slice(-3)).toEqual([
      ...['number.verification_called', 'number.verified', 'number.verified_removed'],
    ]);
    expect(await ask('POST', '/calls/initiate', { to: '+447700900123', from: price.number })).toMatchObject({
      body: { code: 'caller_id_not_allowed' },
    });
  });

  test('keeps its code from whoever reads the database, its files or the log', async () => {
    const { hears, confirm } = await somebody();
    const { id, code } = await hears(aNumber());
    const { rows } = await sql<{ row: string; hash: Buffer }>`
      select row_to_json(verification)::text as row, code_hash as hash
      from numbers.verification where id = ${id}`.execute(database);
    expect(rows[0]?.row).not.toContain(`"${code}"`);
    // Whoever reads the row can try a million codes: without the server's secret none of them fits.
    const plain = [code, `${id}:${code}`, `verification:${id}:${code}`];
    const unkeyed = plain.map((text) => createHash('sha256').update(text).digest('hex'));
    expect(unkeyed).not.toContain(rows[0]?.hash.toString('hex'));
    expect((await stat(join(folder, VOICEMAIL_FOLDER, CODE_CALLS_FOLDER, `${id}.json`))).mode & 0o077).toBe(0);
    expect((await stat(join(folder, VOICEMAIL_FOLDER, CODE_CALLS_FOLDER))).mode & 0o077).toBe(0);
    const failed = await confirm(id, `${code} `.repeat(2));
    expect(failed.status).toBe(400);
    expect(await confirm(id, code)).toMatchObject({ status: 200 });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => new RegExp(`(?<![\\w.])${code}(?!\\w)`).test(line))).toEqual([]);
  });

  test('is still being verified where the page is opened anew, until its code counts no more', async () => {
    const { mine, hears, confirm, callMe, verifies } = await somebody();
    const left = async () => (await mine()).openVerification;
    expect(await left()).toBeNull();
    const [number, other] = [aNumber(), aNumber()];
    const asked = verificationReply.parse((await callMe(number)).body).verification;
    expect(await left()).toEqual(asked);
    await confirm(asked.id, wrong((await orderOf(asked.id)).code));
    expect(await left()).toEqual({ ...asked, triesLeft: 4 });
    const later = await hears(other);
    expect(await left()).toMatchObject({ id: later.id, number: other });
    await confirm(later.id, later.code);
    expect(await left()).toMatchObject({ id: asked.id });
    await sql`update numbers.verification set expires_at = now() where id = ${asked.id}`.execute(database);
    expect(await left()).toBeNull();
    await verifies(number);
    expect(await left()).toBeNull();
    expect((await (await somebody()).mine()).openVerification).toBeNull();
  });

  test('is not given to five wrong codes, nor to the right one after them', async () => {
    const { hears, confirm, mine } = await somebody();
    const { id, code } = await hears(aNumber());
    const tried = await Promise.all(Array.from({ length: 8 }, async () => await confirm(id, wrong(code))));
    expect(tried.filter(({ status }) => status === 422)).toHaveLength(4);
    expect(await confirm(id, code)).toMatchObject({ status: 409, body: { code: 'spoken_code_void' } });
    expect((await mine()).verified).toEqual([]);
  });

  test('is not given to a code of another account, an older one, or one after ten minutes', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const number = aNumber();
    const older = await one.hears(number);
    expect(await other.confirm(older.id, older.code)).toMatchObject({ status: 409 });
    const newer = await one.hears(number);
    expect(await one.confirm(older.id, older.code)).toMatchObject({ status: 409 });
    await sql`update numbers.verification set expires_at = expires_at - interval '10 minutes' where id = ${newer.id}`.execute(
      database,
    );
    expect(await one.confirm(newer.id, newer.code)).toMatchObject({ status: 409 });
    expect(await one.confirm('no-id', '123456')).toMatchObject({ status: 404 });
    expect(await one.confirm(newer.id, '12345')).toMatchObject({ status: 400 });
  });

  test('is taken from whoever had it when somebody else verifies it, and they are told', async () => {
    const [former, next] = [await somebody(), await somebody()];
    const number = aNumber();
    await former.verifies(number);
    await next.verifies(number);
    expect((await former.mine()).verified).toEqual([]);
    expect((await next.mine()).verified).toMatchObject([{ number }]);
    const ended = { kind: 'verified_number_ended', facts: { number, reason: 'verified' } };
    await expect.poll(former.told, { timeout: 20_000 }).toContainEqual(ended);
  });

  test('is forgotten with its account', async () => {
    const { ask, verifies, accountId } = await somebody();
    await verifies(aNumber());
    expect(await ask('POST', '/settings/close-account', { password: 'Analytical1843' })).toMatchObject({ status: 200 });
    const left = async () => (await numbersShown(database, accountId, new Date())).filter((n) => n.startsWith('+44'));
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  });
});

describe('nobody is called', () => {
  test.each([
    ['for an emergency number', '112', 'number_emergency'],
    ['for a short code', '85258', 'number_too_short'],
    ['for a premium number', '+449098790123', 'destination_closed'],
    ['for a number of the sandbox', '+999123456789', 'number_country_unknown'],
  ])('%s', async (_, number, code) => {
    const { callMe } = await somebody();
    expect((await callMe(number, { defaultCountry: 'US' })).body).toMatchObject({ code });
  });

  test('on trial, where calls ring no telephone', async () => {
    const { callMe } = ownNumbersOf(await apiCustomer(app));
    expect(await callMe(aNumber())).toMatchObject({ status: 403, body: { code: 'verification_needs_real_call' } });
  });

  test('without money, or for more than was shown', async () => {
    const { callMe } = await somebody();
    expect(await callMe(aNumber(), { most: '0.0001' })).toMatchObject({ body: { code: 'verification_dearer' } });
    const poor = await apiCustomer(app, { dollars: 0 });
    await sql`update accounts.account set state = 'active' where id = ${poor.accountId}`.execute(database);
    expect(await ownNumbersOf(poor).callMe(aNumber())).toMatchObject({ status: 402, body: { code: 'out_of_credit' } });
  });

  test('at a number that somebody rents here, or could', async () => {
    const { callMe } = await somebody();
    const number = aNumber();
    await sql`insert into numbers.offer (e164, country, kind, carrier, monthly, setup, per_minute, currency, has_voice, has_sms, loaded_at)
      values (${number}, 'GB', 'mobile', 'a carrier', 0, 0, 0, 'USD', true, true, now())`.execute(database);
    expect(await callMe(number)).toMatchObject({ status: 409, body: { code: 'number_for_rent_here' } });
    const renter = await somebody();
    const order = { number, monthly: '0', setup: '0', perMinute: '0' };
    expect(await renter.ask('POST', '/numbers', order)).toMatchObject({ status: 201 });
    expect(await callMe(number)).toMatchObject({ status: 409, body: { code: 'number_of_somebody_here' } });
    expect(await renter.callMe(number)).toMatchObject({ status: 409 });
  });

  test('more than five times a day for an account, and three times at a number, whoever asks', async () => {
    const one = await somebody();
    const statuses = [];
    for (let times = 0; times < 6; times += 1) statuses.push((await one.callMe(aNumber())).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    const number = aNumber();
    const asked = [];
    for (let times = 0; times < 4; times += 1) asked.push(await (await somebody()).callMe(number));
    expect(asked.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(asked.at(-1)?.body).toMatchObject({ code: 'too_many_codes' });
  });

  test('and what calls nobody uses up no call of the day', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const [often, rare] = [aNumber(), aNumber()];
    const ask = async (who: typeof one, number: string, times: number) => {
      const statuses = [];
      for (let asked = 0; asked < times; asked += 1) statuses.push((await who.callMe(number)).status);
      return statuses;
    };
    expect(await ask(one, often, 6)).toEqual([201, 201, 201, 429, 429, 429]);
    expect(await ask(one, rare, 2)).toEqual([201, 201]);
    expect(await ask(one, rare, 2)).toEqual([429, 429]);
    expect(await ask(other, rare, 1)).toEqual([201]);

    const full = await somebody();
    await sql`insert into numbers.verified (e164, account_id, verified_at, expires_at)
      select '+4477008' || lpad(place::text, 5, '0'), ${full.accountId}, now(), now() + interval '1 day'
      from generate_series(1, 20) place`.execute(database);
    const number = aNumber();
    expect(await ask(full, number, 5)).toEqual([409, 409, 409, 409, 409]);
    await sql`delete from numbers.verified where account_id = ${full.accountId}`.execute(database);
    expect(await ask(full, number, 3)).toEqual([201, 201, 201]);
  });
});

test('who rents a number takes it from whoever had verified it, who is told', async () => {
  const [former, renter] = [await somebody(), await somebody()];
  const number = aNumber();
  await former.verifies(number);
  await sql`insert into numbers.offer (e164, country, kind, carrier, monthly, setup, per_minute, currency, has_voice, has_sms, loaded_at)
    values (${number}, 'GB', 'mobile', 'a carrier', 0, 0, 0, 'USD', true, true, now())`.execute(database);
  const order = { number, monthly: '0', setup: '0', perMinute: '0' };
  expect(await renter.ask('POST', '/numbers', order)).toMatchObject({ status: 201 });
  expect((await former.mine()).verified).toEqual([]);
  const ended = { kind: 'verified_number_ended', facts: { number, reason: 'rented' } };
  await expect.poll(former.told, { timeout: 20_000 }).toContainEqual(ended);
});

test('a year later it is shown no more; its owner is told thirty days before, once, and then', async () => {
  const { verifies, mine, told, ask } = await somebody();
  const number = aNumber();
  await verifies(number);
  const kinds = async () => (await told()).map(({ kind }) => kind).filter((kind) => kind.startsWith('verified'));
  const passDays = async (days: number) => {
    await sql`update numbers.verified set verified_at = verified_at - make_interval(days => ${days}),
      expires_at = expires_at - make_interval(days => ${days}) where e164 = ${number}`.execute(database);
    await app.runJobs();
    await app.runJobs();
  };
  await passDays(334);
  expect(await kinds()).toEqual([]);
  await passDays(2);
  await expect.poll(kinds, { timeout: 20_000 }).toEqual(['verified_number_expires']);
  expect((await mine()).verified).toHaveLength(1);
  await passDays(30);
  expect((await mine()).verified).toEqual([]);
  expect(await ask('POST', '/calls/initiate', { to: '+447700900123', from: number })).toMatchObject({ status: 403 });
  await expect.poll(kinds, { timeout: 20_000 }).toEqual(['verified_number_ended', 'verified_number_expires']);
});

test('an order that no attendant took is gone from the disk', async () => {
  const { hears } = await somebody();
  const { id } = await hears(aNumber());
  const path = join(folder, VOICEMAIL_FOLDER, CODE_CALLS_FOLDER, `${id}.json`);
  await utimes(path, new Date(), new Date(Date.now() - 21_000));
  await app.runJobs();
  await expect(stat(path)).rejects.toThrow('ENOENT');
});
