import { type Menu, microsOfCents, type NumberRule } from '@farline/contracts';
import type { Stack } from '@farline/tools/stack';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScriptedTrunk, TrunkLeg } from '../../../voice/testbed/scripted-trunk.ts';
import { browserAnswer } from '../../../voice/testbed/sdp.ts';
import { allEnded, CALLER_HZ, openCalledBed } from './testbed/called-bed.ts';
import { aNumber, type Caller, until } from './testbed/callers.ts';
import type { CallingEnd } from './testbed/far-ends.ts';
import { hasServer, isAcknowledged } from './testbed/kept.ts';

/**
 * Something of ours is killed while a call comes in, in each of its states: it still rings, or the caller gets voicemail or hears a clear
 * end; nothing is left open or held. One after another on one stack; a second out costs a cent.
 */

const CALLED_HZ = 1_300;
/** What is heard before a message is recorded. */
const TONE_HZ = 1_000;
const LONG_MS = 90_000;

let bed: Awaited<ReturnType<typeof openCalledBed>>;
beforeAll(async () => {
  bed = await openCalledBed();
}, 120_000);
afterAll(async () => await bed?.close());

const VOICEMAIL = { unanswered: { do: 'voicemail' } } as const;
/** A key that rings what the account has; who is not reached leaves a message. */
const MENU: Menu = {
  ...{ id: 'a', name: 'Office', language: 'en', text: 'Press a key.', tries: 3, waitSeconds: 15 },
  keys: [
    { key: '1', name: 'Choice', then: { do: 'ring', browsers: true, phones: 'all', unanswered: { do: 'voicemail' } } },
  ],
  otherwise: { do: 'voicemail' },
};

async function ringing(desk: ScriptedTrunk): Promise<TrunkLeg> {
  const leg = await desk.legs.next('a call', () => true, LONG_MS);
  leg.reply(180);
  return leg;
}

const answered = { answered: true };
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
    const caller = await bed.callers.caller('2.00');
    const page = await bed.aClosedPage(life, caller);
    const outside = bed.callIn(await bed.setRule(caller));
    await page.isTold();

    await bed.stack.server.kill('SIGKILL');
    const leg = await ringing(await page.opens());
    leg.reply(200, 'OK', { body: browserAnswer() });
    expect(await outside.answered).toEqual(answered);
    await bed.stack.server.start();
    await outside.hangUp();

    expect(await allEnded(caller, 1)).toMatchObject([{ reason: 'hangup_caller', cost: { amount: '0.0000' } }]);
  });

  test('Kamailio is killed: nothing stays open, and the next call is told and rings', async (life) => {
    const caller = await bed.callers.caller('2.00');
    const page = await bed.aClosedPage(life, caller);
    const number = await bed.setRule(caller);
    const outside = bed.callIn(number);
    await page.isTold();

    await anew(bed.stack.kamailio);
    await outside.hangUp();
    await allEnded(caller, 1);

    const next = bed.callIn(number);
    const leg = await ringing(await page.opens());
    leg.reply(603);
    expect(await next.answered).toMatchObject({ answered: false, status: 603 });
    await allEnded(caller, 2);
  });
});

describe('while a phone rings', () => {
  test('the server is killed: the phone that answers has the call', async (life) => {
    const caller = await bed.callers.caller('2.00');
    const desk = await bed.aPhone(life, caller);
    const outside = bed.callIn(await bed.setRule(caller));
    const leg = await ringing(desk);

    await bed.stack.server.kill('SIGKILL');
    leg.reply(200);
    expect(await outside.answered).toEqual(answered);
    await bed.stack.server.start();
    await outside.hangUp();

    expect(await allEnded(caller, 1)).toMatchObject([{ reason: 'hangup_caller', cost: { amount: '0.0000' } }]);
  });

  test('the server is killed: who is declined leaves a message all the same', async (life) => {
    const caller = await bed.callers.caller('2.00');
    const desk = await bed.aPhone(life, caller);
    const outside = bed.callIn(await bed.setRule(caller, VOICEMAIL));
    const leg = await ringing(desk);

    await bed.stack.server.kill('SIGKILL');
    leg.reply(486);
    await hears(outside, TONE_HZ);
    await bed.stack.server.start();
    await leavesMessage(outside, caller);

    expect(await allEnded(caller, 1)).toMatchObject([{ reason: 'voicemail' }]);
  });

  test('one attendant is killed: the other takes the message', async (life) => {
    const caller = await bed.callers.caller('2.00');
    const desk = await bed.aPhone(life, caller);
    const outside = bed.callIn(await bed.setRule(caller, VOICEMAIL));
    const leg = await ringing(desk);

    // Whichever would be asked first.
    const [first, second] = bed.stack.attendants;
    for (const attendant of [first, second]) await attendant?.kill('SIGKILL');
    await second?.start();
    leg.reply(486);
    await hears(outside, TONE_HZ);
    await leavesMessage(outside, caller);
    await first?.start();

    await allEnded(caller, 1);
  });

  test('Kamailio is killed: the caller is told so, whatever is answered after that, nothing stays open, and the next call rings', async (life) => {
    const caller = await bed.callers.caller('2.00');
    const desk = await bed.aPhone(life, caller);
    const number = await bed.setRule(caller);
    const outside = bed.callIn(number);
    const leg = await ringing(desk);

    await anew(bed.stack.kamailio);
    leg.reply(200);
    await allEnded(caller, 1);
    expect(await outside.answered).toMatchObject({ answered: false, status: 503 });

    const next = bed.callIn(number);
    const again = await desk.legs.next('the next call', ({ invite }) => invite.callId !== leg.invite.callId, LONG_MS);
    again.reply(200);
    expect(await next.answered).toEqual(answered);
    await next.hangUp();
    await allEnded(caller, 2);
  });
});

