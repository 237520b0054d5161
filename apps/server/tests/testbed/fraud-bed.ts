import { guestEchoReply } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import type { Stack } from '@farline/tools/stack';
import { sql } from 'kysely';
import { type ScriptedTrunk, startScriptedTrunk, type TrunkLeg } from '../../../../voice/testbed/scripted-trunk.ts';
import type { SipMessage } from '../../../../voice/testbed/sip-message.ts';
import type { FarCount } from '../../../../voice/testbed/strict-dialogs.ts';
import { aNumber, type Caller, type Callers, openCallers } from './callers.ts';
import { type CalledPeople, type CalledWith, openPushes, whoIsCalled } from './called-people.ts';
import { ringsAndAnswers } from './far-sides.ts';
import { giveLogin } from './give-login.ts';
import { postFrom } from './post-from.ts';
import { askOver, openUdpLine } from './sip-line.ts';
import { countOfBoth, countOfCaller, countsAt, giveRuledNumber, isAnsweredAt } from './sent-on.ts';
import { transferCall } from './transfer-call.ts';
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
  /** Calls a number whose minutes cost, and is forwarded to the far side; ended by the server's order. */
  forwarded: 'a trunk whose call is forwarded',
  /** Has given its call to somebody else, and so has no say in it any more; ended by the server's order. */
  transferred: 'a browser that has transferred its call',
  /** Calls a number whose minutes cost, and the attendant answers, which is no far side of ours; ended by the server's order. */
  voicemail: 'a trunk that the attendant answers',
  /** The same where the attendant answers with a menu. */
  menu: 'a trunk that a menu answers',
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
  /** Once it rings, or is answered without. */
  rung(): Promise<unknown>;
  /** The far side's leg of the call, from when it rings. */
  leg(): Promise<TrunkLeg>;
  /** Its count of the call, or of a call that is sent on its caller's; null before it rang. */
  counted(): FarCount | null;
  /** Says a request within the call, by whoever tries the trick; what is heard within two seconds, or null. */
  say(method: string, changes?: WithinCall): Promise<SipMessage | null>;
  /** Says it from an address that has nothing to do with the call. */
  sayFrom(elsewhere: Elsewhere, text: string): Promise<SipMessage | null>;
  /** Who is called, where that is somebody of ours. */
  readonly people: CalledPeople | null;
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
  place(kind: CallerKind, wanted?: Omit<CallToPlace, 'number' | 'call'>, called?: CalledWith): Promise<Tricked>;
  close(): Promise<void>;
};

const STRANGER = '127.0.0.33';
const LAST_CSEQ = 1_000;
const SENT_ON_FROM = 1_000;
/** How long a call lasts without a packet from either side. */
export const BOTH_SILENT_SECONDS = 6;

const ownStack = (pushOrigin: string): Parameters<typeof ownTestStack>[0] => ({
  without: ['carrier', 'pages'],
  env: { FARLINE_BOTH_SILENT_SECONDS: String(BOTH_SILENT_SECONDS), FARLINE_PUSH_SERVICES: pushOrigin },
});

