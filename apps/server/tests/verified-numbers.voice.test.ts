import { join } from 'node:path';
import {
  callDetailReply,
  microsOfCents,
  ownNumbersReply,
  verificationPrice,
  verificationReply,
  writeCodeDial,
} from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { aNumber, type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { type FarEnds, openFarEnds } from './testbed/far-ends.ts';
import { connectPhone } from './testbed/talking-phone.ts';
import { hearDigits, saidTwice } from './testbed/spoken-digits.ts';

/** Numbers that people have elsewhere, verified through the real engine and the real attendant. A second out costs a cent. */

const LONG_MS = 90_000;
const RTP_PORTS = { from: 31_400, to: 31_599 };

let stack: Awaited<ReturnType<typeof ownTestStack>>;
let callers: Callers;
let farEnds: FarEnds;
beforeAll(async () => {
  stack = await ownTestStack({ without: ['carrier', 'pages'] });
  farEnds = await openFarEnds({ port: stack.ports.sandboxA, rtpPorts: RTP_PORTS });
  callers = await openCallers(stack, farEnds.counts);
  // Practice calls ring no telephone, so none is verified by them.
  await sql`update routing.trunk set kind = 'real'`.execute(callers.database);
});
afterAll(async () => {
  await callers?.close();
  await farEnds?.close();
  await stack?.stop();
});

async function somebody(dollars: string): Promise<Caller> {
  const caller = await callers.caller(dollars);
  await sql`update accounts.account set state = 'active' where id = ${caller.accountId}`.execute(callers.database);
  return caller;
}

async function callMe(caller: Caller, number: string): Promise<string> {
  const price = verificationPrice.parse(await caller.api('POST', '/numbers/verifications/price', { number }));
  expect(price.most.amount).toBe('0.6000');
  const asked = await caller.api('POST', '/numbers/verifications', { number, most: price.most.amount });
  return verificationReply.parse(asked).verification.id;
}

/** Both calls of a verification, once they have ended: ours, and the one that rang the telephone. */
async function bothEnded(caller: Caller) {
  await until('both calls in the history', async () => (await caller.history()).length === 2, LONG_MS);
  const calls = await caller.history();
  const endOf = async (direction: string) =>
    await caller.ended(calls.find((call) => call.direction === direction)?.id ?? '', LONG_MS);
  return { ours: await endOf('inbound'), placed: await endOf('outbound') };
}

describe.concurrent('somebody who has a number elsewhere', () => {
  test('is called there, presses a key, hears a code twice, types it, and their next call shows the number', async () => {
    const caller = await somebody('5.00');
    const telephone = farEnds.recording(aNumber());
    const id = await callMe(caller, telephone.number);
    const rung = await telephone.rung();
    const digits = await hearDigits(rung, { language: 'en-gb', cacheFolder: join(stack.dataFolder, 'speech') });
    await until('the question for a key', async () => digits.words().length > 0, LONG_MS);
    await rung.sendDigits('5');
    const { ours, placed } = await bothEnded(caller);

    const code = saidTwice(digits.words(), 6);
    expect(code).toMatch(/^\d{6}$/);
    const reply = ownNumbersReply.parse(await caller.api('POST', `/numbers/verifications/${id}/confirm`, { code }));
    expect(reply.verified).toMatchObject([{ number: telephone.number }]);

    expect(rung.invite.text).not.toMatch(/X-Farline|code-|call-bridge|forward-/);
    expect(ours).toMatchObject({ placedBy: 'verification', fromText: 'Farline', cost: { amount: '0.0000' } });
    expect(placed).toMatchObject({ to: telephone.number, placedBy: 'forward', status: 'completed' });
    expect(placed.duration).toBeGreaterThan(5);
    expect(placed.duration).toBeLessThanOrEqual(60);
    const charged = microsOfCents(placed.duration);
    expect(await caller.wallet()).toEqual({ balance: 5_000_000n - charged, held: 0n });

    await caller.api('PATCH', `/numbers/verified/${encodeURIComponent(telephone.number)}`, { isDefault: true });
    const next = farEnds.recording(aNumber());
    // The telephone that came with the caller has been silent for too long.
    const phone = await connectPhone(stack, caller.userId);
    const call = await caller.initiate(next.number);
    await phone.place({ ...call, call: call.id });
    expect((await next.rung()).invite.text).toMatch(new RegExp(`^From: <sip:\\${telephone.number}@`, 'm'));
    await caller.end(call.id);
    await caller.ended(call.id);
    phone.close();
  });

  test('and has a mailbox that answers, keeps no code there: it presses no key', async () => {
    const caller = await somebody('5.00');
    const telephone = farEnds.recording(aNumber());
    await callMe(caller, telephone.number);
    const digits = await hearDigits(await telephone.rung(), {
      language: 'en-gb',
      cacheFolder: join(stack.dataFolder, 'speech'),
    });
    const { placed } = await bothEnded(caller);
    expect(placed.status).toBe('completed');
    expect(digits.words().length).toBeGreaterThan(0);
    expect(digits.words().filter((word) => word !== '').length).toBeLessThan(6);
  });

  test('and does not answer, or is busy, pays nothing, and nothing stays open', async () => {
    const caller = await somebody('5.00');
    const telephone = farEnds.silent(aNumber(), 486);
    await callMe(caller, telephone.number);
    const { ours, placed } = await bothEnded(caller);
    expect([ours.status, ours.answeredAt, placed.reason]).toEqual(['failed', null, 'busy']);
    const { forward } = callDetailReply.parse(await caller.api('GET', `/calls/${ours.id}`));
    expect(forward).toMatchObject({ number: telephone.number, callId: placed.id, refusal: null });
    expect(await caller.wallet()).toEqual({ balance: 5_000_000n, held: 0n });
  });

  test('and answers, and hangs up at once, pays for what was answered', async () => {
    const caller = await somebody('5.00');
    const telephone = farEnds.recording(aNumber());
    await callMe(caller, telephone.number);
    const rung = await telephone.rung();
    await until('the answer', async () => (await farEnds.counts(telephone.number)).length === 1, LONG_MS);
    await rung.hangUp();
    const { placed } = await bothEnded(caller);
    expect(placed).toMatchObject({ reason: 'hangup_callee' });
    const charged = microsOfCents(placed.duration);
    expect(await caller.wallet()).toEqual({ balance: 5_000_000n - charged, held: 0n });
  });

  test('and money for a few seconds alone, pays for those and no more', async () => {
    const caller = await somebody('0.04');
    const telephone = farEnds.recording(aNumber());
    await callMe(caller, telephone.number);
    const { placed } = await bothEnded(caller);
    expect(placed.duration).toBeLessThanOrEqual(4);
    expect((await caller.wallet()).held).toBe(0n);
  });
});

test('a stranger on this machine who asks for such a call, with a word that nobody gave out, is refused, and nobody is called', async () => {
  const caller = await somebody('5.00');
  const telephone = farEnds.silent(aNumber(), 486);
  const [id, at] = [newId(), new Date()];
  await sql`insert into numbers.verification (id, account_id, user_id, e164, code_hash, tries_left, most, made_at, expires_at)
    values (${id}, ${caller.accountId}, ${caller.userId}, ${telephone.number}, ${Buffer.alloc(32)}, 5, 600000, ${at},
      ${new Date(at.getTime() + 600_000)})`.execute(callers.database);
  const stranger = farEnds.calling({
    to: writeCodeDial(id),
    from: '0'.repeat(32),
    port: stack.ports.carrierSide,
    frequencyHz: 700,
  });
  expect(await stranger.answered).toMatchObject({ answered: false, status: 403 });
  expect(await caller.history()).toEqual([]);
});