describe('while a message is spoken', () => {
  test.each([
    ['the server', () => bed.stack.server],
    ['Kamailio', () => bed.stack.kamailio],
  ])('%s is killed: the message is kept, whole', async (_what, part) => {
    const caller = await bed.callers.caller('2.00');
    const outside = bed.callIn(await bed.setRule(caller, VOICEMAIL));
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
    const caller = await bed.callers.caller('2.00');
    const outside = bed.callIn(await bed.setRule(caller, { open: { do: 'menu', menu: 'a' }, menus: [MENU] }));
    expect(await outside.answered).toEqual(answered);

    await bed.stack.server.kill('SIGKILL');
    await outside.sendDigits('1');
    await hears(outside, TONE_HZ);
    await bed.stack.server.start();
    await leavesMessage(outside, caller);

    await allEnded(caller, 1);
  });

  test('Kamailio is killed: the key rings all the same', async (life) => {
    const caller = await bed.callers.caller('2.00');
    const desk = await bed.aPhone(life, caller);
    const outside = bed.callIn(await bed.setRule(caller, { open: { do: 'menu', menu: 'a' }, menus: [MENU] }));
    expect(await outside.answered).toEqual(answered);
    const rpcPort = bed.stack.ports.kamailioRpc;
    const isHeard = async () => await isAcknowledged(rpcPort, (await caller.history())[0]?.id ?? 'none');
    // Nobody can pass on an acknowledgement that was on its way when the engine died.
    await until('the acknowledgement', isHeard, LONG_MS);

    await anew(bed.stack.kamailio);
    await until('the server to be back', async () => await hasServer(rpcPort), LONG_MS);
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

  const rings = async () => {
    const caller = await bed.callers.caller('2.00');
    const to = bed.farEnds.silent(aNumber(), 'rings');
    const number = await bed.setRule(caller, forwardTo(to));
    return { caller, to, number, outside: bed.callIn(number), rung: await to.rung() };
  };

  const nextGoesOn = async ({ to, number }: { to: { number: string }; number: string }) => {
    bed.farEnds.speaking(to.number, CALLED_HZ);
    const next = bed.callIn(number);
    await hears(next, CALLED_HZ);
    await next.hangUp();
  };

  test('the server is killed: who answers there is heard, and paid for to the second', async () => {
    const caller = await bed.callers.caller('2.00');
    const to = bed.farEnds.waiting(aNumber());
    const outside = bed.callIn(await bed.setRule(caller, forwardTo(to)));
    await to.rung();

    await bed.stack.server.kill('SIGKILL');
    to.answer();
    await until('the caller to be heard', async () => to.hears(CALLER_HZ), LONG_MS);
    await bed.stack.server.start();
    await outside.hangUp();

    const placed = (await allEnded(caller, 2)).find(({ direction }) => direction === 'outbound');
    expect(Math.abs((await to.counted()) - (placed?.duration ?? 0))).toBeLessThanOrEqual(1);
    expect((await caller.wallet()).balance).toBe(2_000_000n - microsOfCents(placed?.duration ?? 0));
  });

  test('Kamailio is killed: it rings no more, costs nothing, and the next call goes on', async () => {
    const { caller, to, number, outside } = await rings();

    await anew(bed.stack.kamailio);
    await outside.hangUp();
    await allEnded(caller, 2);
    expect(await caller.wallet()).toEqual({ balance: 2_000_000n, held: 0n });

    await nextGoesOn({ to, number });
    await allEnded(caller, 4);
  });

  test('the call bridge is killed: it rings no more, the caller is told, nothing is paid, and the next call goes on', async () => {
    const { caller, to, number, outside, rung } = await rings();
    await anew(bed.stack.callBridge);
    expect(await outside.answered).toMatchObject({ answered: false });
    expect(await rung.ended).toMatchObject({ how: 'cancelled' });
    await allEnded(caller, 2);
    expect(await caller.wallet()).toEqual({ balance: 2_000_000n, held: 0n });

    await nextGoesOn({ to, number });
  });

  test('the call bridge is killed, and somebody answers there: they are hung up, paid for until then, and the caller is told', async () => {
    const caller = await bed.callers.caller('2.00');
    const to = bed.farEnds.waiting(aNumber());
    const outside = bed.callIn(await bed.setRule(caller, forwardTo(to)));
    const rung = await to.rung();

    await bed.stack.callBridge.kill('SIGKILL');
    const answeredAt = Date.now();
    to.answer();
    // It would hang up by itself after half a minute without an acknowledgement.
    const ended = await rung.ended;
    expect(ended.by).toBe('far');
    await bed.stack.callBridge.start();
    expect(await outside.answered).toMatchObject({ answered: false });
    const placed = (await allEnded(caller, 2)).find(({ direction }) => direction === 'outbound');
    expect(placed?.duration).toBeLessThanOrEqual((ended.at.getTime() - answeredAt) / 1000 + 2);
    expect((await caller.wallet()).balance).toBe(2_000_000n - microsOfCents(placed?.duration ?? 0));
  });
});
