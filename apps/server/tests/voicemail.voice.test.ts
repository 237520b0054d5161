import { defaultRule, type NumberRule } from '@farline/contracts';
import { toneShare } from '@farline/sip-endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { givePricedNumber } from '../src/testing/money/priced-number.ts';
import { callIn, hangUpOutside, outside } from './testbed/call-in.ts';
import { type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { registeredPhone } from './testbed/desk-phone.ts';

/** Calls from the real carrier's side that nobody takes, and the messages that they leave with the real attendant. */

const stack = inject('stack');
const LONG_MS = 60_000;
let callers: Callers;
beforeAll(async () => {
  callers = await openCallers(stack);
});
afterAll(async () => {
  await callers?.close();
});

/** Has the unanswered calls of an account's numbers go to voicemail; gives one of them. */
async function mailboxOf(caller: Caller, over: Partial<NumberRule> = {}): Promise<string> {
  const rule = { ...defaultRule('UTC'), unanswered: { do: 'voicemail' }, ...over };
  const { rows } = await sql<{ e164: string }>`
    insert into numbers.rule (e164, account_id, version, rule, changed_at)
    select e164, account_id, 1, ${JSON.stringify(rule)}::jsonb, now() from numbers.number
    where account_id = ${caller.accountId} returning e164`.execute(callers.database);
  return rows[0]?.e164 ?? '';
}

const endedOf = async (caller: Caller) => {
  await until('the call in the history', async () => (await caller.history()).length === 1);
  const [call] = await caller.history();
  return await caller.ended(call?.id ?? '', LONG_MS);
};
const isOver = async (placed: string) =>
  await until('the end at the carrier', async () => (await outside(stack, placed)).endedAt !== null, LONG_MS);
const hasLeft = async (caller: Caller, messages: number) => {
  await until('the voicemail', async () => (await caller.voicemails()).length === messages, LONG_MS);
  return await caller.voicemails();
};
/** For half a second somewhere: on a busy machine a packet may be late, and what is kept has a gap there. */
const saysTone = (sound: Int16Array, hertz: number) =>
  Array.from({ length: Math.floor(sound.length / 4000) }, (_, place) =>
    sound.subarray(place * 4000, (place + 1) * 4000),
  ).some((part) => toneShare(part, hertz) > 0.9);
const missedOf = async ({ accountId }: Caller) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from notices.notice where account_id = ${accountId} and kind in ('call_missed', 'voicemail_received')`.execute(
    callers.database,
  );
  return rows.map(({ kind }) => kind);
};

test('who calls in vain hears a greeting and a tone, and what they say then is found again', async () => {
  const caller = await callers.caller('2.00');
  const placed = await callIn(stack, { to: await mailboxOf(caller), from: '+447700900555', says: 620 });
  await isOver(placed);

  const [left] = await hasLeft(caller, 1);
  expect(left).toMatchObject({ from: '+447700900555', heardAt: null });
  expect(saysTone(await caller.voicemailSound(left?.id ?? ''), 620)).toBe(true);
  expect(await endedOf(caller)).toMatchObject({ id: left?.id, direction: 'inbound', reason: 'voicemail' });
  await until('the notice', async () => (await missedOf(caller)).join() === 'voicemail_received');
});

test('phones that subscribe to their lamps, over any way, are told of a message within their subscriptions', async (life) => {
  const caller = await callers.caller('2.00');
  const to = await mailboxOf(caller);
  const phones = await Promise.all(
    (['udp', 'tcp', 'tls'] as const).map(async (transport) => {
      const { phone } = await registeredPhone({ life, stack, caller }, { transport, hasLamp: true });
      const shows = async (waiting: string) =>
        await phone.events.next(
          `${waiting} over ${transport}`,
          ({ type, param }) => type === 'MWI_NOTIFY' && param.includes(`Voice-Message: ${waiting} `),
          LONG_MS,
        );
      // It takes no NOTIFY but those of its subscription.
      await shows('0/0');
      return { phone, shows };
    }),
  );
  const placed = await callIn(stack, { to, from: '+447700900555', says: 620 });
  await Promise.all(phones.map(async ({ phone }) => await phone.event('CALL_INCOMING')));
  for (const { phone } of phones) phone.command('hangup');
  await isOver(placed);
  await hasLeft(caller, 1);
  await Promise.all(phones.map(async ({ shows }) => await shows('1/0')));
});

test('two callers of one number at once leave a message each, and of each its own', async () => {
  const caller = await callers.caller('2.00');
  const to = await mailboxOf(caller);
  const placed = await Promise.all([
    callIn(stack, { to, from: '+447700900551', says: 520 }),
    callIn(stack, { to, from: '+447700900552', says: 820 }),
  ]);
  await Promise.all(placed.map(isOver));

  const left = await hasLeft(caller, 2);
  const sounds = await Promise.all(left.map(async ({ id, from }) => [from, await caller.voicemailSound(id)] as const));
  const by = new Map(sounds);
  expect(saysTone(by.get('+447700900551') ?? new Int16Array(), 520)).toBe(true);
  expect(saysTone(by.get('+447700900552') ?? new Int16Array(), 820)).toBe(true);
});

test('who hangs up during the greeting leaves a missed call and no message', async () => {
  const caller = await callers.caller('2.00');
  const greeting = 'This is a long greeting, so that nobody hears the end of it before they hang up again.';
  const to = await mailboxOf(caller, { voicemail: { language: 'en', text: greeting } });
  const placed = await callIn(stack, { to, from: '+447700900555' });
  await until('the answer', async () => (await outside(stack, placed)).answeredAt !== null);
  await until('words', async () => (await outside(stack, placed)).tones.length > 0);
  await hangUpOutside(stack, placed);

  expect(await endedOf(caller)).toMatchObject({ reason: 'voicemail', endedBy: 'caller' });
  await until('the notice', async () => (await missedOf(caller)).join() === 'call_missed');
  expect(await caller.voicemails()).toEqual([]);
});

test('a call that a phone declines goes to voicemail, and one outside the hours does so at once', async (life) => {
  const caller = await callers.caller('2.00');
  const { phone } = await registeredPhone({ life, stack, caller });
  const to = await mailboxOf(caller);
  const placed = await callIn(stack, { to, from: '+447700900555', says: 620 });
  await phone.event('CALL_INCOMING', 30_000);
  phone.command('hangup');
  await isOver(placed);
  await hasLeft(caller, 1);

  const rule = { ...defaultRule('UTC'), hours: [{ days: [new Date().getUTCDay() || 7], from: '00:00', to: '00:01' }] };
  const daysOff = Array.from({ length: 3 }, (_, day) => ({
    date: new Date(Date.now() + (day - 1) * 86_400_000).toISOString().slice(0, 10),
    name: '',
    isYearly: false,
  }));
  await sql`update numbers.rule set rule = ${JSON.stringify({ ...rule, daysOff, closed: { do: 'voicemail' } })}::jsonb
    where account_id = ${caller.accountId}`.execute(callers.database);
  const late = await callIn(stack, { to, from: '+447700900555', says: 620 });
  await isOver(late);
  await hasLeft(caller, 2);
  expect(phone.events.all.filter(({ type }) => type === 'CALL_INCOMING')).toHaveLength(1);
});

test('a message to a number whose minutes cost is paid by its account, until the money ends', async () => {
  const caller = await callers.caller('0.04');
  const number = '+14155550188';
  const { accountId } = caller;
  await givePricedNumber(callers.database, { accountId, number, perMinute: 600_000n, since: new Date() });
  const greeting = 'This greeting is long, so that the money ends before it does, and nobody can say anything at all.';
  await mailboxOf(caller, { voicemail: { language: 'en', text: greeting } });

  const placed = await callIn(stack, { to: number, from: '+447700900555' });
  await isOver(placed);

  expect(await endedOf(caller)).toMatchObject({ reason: 'credit_exhausted', duration: 4 });
  expect(await caller.wallet()).toEqual({ balance: 0n, held: 0n });
});
