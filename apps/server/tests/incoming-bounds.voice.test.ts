import { join } from 'node:path';
import { defaultRule, type NumberRule } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedTrunk, startScriptedTrunk } from '../../../voice/testbed/scripted-trunk.ts';
import { aNumber, type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { attendantOf } from '../src/modules/calls/placing/answer-for-people.ts';
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
    without: ['carrier', 'pages'],
    env: { FARLINE_ATTENDANTS: '3' },
    kamailio: {
      // Whoever else calls as often from one address is taken for a flood.
      flood: {
        invitesPerSecond: 3,
        userInvitesPerSecond: 3,
        numberInvitesPerSecond: 3,
        carrierInvitesPerSecond: 3,
        banSeconds: 60,
        exceptions: [],
      },
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

/** Who calls a number whose calls go to voicemail, once what all of them hear was spoken: who waits for it too long is passed on. */
async function aMailbox() {
  const caller = await callers.caller('2.00');
  const to = await setRule(caller, { unanswered: { do: 'voicemail' } });
  const first = callIn(to);
  expect(await first.answered).toMatchObject({ answered: true });
  await first.hangUp();
  await until('the first to be over', async () => (await openOf(caller))?.ended === 1, LONG_MS);
  return { caller, to };
}

/** Hangs all of them up, and waits until they are over and nothing is held for them. */
async function endAll(caller: Caller, all: CallingEnd[]): Promise<void> {
  await Promise.all(all.map(async (outside) => await outside.hangUp()));
  const calls = all.length + 1;
  await until(
    'all to be over',
    async () => {
      const open = await openOf(caller);
      return open?.calls === calls && open.ended === calls && open.held === 0n;
    },
    LONG_MS,
  );
  expect(await caller.wallet()).toEqual({ balance: 2_000_000n, held: 0n });
}

/** How many of them are answered at once: the most until now. */
function countAtOnce(all: CallingEnd[]): () => number {
  let [now, most] = [0, 0];
  for (const { answered, ended } of all) {
    void answered.then((answer) => {
      if (!answer.answered) return;
      now += 1;
      most = Math.max(most, now);
      void ended.then(() => (now -= 1));
    });
  }
  return () => most;
}

test('of fifty callers of one number at once one has the phone, ten at most speak to its voicemail, and the others are turned away', async (life) => {
  const { caller, to } = await aMailbox();
  const desk = await aDesk(life, caller);
  let rung = 0;
  desk.otherwise((leg) => {
    rung += 1;
    if (rung > 1) return leg.reply(486, 'Busy Here');
    leg.reply(180);
    leg.reply(200);
  });

  const all = Array.from({ length: CALLERS }, () => callIn(to));
  const mostAtOnce = countAtOnce(all);
  const answers = await Promise.all(all.map(async ({ answered }) => await answered));

  expect(rung).toBe(CALLERS);
  expect(mostAtOnce()).toBeGreaterThan(1);
  // Where all of them take long to come, who spoke first has fallen silent meanwhile, and another has the place.
  expect(mostAtOnce()).toBeLessThanOrEqual(1 + IN_A_MAILBOX);
  expect(answers.some(({ answered }) => !answered)).toBe(true);
  await endAll(caller, all);
  await until('the phone to be hung up', async () => desk.openCalls().length === 0, LONG_MS);
}, 240_000);

test('an attendant that stands still for a while does not have the next let in as many again', async (life) => {
  const { caller, to } = await aMailbox();
  const all: CallingEnd[] = [];
  for (let speaking = 0; speaking < IN_A_MAILBOX; ) {
    const one = callIn(to);
    all.push(one);
    // On a busy machine who was passed on may find that their own place is not free yet.
    if ((await one.answered).answered) speaking += 1;
  }

  const pid = stack.attendants[attendantOf(caller.accountId) % stack.attendants.length]?.pid() ?? 0;
  process.kill(pid, 'SIGSTOP');
  life.onTestFinished(() => void process.kill(pid, 'SIGCONT'));
  const eleventh = callIn(to);
  const turnedAway = await eleventh.answered;
  process.kill(pid, 'SIGCONT');
  expect(turnedAway).toMatchObject({ answered: false });
  await endAll(caller, [...all, eleventh]);
});

test('baresip is a carrier that calls in, and a desk phone that answers: both hear, and the phone hangs up', async (life) => {
  const caller = await callers.caller('2.00');
  const { phone } = await registeredPhone({ life, stack, caller });
  const to = await setRule(caller, {});
  const carrier = await startBaresip({
    username: '+447700900555',
    password: '',
    domain: '127.0.0.1',
    transport: 'udp',
    caFile: join(stack.dataFolder, 'sip-tls/certificate.pem'),
    port: stack.ports.carrierSide,
    trunkPort: stack.ports.sandboxB,
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
    direction: 'inbound',
    from: '+447700900555',
    reason: 'hangup_callee',
    cost: { amount: '0.0000' },
  });
});
