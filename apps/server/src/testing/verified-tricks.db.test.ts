import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CodeWay, verificationReply } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { twilioStandIn } from './http-provider.ts';
import { testApp } from './test-app.ts';
import { verifyingPeople } from './verifying-people.ts';

/** What somebody tries who would show the number of another, or have it called and written to: the same for both ways of a code. */

const folder = await mkdtemp(join(tmpdir(), 'farline-tricks-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const acme = await twilioStandIn('acme');
const app = await testApp({
  FARLINE_DATA_DIR: folder,
  FARLINE_CALL_BRIDGE: 'http://127.0.0.1:9',
  FARLINE_CALL_BRIDGE_SECRET: 'a secret that no bridge is asked with',
  FARLINE_MESSAGE_CARRIERS: acme.setting,
});
const { database } = app;
beforeAll(async () => {
  await sql`insert into routing.trunk (id, name, kind, host, port, transport, strip_characters, prepend, prefixes, priority, created_at)
    values (gen_random_uuid(), 'my-carrier', 'real', '127.0.0.1', 9, 'udp', 1, '', '{}', 1, now())`.execute(database);
});

const { aNumber, somebody, orderOf } = verifyingPeople(app, folder);
type Somebody = Awaited<ReturnType<typeof somebody>>;
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');
const atOnce = async <T>(times: number, act: (turn: number) => Promise<T>) =>
  await Promise.all(Array.from({ length: times }, async (_, turn) => await act(turn)));
const countOf = (replies: { status: number }[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

describe.each<CodeWay>(['call', 'text'])('with the code of a %s', (by) => {
  const asks = async (who: Somebody, number: string) =>
    by === 'call' ? await who.callMe(number) : await who.textMe(number);
  /** Has a code told to a telephone, the only one so far, and knows it. */
  async function knows(who: Somebody, number: string) {
    const { id } = verificationReply.parse((await asks(who, number)).body).verification;
    if (by === 'call') return { id, code: (await orderOf(id)).code };
    await expect.poll(() => acme.takenTo(number).length, { timeout: 20_000 }).toBe(1);
    const text = acme.takenTo(number)[0]?.get('Body') ?? '';
    return { id, code: /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? 'no code' };
  }

  test('a number is had once, however often the code is shown at the same moment', async () => {
    const who = await somebody();
    const number = aNumber();
    const { id, code } = await knows(who, number);
    const shown = await atOnce(5, async () => await who.confirm(id, code));
    expect([countOf(shown, 200), countOf(shown, 409)]).toEqual([1, 4]);
    expect((await who.mine()).verified).toMatchObject([{ number }]);
    const { rows } = await sql`
      select from audit.event where account_id = ${who.accountId} and action = 'number.verified'`.execute(database);
    expect(rows).toHaveLength(1);
  });

  test('five guesses are looked at, however many come at the same moment, and the right code counts no more after them', async () => {
    const who = await somebody();
    const { id, code } = await knows(who, aNumber());
    const guessed = await atOnce(20, async () => await who.confirm(id, wrong(code)));
    expect([countOf(guessed, 422), countOf(guessed, 409)]).toEqual([4, 16]);
    expect(await who.confirm(id, code)).toMatchObject({ status: 409, body: { code: 'spoken_code_void' } });
  });

  test('three codes go to a number a day, however many accounts ask at the same moment', async () => {
    const number = aNumber();
    const people = await atOnce(8, async () => await somebody());
    const asked = await Promise.all(people.map(async (who) => await asks(who, number)));
    expect([countOf(asked, 201), countOf(asked, 429)]).toEqual([3, 5]);
  });

  test('nobody has a number that somebody else rents by then', async () => {
    const [who, renter] = [await somebody(), await somebody()];
    const number = aNumber();
    const { id, code } = await knows(who, number);
    await sql`insert into numbers.offer (e164, country, kind, carrier, monthly, setup, per_minute, currency, has_voice, has_sms, loaded_at)
      values (${number}, 'GB', 'mobile', 'a carrier', 0, 0, 0, 'USD', true, true, now())`.execute(database);
    const order = { number, monthly: '0', setup: '0', perMinute: '0' };
    expect(await renter.ask('POST', '/numbers', order)).toMatchObject({ status: 201 });
    expect(await who.confirm(id, code)).toMatchObject({ status: 409, body: { code: 'number_of_somebody_here' } });
    expect((await who.mine()).verified).toEqual([]);
  });

  test('one of two accounts has a number that both show the code of at the same moment', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const number = aNumber();
    const first = await one.hears(number);
    const second = await knows(other, number);
    const shown = await Promise.all([one.confirm(first.id, first.code), other.confirm(second.id, second.code)]);
    expect(countOf(shown, 200)).toBe(2);
    const had = [...(await one.mine()).verified, ...(await other.mine()).verified];
    expect(had).toMatchObject([{ number }]);
  });
});
