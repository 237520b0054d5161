import { join } from 'node:path';
import {
  defaultRule,
  type Menu,
  MENU_KEYS,
  MENU_LIMITS,
  type MenuChoice,
  microsOfCents,
  type NumberRule,
} from '@farline/contracts';
import { VOICEMAIL_LANGUAGES } from '@farline/contracts/voicemail/greeting-bounds';
import { createSpeech } from '@farline/speech';
import { ownTestStack } from '@farline/tools/own-stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VOICES } from '../src/modules/voicemail/greetings.ts';
import { menuWords } from '../src/modules/voicemail/menu-task.ts';
import { givePricedNumber } from '../src/testing/money/priced-number.ts';
import { aNumber, type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { registeredPhone } from './testbed/desk-phone.ts';
import { type CallingEnd, type FarEnd, type FarEnds, openFarEnds } from './testbed/far-ends.ts';
import { likenessOfWords } from './testbed/heard-words.ts';

/** Calls that come to a menu of a number, through the real engine and the real attendant. A second out costs a cent. */

const CALLER_HZ = 700;
const CALLED_HZ = 1_300;
/** What a desk phone of the tests says. */
const PHONE_HZ = 440;
/** What is heard while somebody is called, and where it sounds busy. */
const TONE_HZ = 425;
const LONG_MS = 60_000;
const RTP_PORTS = { from: 31_800, to: 31_999 };

let stack: Awaited<ReturnType<typeof ownTestStack>>;
let callers: Callers;
let farEnds: FarEnds;
beforeAll(async () => {
  stack = await ownTestStack({ without: ['carrier', 'pages'] });
  farEnds = await openFarEnds({ port: stack.ports.sandboxA, rtpPorts: RTP_PORTS });
  callers = await openCallers(stack, farEnds.counts);
});
afterAll(async () => {
  await callers?.close();
  await farEnds?.close();
  await stack?.stop();
});

const BUSY: MenuChoice = { do: 'busy' };
/** What becomes of a call whose key was lost, where the key itself leaves no message. */
const VOICEMAIL: MenuChoice = { do: 'voicemail' };
const RINGS: MenuChoice = { do: 'ring', browsers: true, phones: 'all', unanswered: { do: 'busy' } };
const key = (digit: Menu['keys'][number]['key'], then: MenuChoice): Menu['keys'][number] => ({
  ...{ key: digit, name: 'Choice' },
  then,
});
const aMenu = (over: Partial<Menu> = {}): Menu => ({
  ...{ id: 'a', name: 'Office', language: 'en', text: 'Press a key.', tries: 2, waitSeconds: 5 },
  ...{ keys: [key('1', RINGS)], otherwise: BUSY },
  ...over,
});
const forwardTo = ({ number }: FarEnd, over: Partial<Extract<MenuChoice, { do: 'forward' }>> = {}): MenuChoice => ({
  ...{ do: 'forward', to: number, most: null, unanswered: { do: 'busy' } },
  ...over,
});

/** What a key is called, in the language of its menu. */
const SALES = { en: 'Sales', es: 'Ventas', fr: 'Ventes', pt: 'Vendas', ar: 'المبيعات', zh: '销售' };

/** Has the number of an account play a menu, always. */
async function menuOf(caller: Caller, menus: Menu[], number: string | null = null): Promise<string> {
  const rule: NumberRule = { ...defaultRule('UTC'), open: { do: 'menu', menu: menus[0]?.id ?? '' }, menus };
  const { rows } = await sql<{ e164: string }>`
    insert into numbers.rule (e164, account_id, version, rule, changed_at)
    select e164, account_id, 1, ${JSON.stringify(rule)}::jsonb, now() from numbers.number
    where account_id = ${caller.accountId} and (${number}::text is null or e164 = ${number})
    returning e164`.execute(callers.database);
  return rows[0]?.e164 ?? '';
}

/** Calls a number from out there, and waits until the menu has answered. */
async function callIn(to: string, frequencyHz = CALLER_HZ): Promise<CallingEnd & { from: string }> {
  const from = aNumber();
  const outside = farEnds.calling({ to, from, port: stack.ports.carrierSide, frequencyHz });
  expect(await outside.answered).toEqual({ answered: true });
  return Object.assign(outside, { from });
}
const talking = async (one: CallingEnd, other: FarEnd) =>
  await until('both to hear one another', async () => one.hears(CALLED_HZ) && other.hears(CALLER_HZ), LONG_MS);
/** Every call of an account, oldest first, once all of them have ended. */
const allEnded = async (caller: Caller, count: number) => {
  await until('the calls in the history', async () => (await caller.history()).length === count, LONG_MS);
  const calls = (await caller.history()).toReversed();
  return await Promise.all(calls.map(async ({ id }) => await caller.ended(id, LONG_MS)));
};

describe.concurrent('who calls hears a menu', () => {
  test('and presses a key, which rings a phone here: both talk, and one hangs up for both', async (life) => {
    const caller = await callers.caller('5.00');
    const { phone } = await registeredPhone({ life, stack, caller });
    const outside = await callIn(await menuOf(caller, [aMenu()]));
    await outside.sendDigits('1');
    await phone.event('CALL_INCOMING', LONG_MS);
    await until('ringing', async () => outside.hears(TONE_HZ), LONG_MS);
    phone.command('accept');
    await until('the phone to be heard', async () => outside.hears(PHONE_HZ), LONG_MS);
    phone.command('hangup');
    await outside.ended;

    const [incoming, placed] = await allEnded(caller, 2);
    expect(incoming).toMatchObject({ direction: 'inbound', from: outside.from, reason: 'menu', endedBy: 'callee' });
    expect(placed).toMatchObject({ direction: 'inbound', from: outside.from, reason: 'hangup_callee' });
    expect(await caller.wallet()).toEqual({ balance: 5_000_000n, held: 0n });
  });

  test('and is forwarded by a key: heard both ways, keys too, and paid for what went out', async ({ expect }) => {
    const caller = await callers.caller('5.00');
    const to = farEnds.speaking(aNumber(), CALLED_HZ);
    const outside = await callIn(await menuOf(caller, [aMenu({ keys: [key('2', forwardTo(to))] })]));
    await outside.sendDigits('2');
    await talking(outside, to);

    const heard: string[] = [];
    (await to.rung()).onDigit((digit) => heard.push(digit));
    await outside.sendDigits('73');
    await expect.poll(() => heard.join('')).toBe('73');
    await outside.hangUp();

    const calls = await allEnded(caller, 3);
    const placed = calls.find(({ direction }) => direction === 'outbound');
    expect(placed).toMatchObject({ placedBy: 'forward', to: to.number, reason: 'forward_over' });
    expect(calls.filter(({ direction }) => direction === 'inbound').map(({ cost }) => cost?.amount)).toEqual([
      '0.0000',
      '0.0000',
    ]);
    const { balance, held } = await caller.wallet();
    expect([balance, held]).toEqual([5_000_000n - microsOfCents(placed?.duration ?? 0), 0n]);
  });

  test('and presses nothing, or a key that leads nowhere: it is said again, and then it goes to voicemail', async () => {
    const caller = await callers.caller('5.00');
    const menu = aMenu({ waitSeconds: 3, otherwise: VOICEMAIL });
    const outside = await callIn(await menuOf(caller, [menu]));
    await outside.sendDigits('9');
    await until('the tone of the mailbox', async () => outside.hasHeard(1000), LONG_MS);
    await until('its end', async () => !outside.hears(1000), LONG_MS);
    const { sent } = outside.counts;
    await until('a second of the message', async () => outside.counts.sent > sent + 50);
    await outside.sendDigits('#1');
    await outside.ended;

    await until('the voicemail', async () => (await caller.voicemails()).length === 1, LONG_MS);
    expect(await allEnded(caller, 1)).toMatchObject([{ reason: 'menu', from: outside.from }]);
  });

  test('and comes by a key to another menu, and hears it say goodbye', async () => {
    const caller = await callers.caller('5.00');
    const first = aMenu({ keys: [key('3', { do: 'menu', menu: 'b' })], otherwise: VOICEMAIL });
    const goodbye = [key('*', { do: 'say', text: '再见' })];
    const other = aMenu({ id: 'b', language: 'zh', text: null, keys: goodbye, otherwise: VOICEMAIL });
    const outside = await callIn(await menuOf(caller, [first, other]));
    await outside.sendDigits('3');
    await outside.sendDigits('*');

    expect(await outside.ended).toMatchObject({ by: 'far', how: 'hung-up' });
    expect(await allEnded(caller, 1)).toMatchObject([{ reason: 'menu', endedBy: 'callee' }]);
    expect(await caller.voicemails()).toEqual([]);
  });

  test('and whom they chose is busy: the call ends, and nothing is paid', async () => {
    const caller = await callers.caller('5.00');
    const to = farEnds.silent(aNumber(), 486);
    const outside = await callIn(await menuOf(caller, [aMenu({ keys: [key('1', forwardTo(to))] })]));
    await outside.sendDigits('1');
    expect(await outside.ended).toMatchObject({ by: 'far' });
    await allEnded(caller, 3);
    expect(await caller.wallet()).toEqual({ balance: 5_000_000n, held: 0n });
  });

  test('and hangs up while what they chose rings: it rings no more, and nothing is paid', async () => {
    const caller = await callers.caller('5.00');
    const to = farEnds.silent(aNumber(), 'rings');
    const outside = await callIn(await menuOf(caller, [aMenu({ keys: [key('1', forwardTo(to))] })]));
    await outside.sendDigits('1');
    const rung = await to.rung();
    await outside.hangUp();

    expect(await rung.ended).toMatchObject({ how: 'cancelled' });
    await allEnded(caller, 3);
    expect(await caller.wallet()).toEqual({ balance: 5_000_000n, held: 0n });
  });

  test('and holds the line by a key that leads back to the menu: after twelve times it sounds busy', async () => {
    const caller = await callers.caller('5.00');
    const back = aMenu({ text: 'Again.', keys: [key('1', { do: 'menu', menu: 'a' })], otherwise: VOICEMAIL });
    const outside = await callIn(await menuOf(caller, [back]));
    for (let turn = 0; turn < 12; turn += 1) await outside.sendDigits('1');
    await until('the busy tone', async () => outside.hears(TONE_HZ), LONG_MS);
    expect(await outside.ended).toMatchObject({ by: 'far' });
    await allEnded(caller, 1);
    expect(await caller.voicemails()).toEqual([]);
  });

  test('and whose number costs: its owner pays from the answer of the menu on, until the money ends', async () => {
    const caller = await callers.caller('0.06');
    const number = '+14155550177';
    const { accountId } = caller;
    await givePricedNumber(callers.database, { accountId, number, perMinute: 600_000n, since: new Date() });
    const outside = await callIn(await menuOf(caller, [aMenu({ waitSeconds: 15 })], number));
    await outside.ended;

    expect(await allEnded(caller, 1)).toMatchObject([{ reason: 'credit_exhausted', duration: 6 }]);
    expect(await caller.wallet()).toEqual({ balance: 0n, held: 0n });
  });

  test('and talks on with whom they chose until the money for it ends, which is told to be so', async () => {
    const caller = await callers.caller('0.05');
    const to = farEnds.speaking(aNumber(), CALLED_HZ);
    const outside = await callIn(await menuOf(caller, [aMenu({ keys: [key('1', forwardTo(to))] })]));
    await outside.sendDigits('1');
    await outside.ended;

    const placed = (await allEnded(caller, 3)).find(({ direction }) => direction === 'outbound');
    expect(placed).toMatchObject({ reason: 'credit_exhausted', duration: 5 });
    expect(await caller.wallet()).toEqual({ balance: 0n, held: 0n });
  });

  test('that is as long as menus may be', async () => {
    const caller = await callers.caller('5.00');
    const keys = MENU_KEYS.map((digit) => key(digit, { do: 'say', text: '我们现在关门了。'.repeat(3) }));
    const menus = ['a', 'b', 'c'].map((id) => aMenu({ id, language: 'zh', text: null, keys, otherwise: VOICEMAIL }));
    menus.push(aMenu({ id: 'd', text: '请'.repeat(150), language: 'zh' }));
    const bytes = Buffer.byteLength(JSON.stringify(menus));
    expect([bytes > 5_000, bytes <= MENU_LIMITS.bytes]).toEqual([true, true]);
    const outside = await callIn(await menuOf(caller, menus));
    await outside.sendDigits('1');
    expect(await outside.ended).toMatchObject({ by: 'far' });
    expect(await allEnded(caller, 1)).toMatchObject([{ reason: 'menu' }]);
    expect(await caller.voicemails()).toEqual([]);
  });
});

test('a menu is heard in the language that its owner chose, and in no other', async () => {
  const calls = VOICEMAIL_LANGUAGES.map(async (language) => {
    const caller = await callers.caller('5.00');
    const keys = [{ ...key('1', RINGS), name: SALES[language] }];
    const outside = await callIn(
      await menuOf(caller, [aMenu({ language, text: null, keys, tries: 1, waitSeconds: 3 })]),
    );
    const heard: number[] = [];
    outside.onAudio((audio) => heard.push(...audio.samples()));
    await outside.ended;
    expect(await allEnded(caller, 1)).toMatchObject([{ reason: 'menu' }]);
    return { language, heard };
  });
  const speech = createSpeech({ cacheFolder: join(stack.dataFolder, 'speech') });
  // Once all have ended: it is much to compare, and would hold their sound up.
  for (const { language, heard } of await Promise.all(calls)) {
    const likeness = async (spoken: Menu['language']) => {
      const text = menuWords({ language: spoken, text: null, keys: [{ ...key('1', RINGS), name: SALES[spoken] }] });
      return await likenessOfWords(heard, speech, { text, language: VOICES[spoken] });
    };
    const likenesses = await Promise.all(
      VOICEMAIL_LANGUAGES.map(async (one) => ({ one, likeness: await likeness(one) })),
    );
    const [best, second] = likenesses.toSorted((one, other) => other.likeness - one.likeness);
    expect(best, JSON.stringify(likenesses)).toMatchObject({ one: language });
    expect((best?.likeness ?? 0) - (second?.likeness ?? 1), JSON.stringify(likenesses)).toBeGreaterThan(0.15);
  }
});

test('an attendant that is killed while it has put somebody through ends both calls, and the next call finds the next one', async () => {
  const caller = await callers.caller('5.00');
  const to = farEnds.speaking(aNumber(), CALLED_HZ);
  const number = await menuOf(caller, [aMenu({ keys: [key('1', forwardTo(to))] })]);
  const outside = await callIn(number);
  await outside.sendDigits('1');
  await talking(outside, to);

  await stack.attendants[0]?.kill('SIGKILL');

  await outside.ended;
  const calls = await allEnded(caller, 3);
  const placed = calls.find(({ direction }) => direction === 'outbound');
  expect((await caller.wallet()).balance).toBe(5_000_000n - microsOfCents(placed?.duration ?? 0));
  expect((await caller.wallet()).held).toBe(0n);

  await stack.attendants[0]?.start();
  const next = await callIn(number);
  await next.sendDigits('1');
  await talking(next, to);
  await next.hangUp();
  await allEnded(caller, 6);
});
