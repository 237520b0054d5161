import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { askKamailio } from '../testbed/ask-kamailio.ts';
import { openCallingPhone } from '../testbed/calling-phone.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import type { Script } from '../testbed/scripted-trunk.ts';
import { carrierAnswer } from '../testbed/sdp.ts';
import { runSipp } from '../testbed/sipp.ts';
import { readSip, writeSip } from '../testbed/sip-message.ts';
import { refuse } from '../testbed/scripted-server.ts';
import { ha1, openUdpPhone } from '../testbed/udp-phone.ts';

const answers: Script = (leg) => leg.reply(200);

/** Who floods, and whose calls are taken meanwhile. */
export function boundsFloods(bed: () => EngineBed): void {
  /** A carrier at an address of its own, which tests share with nobody; what each of its calls hears in the end. */
  const carrierAt = async (address: string) => {
    const finals = new Map<string, { status: number; reason: string; retryAfter: string }>();
    const socket = createSocket('udp4', (bytes) => {
      const { callId, status, header } = readSip(bytes.toString());
      if (status < 200 || finals.has(callId)) return;
      finals.set(callId, { status, reason: header('X-Farline-Reason'), retryAfter: header('Retry-After') });
    });
    socket.bind(0, address);
    await once(socket, 'listening');
    const own = `${address}:${socket.address().port}`;
    const calls = (number: string): string => {
      const callId = `${randomUUID()}@carrier`;
      const text = writeSip(
        `INVITE sip:${number}@127.0.0.1 SIP/2.0`,
        [
          ['Via', `SIP/2.0/UDP ${own};branch=z9hG4bK${randomUUID()}`],
          ['From', `<sip:+447700900550@${address}>;tag=${randomUUID()}`],
          ['To', `<sip:${number}@127.0.0.1>`],
          ['Call-ID', callId],
          ['CSeq', '1 INVITE'],
          ['Contact', `<sip:${own}>`],
          ['Max-Forwards', '70'],
          ['Content-Type', 'application/sdp'],
        ],
        carrierAnswer(40_000),
      );
      socket.send(text, bed().stack.ports.carrierSide, '127.0.0.1');
      return callId;
    };
    const heard = async (callId: string) => {
      await expect.poll(() => finals.has(callId), { timeout: 30_000 }).toBe(true);
      return finals.get(callId);
    };
    /** What calls heard that were too many, each answer once. */
    const refusals = async () => {
      const refused = () => [...finals.values()].filter(({ reason }) => reason === 'too_many_calls');
      await expect.poll(() => refused().length, { timeout: 30_000 }).toBeGreaterThan(50);
      return [...new Set(refused().map(({ status, retryAfter }) => `${status} ${retryAfter}`))];
    };
    return { calls, heard, refusals, close: () => socket.close() };
  };

  describe('floods', () => {
    test('200 INVITEs a second from one address are refused, and another address is served meanwhile', async () => {
      const to = `127.0.0.1:${bed().stack.ports.browsers}`;
      const flood = async () =>
        await runSipp({ scenario: 'flood.xml', from: '127.0.0.2', to, calls: 400, callsPerSecond: 200 });
      const first = await flood();
      expect(first.succeeded + first.failed).toBe(400);
      expect(first.failed).toBeLessThan(150);
      const second = flood();
      const { leg } = await bed().place({ trunkA: answers });
      expect((await leg.final()).status).toBe(200);
      await leg.request('BYE');
      expect(await second).toEqual({ succeeded: 400, failed: 0 });
    });

    test('what a stranger says on the side of carriers holds nobody up: BYEs wait for nothing', async ({
      onTestFinished,
      expect,
    }) => {
      const address = '127.0.0.57';
      let heard = 0;
      const socket = createSocket('udp4', (bytes) => {
        if (readSip(bytes.toString()).status === 481) heard += 1;
      });
      onTestFinished(() => void socket.close());
      socket.bind(0, address);
      await once(socket, 'listening');
      const own = `${address}:${socket.address().port}`;
      const saysBye = () =>
        socket.send(
          writeSip('BYE sip:x@127.0.0.1 SIP/2.0', [
            ['Via', `SIP/2.0/UDP ${own};branch=z9hG4bK${randomUUID()}`],
            ['From', '<sip:x@x>;tag=x'],
            ['To', '<sip:x@x>;tag=y'],
            ['Call-ID', randomUUID()],
            ['CSeq', '2 BYE'],
          ]),
          bed().stack.ports.carrierSide,
          '127.0.0.1',
        );
      /** How long 100 of them take. Four processes that wait 5 ms for each need 125, however quick the machine is. */
      const roundMs = async () => {
        heard = 0;
        const began = performance.now();
        for (let count = 0; count < 100; count++) saysBye();
        await expect.poll(() => heard, { interval: 1, timeout: 2000 }).toBe(100);
        return performance.now() - began;
      };

      await expect.poll(async () => await roundMs().catch(() => 2000)).toBeLessThan(120);
    });

    test('a refusal of a carrier that has our call waits for what it said just before', async ({ expect }) => {
      const held = async () =>
        JSON.stringify(await askKamailio(bed().stack.ports.kamailioRpc, 'htable.dump', ['held']));
      const { leg } = await bed().place({ trunkA: (to) => to.reply(503), trunkB: answers });
      await leg.final();
      expect(await held()).toContain('value');
      await leg.request('BYE');
    });

    test('who sends SUBSCRIBEs by the hundred is refused, also where they claim to be within a subscription', async ({
      onTestFinished,
    }) => {
      const username = `flood${randomInt(10_000, 100_000)}`;
      const phone = await openUdpPhone({ port: bed().stack.ports.phones, username, address: '127.0.0.14' });
      onTestFinished(() => phone.close());
      const wants = [
        ['Contact', `<${phone.contact}>`],
        ['Event', 'message-summary'],
      ] as const;
      const uri = `sip:${username}@farline.local`;
      const heard = [];
      for (let round = 0; round < 10; round++) {
        const some = Array.from({ length: 20 }, async () => await phone.ask('SUBSCRIBE', wants, { uri, toTag: 'x' }));
        heard.push(...(await Promise.all(some)));
      }
      expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([407, 503]));
      expect(heard.filter(({ status }) => status === 503).length).toBeGreaterThan(20);
    });

    test('behind a proxy, whose address is excepted, one connection that floods is refused, and others are served', async () => {
      const flooding = await bed().caller();
      const invite = { number: '+447700900001', call: '', authenticates: false };
      const calls = Array.from({ length: 200 }, () => flooding.invite(invite));
      const answered = await Promise.all(calls.map(async (leg) => await leg.final()));
      expect(answered.filter(({ status }) => status === 503).length).toBeGreaterThan(20);
      const { leg } = await bed().place({ trunkA: answers });
      expect((await leg.final()).status).toBe(200);
      await leg.request('BYE');
    });

    test('who floods one number by a carrier finds it busy, and takes the calls of no other number along', async ({
      onTestFinished,
    }) => {
      const carrier = await carrierAt('127.0.0.9');
      onTestFinished(() => void carrier.close());
      const [flooded, other] = [aNumber(), aNumber()];
      for (const number of [flooded, other]) {
        bed().server.receive(number, {
          decision: 'ring',
          call: randomUUID(),
          callerId: '+447700900550',
          trunk: 'trunk-a',
          phones: '',
          grantedSeconds: 60,
          firstSignMs: 1000,
          tryingMs: 1000,
          ringingMs: 1000,
        });
      }
      // It is known as a trunk's from its first call on.
      expect(await carrier.heard(carrier.calls(flooded))).toMatchObject({ status: 480 });

      for (let call = 0; call < 300; call += 1) carrier.calls(flooded);
      expect(await carrier.refusals()).toEqual(['486 ']);

      expect(await carrier.heard(carrier.calls(other))).toMatchObject({ status: 480 });
    });

    test('an address that brought no call of a trunk is bounded by itself, whatever numbers it calls, and is told no time to be silent for', async ({
      onTestFinished,
    }) => {
      const stranger = await carrierAt('127.0.0.10');
      onTestFinished(() => void stranger.close());

      for (let call = 0; call < 300; call += 1) stranger.calls(aNumber());

      expect(await stranger.refusals()).toEqual(['503 ']);
    });
  });

  test('of a call that never was nothing is kept of the video that it offered', async () => {
    const [username, password] = [`video${randomInt(10_000, 1_000_000)}`, 'right'];
    bed().server.phones.set(username, ha1({ username, password }));
    bed().server.decide(username, () => ({ ...refuse(486, 'busy'), call: randomUUID() }));
    const phone = await openCallingPhone({ port: bed().stack.ports.phones, username, password });
    onTestFinished(() => phone.close());

    const offer = `${carrierAnswer(40_000)}m=video 5004 RTP/AVP 97\r\na=rtpmap:97 H264/90000\r\n`;
    const leg = phone.place({ number: '+447700900123', offer });

    expect((await leg.final()).status).toBe(486);
    const kept = JSON.stringify(await askKamailio(bed().stack.ports.kamailioRpc, 'htable.dump', ['video']));
    expect(kept).not.toContain(leg.sipCallId);
  });
}

const aNumber = (): string => `+4477008${randomInt(10_000, 100_000)}`;
