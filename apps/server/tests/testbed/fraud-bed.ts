import { guestEchoReply } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import type { Stack } from '@farline/tools/stack';
import { sql } from 'kysely';
import { type ScriptedTrunk, startScriptedTrunk, type TrunkLeg } from '../../../../voice/testbed/scripted-trunk.ts';
import { browserAnswer } from '../../../../voice/testbed/sdp.ts';
import { readSip, type SipMessage, uriOf, writeSip } from '../../../../voice/testbed/sip-message.ts';
import type { FarCall } from '../../../../voice/testbed/strict-dialogs.ts';
import { webSocketWire } from '../../../../voice/testbed/trunk-wire.ts';
import { callerOf } from './carrier-witness.ts';
import { aNumber, type Caller, type Callers, openCallers } from './callers.ts';
import { giveLogin } from './give-login.ts';
import { postFrom } from './post-from.ts';
import { registerPage, registerPhone } from './register-phone.ts';
import { openUdpLine, type SipLine } from './sip-line.ts';
import { openTraps, type Traps } from './traps.ts';
import { connectPhone, type PhoneCall, phoneOn, type CallToPlace, type WithinCall } from './talking-phone.ts';

/** Who tries a trick, and how the call ends if the trick does not end it. */
export const CALLERS = {
  /** Ended by the server's order. */
  browser: 'a browser',
  /** Has money for four seconds: ended by the limit. */
  poor: 'a browser whose money ends',
  /** Ended by the server's order. */
  sip_phone: 'a SIP phone',
  /** Hangs up. */
  guest: 'a guest',
  /** Calls in, and a SIP phone answers; ended by the server's order. */
  trunk: 'a trunk',
  /** Calls in, and a page answers; ended by the server's order. */
  called_page: 'a trunk that a page answers',
  /** Knows everything about a SIP phone's call, and speaks in it from an address of its own; the phone hangs up. */
  nobody: 'nobody',
} as const;
export type CallerKind = keyof typeof CALLERS;

/** A call in which a trick is tried. */
export type Tricked = {
  readonly kind: CallerKind;
  readonly number: string;
  readonly call: PhoneCall;
  readonly traps: Traps;
  /** The far side, which counts by itself. */
  readonly farSide: ScriptedTrunk;
  /** Its leg of the call, from when it rings. */
  leg(): Promise<TrunkLeg>;
  /** Its count of the call; null before it rang. */
  counted(): FarCall | null;
  /** Says a request within the call, by whoever tries the trick; what is heard within two seconds, or null. */
  say(method: string, changes?: WithinCall): Promise<SipMessage | null>;
  /** Says it from an address that has nothing to do with the call. */
  sayFrom(elsewhere: Elsewhere, text: string): Promise<SipMessage | null>;
  /** Our id of the call, once the server knows it. */
  id(): Promise<string | null>;
  /** Ends the call as its caller does who has no more tricks. */
  end(): Promise<void>;
};

/** A stranger's own socket towards one of the engine's ports, or a datagram with the address of the far side's as its source. */
export type Elsewhere = 'phones' | 'carriers' | 'forged';

export type FraudBed = {
  readonly stack: Stack;
  readonly callers: Callers;
  readonly carrier: ScriptedTrunk;
  readonly traps: Traps;
  place(kind: CallerKind, wanted?: Omit<CallToPlace, 'number' | 'call'>): Promise<Tricked>;
  close(): Promise<void>;
};

const STRANGER = '127.0.0.33';
const LAST_CSEQ = 1_000;
/** How long a call lasts without a packet from either side. */
export const BOTH_SILENT_SECONDS = 6;
const ANSWERS_AFTER_MS = 600;
const HEARS_WITHIN_MS = 2_000;

/** Rings, and answers after some tenths of a second, unless a trick has done so before. */
function ringsAndAnswers(farSide: ScriptedTrunk, body?: string): void {
  farSide.otherwise((leg) => {
    const isAnswered = () => farSide.calls.some((call) => call.toTags.includes(leg.toTag) && call.answeredAt !== null);
    leg.reply(180);
    setTimeout(() => {
      if (!isAnswered()) leg.reply(200, 'OK', body === undefined ? {} : { body });
    }, ANSWERS_AFTER_MS);
  });
}