/** Starts a Farline of its own whose first trunk is a far side as strict as real ones. From the second trunk calls come in. */
export async function openFraudBed(): Promise<FraudBed> {
  const pushes = await openPushes();
  const stack = await ownTestStack(ownStack(pushes.origin));
  const { ports, sip } = stack;
  const carrier = await startScriptedTrunk(ports.carrierSide, ports.sandboxA);
  ringsAndAnswers(carrier);
  const callers = await openCallers(stack, countsAt(carrier));
  await giveLogin(stack, callers);
  await pushes.begin(callers.database);
  const closing: (() => unknown)[] = [() => carrier.close()];
  let [guests, sentOn] = [0, 0];

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
  const tricked = tricksOn({ ports, callers, traps, keep });

  return {
    stack,
    callers,
    carrier,
    traps,
    async place(kind, wanted = {}, called = {}) {
      if (kind === 'guest') return await asGuest(wanted);
      const caller = await callers.caller(balanceOf(kind));
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
        case 'transferred':
          return tricked({ kind, farSide: carrier, ...(await transferCall({ caller, carrier, wanted })) });
        case 'trunk':
        case 'called_page':
          return await asTrunk({ kind, caller, wanted, called });
        case 'forwarded':
        case 'voicemail':
        case 'menu':
          return await asSentOn(kind, caller, wanted);
      }
    },
    async close() {
      await callers.close();
      for (const close of closing.toReversed()) close();
      await stack.stop();
      await pushes.close();
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
    const hangsUp = async () => void (await call.say('BYE'));
    return tricked({ kind, number, call, farSide: carrier, end: kind === 'nobody' ? hangsUp : byOrder(caller) });
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

  async function asTrunk(placed: {
    kind: 'trunk' | 'called_page';
    caller: Caller;
    wanted: Omit<CallToPlace, 'number' | 'call'>;
    called: CalledWith;
  }) {
    const { kind, caller, wanted, called } = placed;
    const on = { stack, database: callers.database, pushes, keep };
    const people = await whoIsCalled(on, { by: kind === 'trunk' ? 'phone' : 'page', caller, ...called });
    const { number, answers: farSide, leg } = people;
    const call = await outside.place({ ...wanted, number, call: '' });
    return tricked({ kind, number, call, farSide, people, leg, counted: people.countOf(call), end: byOrder(caller) });
  }

  async function asSentOn(
    kind: 'forwarded' | 'voicemail' | 'menu',
    caller: Caller,
    wanted: Omit<CallToPlace, 'number' | 'call'>,
  ) {
    const to = aNumber();
    sentOn += 1;
    const number = `+1415555${SENT_ON_FROM + sentOn}`;
    const leadsTo = kind === 'forwarded' ? { to } : kind;
    await giveRuledNumber(callers.database, { accountId: caller.accountId, number, sentOn: leadsTo });
    const call = await outside.place({ ...wanted, number, call: '' });
    const rung = async () => await call.received.next('a ring', isRinging);
    const leg = async () => {
      await rung();
      return await carrier.legs.next('the leg of the far side', ({ invite }) => invite.uri.includes(to.slice(1)));
    };
    const counted = countOfBoth(countOfCaller(call), () => carrier.calls.find(isAnsweredAt(to)));
    return tricked({
      ...{ kind, number: to, call, farSide: carrier, leg, counted },
      ...{ rung: kind === 'forwarded' ? leg : rung, end: byOrder(caller) },
    });
  }
}

type GivenTrick = Pick<Tricked, 'kind' | 'number' | 'call' | 'farSide'> &
  Partial<Pick<Tricked, 'rung' | 'leg' | 'counted' | 'people'>> & {
    id?: string;
    end: (call: Tricked) => Promise<void>;
  };

/** What makes a call that was placed one in which a trick can be tried. */
function tricksOn(on: {
  ports: Stack['ports'];
  callers: Callers;
  traps: Traps;
  keep: <T extends { close(): unknown }>(opened: T) => T;
}): (given: GivenTrick) => Tricked {
  const { ports, callers, traps, keep } = on;
  return (given) => {
    const { kind, call, farSide } = given;
    let toTag = '';
    const strangers = async (to: number) => keep(await openUdpLine(to, { host: STRANGER }));
    const sayFrom = async (elsewhere: Elsewhere, text: string) => {
      if (elsewhere === 'forged') {
        farSide.send(viaOf(text, `127.0.0.1:${farSide.port}`));
        return null;
      }
      const line = await strangers(elsewhere === 'phones' ? ports.phones : ports.carrierSide);
      return await askOver(line, viaOf(text, line.address));
    };
    const ring = async () => await call.received.next('a ring', isRinging);
    const legByTag = async () => {
      toTag ||= (await ring()).toTag;
      return await farSide.legs.next('the leg of the far side', (leg) => leg.toTag === toTag);
    };
    const leg = given.leg ?? legByTag;
    const placed: Tricked = {
      ...{ kind, number: given.number, call, farSide, traps, people: given.people ?? null },
      rung: given.rung ?? (async () => await Promise.all([ring(), leg()])),
      leg,
      counted: given.counted ?? (() => farSide.calls.find((each) => each.toTags.includes(toTag)) ?? null),
      end: async () => await given.end(placed),
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
    return placed;
  };
}

const balanceOf = (kind: CallerKind) => (kind === 'poor' ? '0.04' : '5.00');

const isRinging = ({ status }: SipMessage) => status >= 180 && status < 300;

const byOrder = (caller: Caller) => async (placed: Tricked) => {
  const id = await placed.id();
  if (id !== null) await caller.end(id);
};

const viaOf = (text: string, address: string) =>
  text.replace(/^Via: SIP\/2\.0\/\w+ [^;]+/m, `Via: SIP/2.0/UDP ${address}`);
