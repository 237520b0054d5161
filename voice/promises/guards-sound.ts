import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCallingPhone, type PhoneLeg } from '../testbed/calling-phone.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { openRtpSocket, type RtpSocket } from '../testbed/rtp-socket.ts';
import { allow } from '../testbed/scripted-server.ts';
import type { TrunkLeg } from '../testbed/scripted-trunk.ts';
import { browserOffer, carrierAnswer, encryptedAnswer, mediaOf, newSrtpKey } from '../testbed/sdp.ts';
import { ha1 } from '../testbed/udp-phone.ts';

const PASSWORD = 'right';
const PHONE = '127.0.1.10';
const THIEF = '127.0.9.20';
/** An operator has said that the ports of its sound are learned. */
export const SITE_BEHIND_ROUTER = '127.0.1.30';

/** Sound comes from where it was agreed, and goes nowhere else. */
export function guardsSound(bed: () => EngineBed): void {
  const aSocket = async (address?: string, srtpKey?: string): Promise<RtpSocket> => {
    const socket = await openRtpSocket(address, 0, srtpKey);
    onTestFinished(() => socket.close());
    return socket;
  };
  /** A phone calls a number of its own; what it offers, and who answers out there, is the test's. */
  const aCall = async (offer: string, { address = PHONE, isRefusedByFirst = false } = {}) => {
    const username = `sound${randomInt(10_000, 1_000_000)}`;
    bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
    const number = `4477007${String(randomInt(1_000_000)).padStart(6, '0')}`;
    const ringing = Promise.withResolvers<TrunkLeg>();
    const { trunkA, trunkB } = bed();
    const way = (name: string, { port }: { port: number }) => [name, `sip:${number}@127.0.0.1:${port}`] as const;
    const trunks = isRefusedByFirst ? [way('trunk-b', trunkB), way('trunk-a', trunkA)] : [way('trunk-a', trunkA)];
    trunkB.script(number, (refusing) => refusing.reply(503));
    trunkA.script(number, ringing.resolve);
    bed().server.decide(username, () => ({ ...allow(trunks), call: randomUUID() }));
    const phone = await openCallingPhone({
      port: bed().stack.ports.phones,
      username,
      password: PASSWORD,
      address,
    });
    onTestFinished(() => phone.close());
    const leg = phone.place({ number: `+${number}`, offer });
    const trunk = await ringing.promise;
    trunk.reply(180);
    const first = trunkB.received.all.find(({ method, uri }) => method === 'INVITE' && uri.includes(number));
    return { leg, trunk, first };
  };
  const everyPort = () => {
    const { rtpFirst, rtpLast } = bed().stack.ports;
    return Array.from({ length: (rtpLast - rtpFirst + 1) / 2 }, (_, index) => rtpFirst + 2 * index);
  };
  const hasSpoken = async (socket: RtpSocket, times: number) => {
    const before = socket.spoken();
    await expect.poll(() => socket.spoken() - before).toBeGreaterThanOrEqual(times);
  };

  describe('a third party that sends sound', () => {
    test.for([
      ['fifty packets a second to the carrier’s port', 'carrier', 20, 20],
      ['a packet each half second to the carrier’s port', 'carrier', 500, 2],
      ['fifty packets a second to the phone’s port', 'phone', 20, 20],
      ['a packet each half second to every port there is', 'all', 500, 2],
    ] as const)('%#: %s is not heard, and hears nothing', async ([, side, everyMs, times]) => {
      const [caller, far, thief] = [await aSocket(PHONE), await aSocket(), await aSocket(THIEF)];
      const { leg, trunk } = await aCall(carrierAnswer(caller.port, PHONE));
      const offered = mediaOf(trunk.invite.body);
      if (side !== 'phone') thief.speakTo('127.0.0.1', side === 'all' ? everyPort() : [offered.port], everyMs);
      if (side !== 'phone') await hasSpoken(thief, times);

      trunk.reply(200, 'OK', { body: carrierAnswer(far.port) });
      const answered = mediaOf((await leg.final()).body);
      if (side === 'phone') thief.speakTo('127.0.0.1', [answered.port], everyMs);
      await hasSpoken(thief, times);
      caller.speakTo(answered.host, [answered.port], 20);
      far.speakTo(offered.host, [offered.port], 20);

      await expect.poll(() => Math.min(far.heard(caller.source), caller.heard(far.source))).toBeGreaterThan(50);
      await hasSpoken(thief, times);
      expect({ received: thief.received(), heard: caller.heard(thief.source) + far.heard(thief.source) }).toEqual({
        received: 0,
        heard: 0,
      });
      await leg.request('BYE');
    });
  });

  test('a third party that sends to the port of a phone with SRTP gets nothing, and takes nothing of the phone’s', async () => {
    const key = newSrtpKey();
    const [caller, far, thief] = [await aSocket(PHONE, key), await aSocket(), await aSocket(THIEF)];
    const { leg, trunk } = await aCall(encryptedAnswer(caller.port, PHONE, key));
    await hearsBoth({ caller, far, leg, trunk });
    const [before, spoken] = [caller.heard(far.source), far.spoken()];

    thief.speakTo('127.0.0.1', everyPort(), 20);
    // Past three seconds rtpengine would stay with whoever it had learned of last.
    await hasSpoken(thief, 200);

    await expect.poll(() => caller.heard(far.source) - before).toBeGreaterThan(0.8 * (far.spoken() - spoken));
    expect({ received: thief.received(), heard: far.heard(thief.source) }).toEqual({ received: 0, heard: 0 });
    await leg.request('BYE');
  });

  /** Whether both hear each other, a phone and a trunk, once the call is answered. */
  const hearsBoth = async (call: { caller: RtpSocket; far: RtpSocket; leg: PhoneLeg; trunk: TrunkLeg }) => {
    const { caller, far, leg, trunk } = call;
    trunk.reply(200, 'OK', { body: carrierAnswer(far.port) });
    const [answered, offered] = [mediaOf((await leg.final()).body), mediaOf(trunk.invite.body)];
    caller.speakTo(answered.host, [answered.port], 20);
    far.speakTo(offered.host, [offered.port], 20);
    await expect.poll(() => Math.min(far.heard(caller.source), caller.heard(far.source))).toBeGreaterThan(50);
  };

  test('the keys of a description that cannot be read stand in no log', async () => {
    const { leg } = await bed().place({
      invite: { offer: browserOffer().replaceAll('c=IN IP4 192', 'c=IN IP4 x192') },
    });

    expect((await leg.final()).status).toBe(503);

    const [key] = /(?<=a=ice-pwd:)\S+/.exec(browserOffer()) ?? [];
    const { rtpengine, kamailio } = bed().stack;
    expect([rtpengine, kamailio].flatMap(({ log }) => log.containing(key ?? ''))).toEqual([]);
  });

  test('nobody is heard at the port of a trunk that did not take the call', async () => {
    const [caller, far, stranger] = [await aSocket(PHONE), await aSocket(), await aSocket(THIEF)];
    const { leg, trunk, first } = await aCall(carrierAnswer(caller.port, PHONE), { isRefusedByFirst: true });
    const { host, port } = mediaOf(first?.body ?? '');
    stranger.speakTo(host, [port], 20);

    await hearsBoth({ caller, far, leg, trunk });

    await hasSpoken(stranger, 20);
    expect(caller.heard(stranger.source) + far.heard(stranger.source) + stranger.received()).toBe(0);
    await leg.request('BYE');
  });

  describe('sound goes', () => {
    test('to where a phone speaks SIP from, whatever address it names: that one gets nothing', async () => {
      const [caller, far] = [await aSocket(PHONE), await aSocket()];
      const victim = await openRtpSocket('127.0.9.9', caller.port);
      onTestFinished(() => victim.close());
      const { leg, trunk } = await aCall(carrierAnswer(caller.port, victim.address));

      await hearsBoth({ caller, far, leg, trunk });

      expect(victim.received()).toBe(0);
      await leg.request('BYE');
    });

    test('to a phone that names an address behind its router, also when it offers that again', async () => {
      const [caller, far] = [await aSocket(PHONE), await aSocket()];
      const offer = carrierAnswer(caller.port, '192.168.1.7');
      const { leg, trunk } = await aCall(offer);
      await hearsBoth({ caller, far, leg, trunk });

      expect((await leg.request('INVITE', { body: offer })).status).toBe(200);

      const before = caller.heard(far.source);
      await expect.poll(() => caller.heard(far.source) - before).toBeGreaterThan(50);
      await leg.request('BYE');
    });

    test('by a port that a router chose, for a site whose ports an operator lets be learned', async () => {
      const [caller, far] = [await aSocket(SITE_BEHIND_ROUTER), await aSocket()];
      const { leg, trunk } = await aCall(carrierAnswer(caller.port + 2, '192.168.1.7'), {
        address: SITE_BEHIND_ROUTER,
      });

      await hearsBoth({ caller, far, leg, trunk });

      await leg.request('BYE');
    });

    test('by a port that a router chose for a phone with SRTP, for such a site', async () => {
      const key = newSrtpKey();
      const [caller, far] = [await aSocket(SITE_BEHIND_ROUTER, key), await aSocket()];
      const { leg, trunk } = await aCall(encryptedAnswer(caller.port + 2, '192.168.1.7', key), {
        address: SITE_BEHIND_ROUTER,
      });

      await hearsBoth({ caller, far, leg, trunk });

      await leg.request('BYE');
    });

    test('to no crowd that a trunk names: the call ends at once', async () => {
      const caller = await aSocket(PHONE);
      const { leg, trunk } = await aCall(carrierAnswer(caller.port, PHONE));

      trunk.reply(200, 'OK', { body: carrierAnswer(5004, '239.1.2.3') });

      expect((await leg.final()).body).toBe('');
      await leg.received.next('our BYE', ({ method }) => method === 'BYE');
      await bed().trunkA.received.next(
        'our BYE at the trunk',
        ({ method, callId }) => method === 'BYE' && callId === trunk.invite.callId,
      );
    });
  });
}
