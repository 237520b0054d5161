import { microsOfCents } from '@farline/contracts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownTestStack } from '@farline/tools/own-stack';
import type { Stack } from '@farline/tools/stack';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askKamailio } from '../../../voice/testbed/ask-kamailio.ts';
import { openRtpSocket } from '../../../voice/testbed/rtp-socket.ts';
import type { BaresipAccount } from './testbed/baresip.ts';
import { callIn, hangUpOutside, outside } from './testbed/call-in.ts';
import { aNumber, type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { type Credentials, type Lifetime, registeredPhone, startPhone } from './testbed/desk-phone.ts';

/** SIP phones through the whole system: baresip registers, calls and is called, as a desk phone would. */

// Its own: a stranger who speaks to every port of the engine would be heard in the calls of other files.
let stack: Stack;
const TONE_HZ = 440;
const NUMBER_SHOWN = /^\+999\d+$/;
let callers: Callers;

beforeAll(async () => {
  stack = await ownTestStack({ without: ['pages'] });
  callers = await openCallers(stack);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

const start = async (life: Lifetime, credentials: Credentials, over: Partial<BaresipAccount> = {}) =>
  await startPhone({ life, stack, credentials }, over);
const registered = async (life: Lifetime, caller: Caller, over: Partial<BaresipAccount> = {}) =>
  await registeredPhone({ life, stack, caller }, over);

/** A number that rings, answers, speaks and echoes; its last four digits are none of the special ones. */

describe.concurrent('a SIP phone', () => {
  test.for<[string, Partial<BaresipAccount>]>([
    ['udp', { transport: 'udp' }],
    ['udp with ICE', { transport: 'udp', hasIce: true }],
    ['tcp', { transport: 'tcp' }],
    ['tls', { transport: 'tls', isEncrypted: true }],
  ])('over %s calls out, is heard and hears, nobody else does, and the call is charged', async ([, over], life) => {
    const caller = await callers.caller('2.00');
    const stranger = await openRtpSocket('127.0.9.20');
    life.onTestFinished(() => stranger.close());
    stranger.speakTo('127.0.0.1', soundPorts(), 500);
    const { phone, credentials } = await registered(life, caller, over);
    const number = aNumber();

    phone.command('dial', `00${number.slice(1)}`);
    await phone.event('CALL_ESTABLISHED', 30_000);
    await until(
      'the phone at the carrier',
      async () => {
        const [record] = await callers.carrierRecord(number);
        return record?.tones.some((tone) => Math.abs(tone.frequencyHz - TONE_HZ) < 9) === true;
      },
      20_000,
    );
    // A key skips what the carrier says; then it sends back what it hears.
    phone.command('sndcode', '1');
    await until('the echo at the phone', async () => (await phone.heardTone(TONE_HZ)) > 0.7, 30_000);
    phone.command('hangup');
    await phone.event('CALL_CLOSED');
    expect(stranger.received()).toBe(0);

    const [call] = await caller.history();
    expect(call).toMatchObject({
      to: number,
      direction: 'outbound',
      placedBy: 'sip_phone',
      from: expect.stringMatching(NUMBER_SHOWN),
    });
    const ended = await caller.ended(call?.id ?? '');
    expect(ended).toMatchObject({ status: 'completed', reason: 'hangup_caller' });
    expect(await caller.wallet()).toEqual({ balance: 2_000_000n - microsOfCents(ended.duration), held: 0n });
    const [record] = await callers.carrierRecord(number);
    expect(record?.from).toBe(call?.from);
    expect(record?.invite).not.toContain(credentials.phone.username);
    expect(record?.invite).not.toMatch(/authorization/i);
  });

  test.for<[string, Partial<BaresipAccount>]>([
    ['over tcp', { transport: 'tcp' }],
    ['over tls, without encryption of its sound,', { transport: 'tls' }],
    ['over tls, with SRTP alone,', { transport: 'tls', isEncrypted: true }],
    ['over tcp, with SRTP alone,', { transport: 'tcp', isEncrypted: true }],
  ])('%s is called: it rings, answers, is heard and hears, and the call costs nothing', async ([, over], life) => {
    const caller = await callers.caller('2.00');
    const { phone } = await registered(life, caller, over);
    const placed = await callIn(stack, { to: await numberOf(caller), from: '+447700900555' });

    await phone.event('CALL_INCOMING', 30_000);
    phone.command('accept');
    await until(
      'the phone at the carrier',
      async () => (await outside(stack, placed)).tones.some((tone) => Math.abs(tone.frequencyHz - TONE_HZ) < 9),
      20_000,
    );
    await until('the echo at the phone', async () => (await phone.heardTone(TONE_HZ)) > 0.7, 30_000);
    await hangUpOutside(stack, placed);
    await phone.event('CALL_CLOSED');

    const call = await endedOf(caller);
    expect(call).toMatchObject({
      direction: 'inbound',
      placedBy: 'telephone',
      from: '+447700900555',
      status: 'completed',
      reason: 'hangup_caller',
      trunk: 'sandbox-a',
      cost: { amount: '0.0000' },
    });
    expect(await caller.wallet()).toEqual({ balance: 2_000_000n, held: 0n });
  });

  test('with SRTP alone over udp is told why its first call did not ring, and gets the next one', async (life) => {
    const caller = await callers.caller('2.00');
    const { phone } = await registered(life, caller, { transport: 'udp', isEncrypted: true });
    const number = await numberOf(caller);

    await callIn(stack, { to: number, from: '+447700900555' });
    const first = await endedOf(caller);
    expect(first).toMatchObject({ status: 'failed', reason: 'media_failed', cost: { amount: '0.0000' } });
    expect(first.reasonText).toContain('refused the sound of the call (488)');

    await callIn(stack, { to: number, from: '+447700900555' });
    await phone.event('CALL_INCOMING');
    phone.command('accept');
    await until('the echo at the phone', async () => (await phone.heardTone(TONE_HZ)) > 0.7, 30_000);
    phone.command('hangup');
    await until('the end of the second call', async () =>
      (await caller.history()).every((call) => call.endedAt !== null),
    );
    expect(await caller.history()).toHaveLength(2);
  });

  test('and another ring together: the first that answers has the call, the other is told', async (life) => {
    const caller = await callers.caller('2.00');
    const [{ phone: slow }, { phone: quick }] = await Promise.all([
      registered(life, caller, { transport: 'udp' }),
      registered(life, caller, { transport: 'tls' }),
    ]);
    const placed = await callIn(stack, { to: await numberOf(caller), from: 'anonymous' });

    await Promise.all([slow.event('CALL_INCOMING', 30_000), quick.event('CALL_INCOMING', 30_000)]);
    quick.command('accept');
    await slow.event('CALL_CLOSED');
    await quick.event('CALL_ESTABLISHED');
    quick.command('hangup');
    await until('the end at the carrier', async () => (await outside(stack, placed)).endedBy === 'callee');

    expect(await endedOf(caller)).toMatchObject({ direction: 'inbound', from: null, reason: 'hangup_callee' });
  });

  test('that is switched off is called: 480, and a missed call in the history', async () => {
    const caller = await callers.caller('2.00');
    const placed = await callIn(stack, { to: await numberOf(caller), from: '+447700900555' });

    await until('the end at the carrier', async () => (await outside(stack, placed)).endedAt !== null);

    expect(await outside(stack, placed)).toMatchObject({ status: 480, answeredAt: null });
    const call = await endedOf(caller);
    expect(call).toMatchObject({ direction: 'inbound', status: 'failed', reason: 'unavailable' });
    const words = stack.kamailio.log.lines().filter((line) => line.includes(call.id));
    expect(words.filter((line) => line.includes('SERVER_ANSWERED refused'))).toEqual([]);
  });

  test('whose user gives up calling leaves nobody ringing', async (life) => {
    const caller = await callers.caller('2.00');
    const { phone } = await registered(life, caller, { transport: 'udp' });
    const placed = await callIn(stack, { to: await numberOf(caller), from: '+447700900555' });

    await phone.event('CALL_INCOMING', 30_000);
    await hangUpOutside(stack, placed);
    await phone.event('CALL_CLOSED');

    expect(await endedOf(caller)).toMatchObject({ direction: 'inbound', status: 'cancelled', reason: 'cancelled' });
  });

  test('dials the practice number that calls back, and is called by it', async (life) => {
    const caller = await callers.caller('2.00');
    const { phone } = await registered(life, caller, { transport: 'tls' });

    phone.command('dial', '+447700900009');
    await phone.event('CALL_CLOSED');
    expect((await phone.event('CALL_INCOMING')).param).toContain('447700900009');
    phone.command('hangup');
    await until('both calls in the history', async () => (await caller.history()).length === 2);

    expect((await caller.history()).map((call) => call.direction)).toEqual(['inbound', 'outbound']);
  });

  test('a number of nobody is not found', async () => {
    const placed = await callIn(stack, { to: '+999000000000', from: '+447700900555' });

    await until('the end at the carrier', async () => (await outside(stack, placed)).endedAt !== null);

    expect(await outside(stack, placed)).toMatchObject({ status: 404 });
  });

  test('stands in Settings as registered, until it takes its registration back', async (life) => {
    const caller = await callers.caller('2.00');
    const credentials = await caller.addSipPhone('Desk phone');
    const { username } = credentials.phone;
    expect(await caller.registrations()).toEqual({ [username]: false });

    const phone = await start(life, credentials, { transport: 'tcp' });
    await phone.event('REGISTER_OK');
    expect(await caller.registrations()).toEqual({ [username]: true });

    await phone.close();
    await until('the end of the registration', async () => (await caller.registrations())[username] === false);
  });

  test('with a wrong password, or with a name of nobody, is refused alike', async (life) => {
    const caller = await callers.caller('2.00');
    const { phone, password } = await caller.addSipPhone('Desk phone');
    const wrong = await start(life, { phone, password: 'wrong' });
    const nobody = await start(life, { phone: { username: 'nobodyhasit' }, password });

    expect((await wrong.event('REGISTER_FAIL')).param).toBe('403 Forbidden');
    expect((await nobody.event('REGISTER_FAIL')).param).toBe('403 Forbidden');
  });
});

test('what a password is checked with stands in no table and no log of the engine', async (life) => {
  const caller = await callers.caller('2.00');
  const { credentials } = await registered(life, caller);
  const { rows } = await sql<{ ha1: string }>`
    select ha1 from accounts.sip_phone where username = ${credentials.phone.username}`.execute(callers.database);
  const ha1 = rows[0]?.ha1 ?? '';
  expect(ha1).toMatch(/^[0-9a-f]{32}$/);

  const tables = await rpc('htable.listTables');
  // What carriers know us by is told to nobody.
  const readable = tables.filter(({ name }) => name !== 'logins');
  const kept = await Promise.all(readable.map(async ({ name }) => await rpc('htable.dump', [name])));
  const everything = JSON.stringify([kept, await rpc('ul.dump')]) + (await kamailioTables()) + (await logs());
  expect(everything).toContain(credentials.phone.username);
  expect(everything).not.toContain(ha1);
  expect(everything).not.toContain(credentials.password);
});

/** Every port that the engine may take for a call's sound. */
const soundPorts = (): number[] => {
  const { rtpFirst, rtpLast } = stack.ports;
  return Array.from({ length: (rtpLast - rtpFirst + 1) / 2 }, (_, index) => rtpFirst + 2 * index);
};

const numberOf = async (caller: Caller): Promise<string> => {
  const { rows } = await sql<{ e164: string }>`
    select e164 from numbers.number where account_id = ${caller.accountId}`.execute(callers.database);
  return rows[0]?.e164 ?? '';
};

/** The one call of a caller, once it has ended. */
async function endedOf(caller: Caller) {
  await until('the call in the history', async () => (await caller.history()).length === 1);
  const [call] = await caller.history();
  return await caller.ended(call?.id ?? '');
}

async function rpc(method: string, params: readonly unknown[] = []): Promise<{ name: string }[]> {
  return ((await askKamailio(stack.ports.kamailioRpc, method, params)) ?? []) as { name: string }[];
}

async function kamailioTables(): Promise<string> {
  const secrets = JSON.parse(await readFile(join(stack.dataFolder, 'secrets.json'), 'utf8')) as Record<string, string>;
  const url = new URL(stack.databaseUrl);
  url.username = 'kamailio';
  url.password = secrets['databaseKamailio'] ?? '';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query<{ all: string }>(
      'select concat((select json_agg(l) from location l), (select json_agg(d) from dialog d), (select json_agg(v) from dialog_vars v)) as all',
    );
    return rows[0]?.all ?? '';
  } finally {
    await client.end();
  }
}

async function logs(): Promise<string> {
  const names = await readdir(stack.logFolder);
  return (await Promise.all(names.map(async (name) => await readFile(join(stack.logFolder, name), 'utf8')))).join('');
}
