import { join } from 'node:path';
import { defaultRule, type NumberRule } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedTrunk, startScriptedTrunk } from '../../../voice/testbed/scripted-trunk.ts';
import { aNumber, type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { startBaresip } from './testbed/baresip.ts';
import { type Lifetime, registeredPhone } from './testbed/desk-phone.ts';
import { type CallingEnd, type FarEnds, openFarEnds } from './testbed/far-ends.ts';
import { registerPhone } from './testbed/register-phone.ts';

/** Calls that come in, many at once to one number and by a carrier that is not ours, through the real engine and several attendants. */

const CALLERS = 50;
/** So many may speak into one mailbox at once. */
const IN_A_MAILBOX = 10;
const CALLER_HZ = 700;
/** What baresip says. */
const PHONE_HZ = 440;
const LONG_MS = 120_000;
const RTP_PORTS = { from: 32_400, to: 32_799 };

let stack: Awaited<ReturnType<typeof ownTestStack>>;
let callers: Callers;
let farEnds: FarEnds;
beforeAll(async () => {
  stack = await ownTestStack({
    ...{ without: ['carrier', 'pages'], env: { FARLINE_ATTENDANTS: '3' } },
    kamailio: {
      // Whoever else calls as often from one address is taken for a flood.
      flood: { invitesPerSecond: 3, userInvitesPerSecond: 3, banSeconds: 60, exceptions: [] },
      // Fifty calls at once on a busy machine: how long the server may think is other tests' to say.
      askTimeoutMs: 60_000,
    },
  });
  farEnds = await openFarEnds({ port: stack.ports.sandboxA, rtpPorts: RTP_PORTS });
  callers = await openCallers(stack, farEnds.counts);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await farEnds?.close();
  await stack?.stop();
});

async function setRule({ accountId }: Caller, over: Partial<NumberRule>): Promise<string> {
  const rule = { ...defaultRule('UTC'), ...over };
  const { rows } = await sql<{ e164: string }>`
    insert into numbers.rule (e164, account_id, version, rule, changed_at)
    select e164, account_id, 1, ${JSON.stringify(rule)}::jsonb, now() from numbers.number
    where account_id = ${accountId} returning e164`.execute(callers.database);
  return rows[0]?.e164 ?? '';
}

/** A desk phone of the caller's that does what the test says. */
async function aDesk(life: Lifetime, caller: Caller): Promise<ScriptedTrunk> {
  const { phone, password } = await caller.addSipPhone('Desk phone');
  const desk = await startScriptedTrunk(stack.ports.phones);
  life.onTestFinished(() => desk.close());
  await registerPhone(desk, { realm: stack.sip.realm, username: phone.username, password });
  return desk;
}

const callIn = (to: string): CallingEnd =>
  farEnds.calling({ to, from: aNumber(), port: stack.ports.carrierSide, frequencyHz: CALLER_HZ });

/** How many calls of an account are not over, and what is held for them. */
async function openOf({ accountId, walletId }: Caller) {
  const { rows } = await sql<{ calls: number; ended: number; held: bigint }>`
    select count(*)::int as calls, count(*) filter (where state = 'ended')::int as ended,
      (select held from ledger.wallet where id = ${walletId}) as held
    from calls.call where account_id = ${accountId}`.execute(callers.database);
  return rows[0];
}

test('of fifty callers of one number at once one has the phone, ten at most speak to its voicemail, and the others are turned away', async (life) => {
  const caller = await callers.caller('2.00');
  const to = await setRule(caller, { unanswered: { do: 'voicemail' } });
  // What all of them hear is spoken once before: who waits for it too long is passed on to the next attendant.
  const first = callIn(to);
  expect(await first.answered).toMatchObject({ answered: true });
  await first.hangUp();
  await until('the first to be over', async () => (await openOf(caller))?.ended === 1, LONG_MS);
  const desk = await aDesk(life, caller);
  let rung = 0;
  desk.otherwise((leg) => {
    rung += 1;
    if (rung > 1) return leg.reply(486, 'Busy Here');
    leg.reply(180);
    leg.reply(200);
  });

  const all = Array.from({ length: CALLERS }, () => callIn(to));
  const answers = await Promise.all(all.map(async ({ answered }) => await answered));

  expect(rung).toBe(CALLERS);
  const answered = answers.filter((answer) => answer.answered).length;
  expect(answered).toBeGreaterThan(1);
  expect(answered).toBeLessThanOrEqual(1 + IN_A_MAILBOX);
  await Promise.all(all.map(async (outside) => await outside.hangUp()));
  await until(
    'all to be over',
    async () => {
      const open = await openOf(caller);
      return open?.calls === CALLERS + 1 && open.ended === CALLERS + 1 && open.held === 0n;
    },
    LONG_MS,
  );
  await until('the phone to be hung up', async () => desk.openCalls().length === 0, LONG_MS);
  expect(await caller.wallet()).toEqual({ balance: 2_000_000n, held: 0n });
}, 240_000);

test('baresip is a carrier that calls in, and a desk phone that answers: both hear, and the phone hangs up', async (life) => {
  const caller = await callers.caller('2.00');
  const { phone } = await registeredPhone({ life, stack, caller });
  const to = await setRule(caller, {});
  const carrier = await startBaresip({
    ...{
      username: '+447700900555',
      password: '',
      domain: '127.0.0.1',
      transport: 'udp',
      caFile: join(stack.dataFolder, 'sip-tls/certificate.pem'),
    },
    ...{ port: stack.ports.carrierSide, trunkPort: stack.ports.sandboxB },
  });
  life.onTestFinished(async () => await carrier.close());
  carrier.command('dial', `sip:${to}@127.0.0.1`);

  await phone.event('CALL_INCOMING', LONG_MS);
  phone.command('accept');
  await carrier.event('CALL_ESTABLISHED', LONG_MS);
  const bothHear = async () => (await carrier.heardTone(PHONE_HZ)) > 0.9 && (await phone.heardTone(PHONE_HZ)) > 0.9;
  await until('both to hear one another', bothHear, LONG_MS);
  phone.command('hangup');
  await carrier.event('CALL_CLOSED', LONG_MS);

  const [call] = await caller.history();
  expect(await caller.ended(call?.id ?? '', LONG_MS)).toMatchObject({
    ...{ direction: 'inbound', from: '+447700900555', reason: 'hangup_callee', cost: { amount: '0.0000' } },
  });
});