/** Starts a Farline of its own whose first trunk is a far side as strict as real ones. From the second trunk calls come in. */
export async function openFraudBed(): Promise<FraudBed> {
  const stack = await ownTestStack({
    without: ['carrier', 'pages'],
    env: { FARLINE_BOTH_SILENT_SECONDS: String(BOTH_SILENT_SECONDS) },
  });
  const { ports, sip } = stack;
  const carrier = await startScriptedTrunk(ports.carrierSide, ports.sandboxA);
  ringsAndAnswers(carrier);
  const callers = await openCallers(stack, async (number) => {
    const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
    const dialled = number.replace('+', '');
    // A second answer to one INVITE was hung up as it came: nobody is charged for it.
    const isRefused = (call: FarCall) => call.isSecond && call.endedAt !== null;
    const calls = carrier.calls.filter(
      (call) => (call.number === dialled || call.number === number) && !isRefused(call),
    );
    return calls.map((call) => ({
      ...callerOf(call.invite.text),
      answeredAt: instant(call.answeredAt),
      endedAt: instant(call.endedAt),
    }));
  });
  await giveLogin(stack, callers);
  const closing: (() => unknown)[] = [() => carrier.close()];
  let guests = 0;

  const keep = <T extends { close(): unknown }>(opened: T): T => {
    closing.push(() => opened.close());
    return opened;
  };
  const trunkLine = await openUdpLine(ports.carrierSide, { port: ports.sandboxB });
  const outside = keep(
    phoneOn(trunkLine, {
      ...{ realm: '127.0.0.1', userId: '+447700900555', credentials: { username: '', password: '' } },
      another: async () => trunkLine,
    }),
  );

  const traps = keep(await openTraps());

  const own = { browser: '5.00', poor: '0.04', sip_phone: '5.00', nobody: '5.00', trunk: '5.00', called_page: '5.00' };

  return {
    stack,
    callers,
    carrier,
    traps,
    async place(kind, wanted = {}) {
      if (kind === 'guest') return await asGuest(wanted);
      const caller = await callers.caller(own[kind]);
      switch (kind) {
        case 'browser':
        case 'poor': {
          const { id, number } = await caller.initiate();
          const call = await caller.phone.place({ ...wanted, number, call: id });
          const end = async () => (kind === 'poor' ? undefined : void (await caller.end(id)));
          return tricked({ kind, number, call, farSide: carrier, end });
        }
        case 'sip_phone':
        case 'nobody':
          return await asPhone(kind, caller, wanted);
        case 'trunk':
        case 'called_page':
          return await asTrunk(kind, caller, wanted);
      }
    },
    async close() {
      await callers.close();
      for (const close of closing.toReversed()) close();
      await stack.stop();
    },
  };

  async function asPhone(kind: 'sip_phone' | 'nobody', caller: Caller, wanted: Omit<CallToPlace, 'number' | 'call'>) {
    const { phone: made, password } = await caller.addSipPhone('Desk phone');
    const { username } = made;
    const line = await openUdpLine(ports.phones);
    const phone = keep(
      phoneOn(line, {
        ...{ realm: sip.realm, userId: username, credentials: { username, password } },
        another: async () => await openUdpLine(ports.phones),
      }),
    );
    const number = aNumber();
    const call = await phone.place({ ...wanted, number, call: '' });
    const placed = tricked({
      ...{ kind, number, call, farSide: carrier },
      end: async () => {
        if (kind === 'nobody') return void (await call.say('BYE'));
        const id = await placed.id();
        if (id !== null) await caller.end(id);
      },
    });
    return placed;
  }

  async function asGuest(wanted: Omit<CallToPlace, 'number' | 'call'>) {
    guests += 1;
    const reply = await postFrom(`127.0.7.${guests}`, ports.web, '/api/v1/calls/guest-echo');
    const { callId, credentials } = guestEchoReply.parse(reply);
    const userId = credentials.username.replace(/^\d+:/, '');
    const phone = keep(await connectPhone(stack, userId, credentials));
    const call = await phone.place({ ...wanted, number: '*43', call: callId });
    // Above whatever number a trick has used and the engine has taken.
    const end = async () => void (await call.say('BYE', { cseq: LAST_CSEQ }));
    return tricked({ kind: 'guest', number: '*43', call, farSide: carrier, end, id: callId });
  }

  async function asTrunk(kind: 'trunk' | 'called_page', caller: Caller, wanted: Omit<CallToPlace, 'number' | 'call'>) {
    const desk = keep(await (kind === 'trunk' ? deskPhoneOf : pageOf)(stack, caller));
    const { rows } = await sql<{ number: string }>`
      select e164 as number from numbers.number where account_id = ${caller.accountId}`.execute(callers.database);
    const number = rows[0]?.number ?? '';
    const call = await outside.place({ ...wanted, number, call: '' });
    const placed = tricked({
      ...{ kind, number, call, farSide: desk },
      end: async () => {
        const id = await placed.id();
        if (id !== null) await caller.end(id);
      },
    });
    return placed;
  }

  function tricked(given: Pick<Tricked, 'kind' | 'number' | 'call' | 'farSide' | 'end'> & { id?: string }): Tricked {
    const { kind, call, farSide } = given;
    let toTag = '';
    const strangers = async (to: number) => keep(await openUdpLine(to, { host: STRANGER }));
    const sayFrom = async (elsewhere: Elsewhere, text: string) => {
      if (elsewhere === 'forged') {
        farSide.send(viaOf(text, `127.0.0.1:${farSide.port}`));
        return null;
      }
      const line = await strangers(elsewhere === 'phones' ? ports.phones : ports.carrierSide);
      return await asked(line, viaOf(text, line.address));
    };
    return {
      ...given,
      traps,
      leg: async () => {
        const rings = await call.received.next('a ring', ({ status }) => status >= 180 && status < 300, 15_000);
        toTag ||= rings.toTag;
        return await farSide.legs.next('the leg of the far side', (leg) => leg.toTag === toTag);
      },
      counted: () => farSide.calls.find((each) => each.toTags.includes(toTag)) ?? null,
      say: async (method, changes) =>
        kind === 'nobody' ? await sayFrom('phones', call.words(method, changes)) : await call.say(method, changes),
      sayFrom,
      id: async () => {
        if (given.id !== undefined) return given.id;
        const { rows } = await sql<{ id: string }>`
          select id from calls.call where sip_call_id = ${call.sipCallId} order by id desc limit 1`.execute(
          callers.database,
        );
        return rows[0]?.id ?? null;
      },
    };
  }
}

