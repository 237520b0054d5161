import { defaultRule, type Menu, type NumberRule } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import { standInPushService } from '@farline/tools/stand-in-push-service';
import type { Stack } from '@farline/tools/stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ScriptedTrunk, startScriptedTrunk, type TrunkLeg } from '../../../voice/testbed/scripted-trunk.ts';
import { browserAnswer } from '../../../voice/testbed/sdp.ts';
import { webSocketWire } from '../../../voice/testbed/trunk-wire.ts';
import { aNumber, type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import type { Lifetime } from './testbed/desk-phone.ts';
import { type CallingEnd, type FarEnds, openFarEnds } from './testbed/far-ends.ts';
import { registerPage, registerPhone } from './testbed/register-phone.ts';

/**
 * Something of ours is killed while a call comes in, in each of its states: it still rings, or the caller gets voicemail or hears a clear
 * end; nothing is left open or held. One after another on one stack; a second out costs a cent.
 */

const CALLER_HZ = 700;
const CALLED_HZ = 1_300;
/** What is heard before a message is recorded. */
const TONE_HZ = 1_000;
const LONG_MS = 90_000;
const RTP_PORTS = { from: 32_000, to: 32_199 };

let publicKey = '';
let service: Awaited<ReturnType<typeof standInPushService>>;
let stack: Stack;
let callers: Callers;
let farEnds: FarEnds;
beforeAll(async () => {
  service = await standInPushService(() => publicKey);
  const env = { FARLINE_PUSH_SERVICES: service.origin, FARLINE_ATTENDANTS: '2' };
  stack = await ownTestStack({ without: ['carrier', 'pages'], env });
  farEnds = await openFarEnds({ port: stack.ports.sandboxA, rtpPorts: RTP_PORTS });
  callers = await openCallers(stack, farEnds.counts);
  const { rows } = await sql<{ key: string }>`select public_key as key from push.key`.execute(callers.database);
  publicKey = rows[0]?.key ?? '';
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await farEnds?.close();
  await stack?.stop();
  await service?.close();
});

const VOICEMAIL = { unanswered: { do: 'voicemail' } } as const;
/** A key that rings what the account has; who is not reached leaves a message. */
const MENU: Menu = {
  ...{ id: 'a', name: 'Office', language: 'en', text: 'Press a key.', tries: 3, waitSeconds: 15 },
  keys: [
    { key: '1', name: 'Choice', then: { do: 'ring', browsers: true, phones: 'all', unanswered: { do: 'voicemail' } } },
  ],
  otherwise: { do: 'voicemail' },
};

async function setRule({ accountId }: Caller, over: Partial<NumberRule> = {}): Promise<string> {
  const rule = { ...defaultRule('UTC'), ...over };
  const { rows } = await sql<{ e164: string }>`
    insert into numbers.rule (e164, account_id, version, rule, changed_at)
    select e164, account_id, 1, ${JSON.stringify(rule)}::jsonb, now() from numbers.number
    where account_id = ${accountId} returning e164`.execute(callers.database);
  return rows[0]?.e164 ?? '';
}

function callIn(to: string): CallingEnd {
  return farEnds.calling({ to, from: aNumber(), port: stack.ports.carrierSide, frequencyHz: CALLER_HZ });
}

/** A desk phone of the caller's that does what the test says. */
async function aPhone(life: Lifetime, caller: Caller): Promise<ScriptedTrunk> {
  const { phone, password } = await caller.addSipPhone('Desk phone');
  const desk = await startScriptedTrunk(stack.ports.phones);
  life.onTestFinished(() => desk.close());
  await registerPhone(desk, { realm: stack.sip.realm, username: phone.username, password });
  return desk;
}

async function ringing(desk: ScriptedTrunk): Promise<TrunkLeg> {
  const leg = await desk.legs.next('a call', () => true, LONG_MS);
  leg.reply(180);
  return leg;
}

/** Somebody who has closed the page, and whose browser is told of calls; gives what opens the page again. */
async function aClosedPage(life: Lifetime, { accountId, userId }: Caller) {
  const browser = service.aBrowser();
  const { endpoint, keys } = browser.subscription;
  await sql`insert into push.subscription (id, user_id, account_id, session_id, endpoint, p256dh, auth, added_at)
    select gen_random_uuid(), ${userId}, ${accountId}, id, ${endpoint}, ${keys.p256dh}, ${keys.auth}, now()
    from accounts.session where user_id = ${userId}`.execute(callers.database);
  const opens = async () => {
    const wire = webSocketWire({ url: stack.websocketUrl, origin: new URL(stack.url).origin });
    const page = await startScriptedTrunk(0, 0, wire);
    life.onTestFinished(() => page.close());
    await registerPage(page, { realm: stack.sip.realm, userId, secret: stack.sip.secret });
    return page;
  };
  return { isTold: async () => await browser.next(0), opens };
}

const answered = { answered: true };
/** Every call of an account has ended, and nothing is held: what was charged is compared with what the carrier counted after each test. */
async function allEnded(caller: Caller, count: number) {
  await until('the calls in the history', async () => (await caller.history()).length === count, LONG_MS);
  const calls = (await caller.history()).toReversed();
  const ended = await Promise.all(calls.map(async ({ id }) => await caller.ended(id, LONG_MS)));
  await until('nothing held', async () => (await caller.wallet()).held === 0n, LONG_MS);
  return ended;
}
const hears = async (outside: CallingEnd, hertz: number) =>
  await until(`${hertz} Hz`, async () => outside.hears(hertz), LONG_MS);
const leavesMessage = async (outside: CallingEnd, caller: Caller) => {
  await until('the end of the tone', async () => !outside.hears(TONE_HZ), LONG_MS);
  const { sent } = outside.counts;
  await until('two seconds of the message', async () => outside.counts.sent > sent + 100, LONG_MS);
  await outside.hangUp();
  await until('the voicemail', async () => (await caller.voicemails()).length === 1, LONG_MS);
};
const anew = async (part: Stack['server']) => {
  await part.kill('SIGKILL');
  await part.start();
};

describe('while a page that is closed is waited for', () => {
  test('the server is killed: the page that is opened then gets the call', async (life) => {
    const caller = await callers.caller('2.00');
    const page = await aClosedPage(life, caller);
    const outside = callIn(await setRule(caller));
    await page.isTold();

    await stack.server.kill('SIGKILL');
    const leg = await ringing(await page.opens());
    leg.reply(200, 'OK', { body: browserAnswer() });
    expect(await outside.answered).toEqual(answered);
    await stack.server.start();
    await outside.hangUp();

    expect(await allEnded(caller, 1)).toMatchObject([{ reason: 'hangup_caller', cost: { amount: '0.0000' } }]);
  });

  test('Kamailio is killed: nothing stays open, and the next call is told and rings', async (life) => {
    const caller = await callers.caller('2.00');
    const page = await aClosedPage(life, caller);
    const number = await setRule(caller);
    const outside = callIn(number);
    await page.isTold();

    await anew(stack.kamailio);
    await outside.hangUp();
    await allEnded(caller, 1);

    const next = callIn(number);
    const leg = await ringing(await page.opens());
    leg.reply(603);
    expect(await next.answered).toMatchObject({ answered: false, status: 603 });
    await allEnded(caller, 2);
  });
});

describe('while a phone rings', () => {
  test('the server is killed: the phone that answers has the call', async (life) => {
    const caller = await callers.caller('2.00');
    const desk = await aPhone(life, caller);
    const outside = callIn(await setRule(caller));
    const leg = await ringing(desk);

    await stack.server.kill('SIGKILL');
    leg.reply(200);
    expect(await outside.answered).toEqual(answered);
    await stack.server.start();
    await outside.hangUp();

    expect(await allEnded(caller, 1)).toMatchObject([{ reason: 'hangup_caller', cost: { amount: '0.0000' } }]);
  });

  test('the server is killed: who is declined leaves a message all the same', async (life) => {
    const caller = await callers.caller('2.00');
    const desk = await aPhone(life, caller);
    const outside = callIn(await setRule(caller, VOICEMAIL));
    const leg = await ringing(desk);

    await stack.server.kill('SIGKILL');
    leg.reply(486);
    await hears(outside, TONE_HZ);
    await stack.server.start();
    await leavesMessage(outside, caller);

    expect(await allEnded(caller, 1)).toMatchObject([{ reason: 'voicemail' }]);
  });

  test('one attendant is killed: the other takes the message', async (life) => {
    const caller = await callers.caller('2.00');
    const desk = await aPhone(life, caller);
    const outside = callIn(await setRule(caller, VOICEMAIL));
    const leg = await ringing(desk);

    // Whichever would be asked first.
    const [first, second] = stack.attendants;
    for (const attendant of [first, second]) await attendant?.kill('SIGKILL');
    await second?.start();
    leg.reply(486);
    await hears(outside, TONE_HZ);
    await leavesMessage(outside, caller);
    await first?.start();

    await allEnded(caller, 1);
  });

  test('Kamailio is killed: an answer after that is none to the caller, nothing stays open, and the next call rings', async (life) => {
    const caller = await callers.caller('2.00');
    const desk = await aPhone(life, caller);
    const number = await setRule(caller);
    const outside = callIn(number);
    const leg = await ringing(desk);

    await anew(stack.kamailio);
    leg.reply(200);
    await allEnded(caller, 1);
    await outside.hangUp();
    expect(await outside.answered).toMatchObject({ answered: false });

    const next = callIn(number);
    const again = await desk.legs.next('the next call', ({ invite }) => invite.callId !== leg.invite.callId, LONG_MS);
    again.reply(200);
    expect(await next.answered).toEqual(answered);
    await next.hangUp();
    await allEnded(caller, 2);
  });
});

describe('while a message is spoken', () => {
  test.each([
    ['the server', () => stack.server],
    ['Kamailio', () => stack.kamailio],
  ])('%s is killed: the message is kept, whole', async (_what, part) => {
    const caller = await callers.caller('2.00');
    const outside = callIn(await setRule(caller, VOICEMAIL));
    await hears(outside, TONE_HZ);
    await until('the end of the tone', async () => !outside.hears(TONE_HZ), LONG_MS);

    const { sent } = outside.counts;
    await anew(part());
    const seconds = (outside.counts.sent - sent) / 50;
    await leavesMessage(outside, caller);

    const [left] = await caller.voicemails();
    expect(left?.seconds).toBeGreaterThan(seconds);
    await allEnded(caller, 1);
  });
});

describe('while a menu waits for a key', () => {
  test('the server is killed: the key cannot ring, and leads to voicemail', async () => {
    const caller = await callers.caller('2.00');
    const outside = callIn(await setRule(caller, { open: { do: 'menu', menu: 'a' }, menus: [MENU] }));
    expect(await outside.answered).toEqual(answered);

    await stack.server.kill('SIGKILL');
    await outside.sendDigits('1');
    await hears(outside, TONE_HZ);
    await stack.server.start();
    await leavesMessage(outside, caller);

    await allEnded(caller, 1);
  });

  test('Kamailio is killed: the key rings all the same', async (life) => {
    const caller = await callers.caller('2.00');
    const desk = await aPhone(life, caller);
    const outside = callIn(await setRule(caller, { open: { do: 'menu', menu: 'a' }, menus: [MENU] }));
    expect(await outside.answered).toEqual(answered);

    await anew(stack.kamailio);
    await outside.sendDigits('1');
    (await ringing(desk)).reply(200);
    await until('the answer', async () => desk.openCalls().length === 1, LONG_MS);
    await outside.hangUp();

    await allEnded(caller, 2);
    await until('the end at the phone', async () => desk.openCalls().length === 0, LONG_MS);
  });
});

describe('while the telephone rings that a call goes on to', () => {
  const forwardTo = (to: { number: string }): Partial<NumberRule> => ({
    open: { do: 'forward', to: to.number, most: null },
  });

  test('the server is killed: who answers there is heard, and paid for to the second', async () => {
    const caller = await callers.caller('2.00');
    const to = farEnds.waiting(aNumber());
    const outside = callIn(await setRule(caller, forwardTo(to)));
    await to.rung();

    await stack.server.kill('SIGKILL');
    to.answer();
    await until('the caller to be heard', async () => to.hears(CALLER_HZ), LONG_MS);
    await stack.server.start();
    await outside.hangUp();

    const placed = (await allEnded(caller, 2)).find(({ direction }) => direction === 'outbound');
    expect(Math.abs((await to.counted()) - (placed?.duration ?? 0))).toBeLessThanOrEqual(1);
    expect((await caller.wallet()).balance).toBe(2_000_000n - BigInt(placed?.duration ?? 0) * 10_000n);
  });

  test('Kamailio is killed: it rings no more, costs nothing, and the next call goes on', async () => {
    const caller = await callers.caller('2.00');
    const to = farEnds.silent(aNumber(), 'rings');
    const number = await setRule(caller, forwardTo(to));
    const outside = callIn(number);
    await to.rung();

    await anew(stack.kamailio);
    await outside.hangUp();
    await allEnded(caller, 2);
    expect(await caller.wallet()).toEqual({ balance: 2_000_000n, held: 0n });

    farEnds.speaking(to.number, CALLED_HZ);
    const next = callIn(number);
    await hears(next, CALLED_HZ);
    await next.hangUp();
    await allEnded(caller, 4);
  });
});
