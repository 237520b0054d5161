import { defaultRule, type NumberRule } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import { standInPushService } from '@farline/tools/stand-in-push-service';
import { sql } from 'kysely';
import { type ScriptedTrunk, startScriptedTrunk } from '../../../../voice/testbed/scripted-trunk.ts';
import { webSocketWire } from '../../../../voice/testbed/trunk-wire.ts';
import { aNumber, type Caller, openCallers, until } from './callers.ts';
import type { Lifetime } from './desk-phone.ts';
import { type CallingEnd, openFarEnds } from './far-ends.ts';
import { registerPage, registerPhone } from './register-phone.ts';

export const CALLER_HZ = 700;
const RTP_PORTS = { from: 32_000, to: 32_199 };
const LONG_MS = 90_000;

/** A stack of its own whose parts may be killed, with callers outside, and people who are called. A second out costs a cent. */
export async function openCalledBed() {
  let publicKey = '';
  const service = await standInPushService(() => publicKey);
  const env = { FARLINE_PUSH_SERVICES: service.origin, FARLINE_ATTENDANTS: '2' };
  const stack = await ownTestStack({ without: ['carrier', 'pages'], env });
  const farEnds = await openFarEnds({ port: stack.ports.sandboxA, rtpPorts: RTP_PORTS });
  const callers = await openCallers(stack, farEnds.counts);
  const { rows } = await sql<{ key: string }>`select public_key as key from push.key`.execute(callers.database);
  publicKey = rows[0]?.key ?? '';

  /** The caller's number, with a rule. */
  async function setRule({ accountId }: Caller, over: Partial<NumberRule> = {}): Promise<string> {
    const rule = { ...defaultRule('UTC'), ...over };
    const written = await sql<{ e164: string }>`
      insert into numbers.rule (e164, account_id, version, rule, changed_at)
      select e164, account_id, 1, ${JSON.stringify(rule)}::jsonb, now() from numbers.number
      where account_id = ${accountId} returning e164`.execute(callers.database);
    return written.rows[0]?.e164 ?? '';
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

  return {
    ...{ stack, callers, farEnds, setRule, callIn, aPhone, aClosedPage },
    async close() {
      await callers.close();
      await farEnds.close();
      await stack.stop();
      await service.close();
    },
  };
}

/** Every call of an account has ended, and nothing is held: what was charged is compared with what the carrier counted after each test. */
export async function allEnded(caller: Caller, count: number) {
  await until('the calls in the history', async () => (await caller.history()).length === count, LONG_MS);
  const calls = (await caller.history()).toReversed();
  const ended = await Promise.all(calls.map(async ({ id }) => await caller.ended(id, LONG_MS)));
  await until('nothing held', async () => (await caller.wallet()).held === 0n, LONG_MS);
  return ended;
}