/** A SIP phone of the caller's that rings and answers. */
async function deskPhoneOf({ ports, sip }: Stack, caller: Caller): Promise<ScriptedTrunk> {
  const { phone, password } = await caller.addSipPhone('Desk phone');
  const desk = await startScriptedTrunk(ports.phones);
  ringsAndAnswers(desk);
  await registerPhone(desk, { realm: sip.realm, username: phone.username, password });
  return desk;
}

/** A page of the caller's that rings and answers. */
async function pageOf({ websocketUrl, url, sip }: Stack, { userId }: Caller): Promise<ScriptedTrunk> {
  const page = await startScriptedTrunk(0, 0, webSocketWire({ url: websocketUrl, origin: new URL(url).origin }));
  ringsAndAnswers(page, browserAnswer());
  await registerPage(page, { realm: sip.realm, userId, secret: sip.secret });
  return page;
}

/** What is said within a call by its caller, as the far side would say it: towards the caller, through the ports of carriers. */
export function asFarSide(words: string): string {
  const said = readSip(words);
  return writeSip(`${said.method} ${uriOf(said.header('Contact'))} SIP/2.0`, [
    ['Via', said.header('Via')],
    ['Max-Forwards', '69'],
    ...said
      .headers('Route')
      .toReversed()
      .map((route) => ['Route', route] as const),
    ['From', said.header('To')],
    ['To', said.header('From')],
    ['Call-ID', said.callId],
    ['CSeq', said.cseq],
  ]);
}

const viaOf = (text: string, address: string) =>
  text.replace(/^Via: SIP\/2\.0\/\w+ [^;]+/m, `Via: SIP/2.0/UDP ${address}`);

async function asked(line: SipLine, text: string): Promise<SipMessage | null> {
  const { cseq, callId } = readSip(text);
  const answer = new Promise<SipMessage>((resolve) => {
    line.listen((each) => {
      if (each.status >= 200 && each.cseq === cseq && each.callId === callId) resolve(each);
    });
  });
  line.send(text);
  return await Promise.race([answer, new Promise<null>((resolve) => setTimeout(() => resolve(null), HEARS_WITHIN_MS))]);
}
