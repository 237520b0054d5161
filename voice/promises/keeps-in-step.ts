import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { EngineBed, PlacedCall } from '../testbed/engine-bed.ts';
import type { Script, TrunkLeg } from '../testbed/scripted-trunk.ts';
import { browserOffer } from '../testbed/sdp.ts';
import { uriOf, writeSip } from '../testbed/sip-message.ts';

const answers: Script = (leg) => {
  leg.reply(180);
  leg.reply(200);
};

/** What the signalling of a running call may do, and what it may not: the carrier's leg ends with the call. */
export function keepsInStep(bed: () => EngineBed): void {
  const byesAt = ({ number }: PlacedCall) =>
    bed().trunkA.received.all.filter(({ method, text }) => method === 'BYE' && text.includes(number));
  const byeAtTrunk = async ({ number }: PlacedCall, nth = 1) =>
    await bed().trunkA.received.next(
      `BYE ${nth} at the trunk`,
      (message) =>
        message.method === 'BYE' &&
        message.text.includes(number) &&
        bed()
          .trunkA.received.all.filter(({ method, text }) => method === 'BYE' && text.includes(number))
          .indexOf(message) ===
          nth - 1,
      20_000,
    );
  const cseqOf = (cseq: string) => Number.parseInt(cseq, 10);
  const answered = async (script: Script = answers) => {
    const placed = await bed().place({ trunkA: script });
    await placed.leg.final();
    return placed;
  };
  const farLeg = async ({ number }: PlacedCall): Promise<TrunkLeg> =>
    await bed().trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(number));

  describe.concurrent('the sequence of a call', () => {
    test.each(['BYE', 'INFO', 'UPDATE', 'INVITE', 'OPTIONS', 'PRACK'])(
      'a caller’s %s below what went before is refused, reaches nobody, and changes nothing of ours',
      async (method) => {
        const placed = await answered();
        const body = method === 'INVITE' || method === 'UPDATE' ? browserOffer() : '';
        expect((await placed.leg.request(method, { cseq: 1, body })).status).toBe(500);
        const seen = bed().trunkA.received.all.filter(
          ({ method: sent, text, cseq }) => sent === method && text.includes(placed.number) && cseqOf(cseq) === 1,
        );
        expect(seen).toEqual([]);
        const report = await bed().server.report(placed.call, 'call.answered');
        expect(await bed().server.link.endCall(report)).toBe('done');
        const invite = (await farLeg(placed)).invite;
        expect(cseqOf((await byeAtTrunk(placed)).cseq)).toBeGreaterThan(cseqOf(invite.cseq));
      },
    );

    test.each([2 ** 31 - 2 ** 16, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32 + 5, 99_999_999_999])(
      'CSeq %i is beyond what there is',
      async (cseq) => {
        const placed = await answered();
        expect((await placed.leg.request('INFO', { cseq })).status).toBe(400);
      },
    );

    test('a caller who counts up as far as is allowed is still hung up', async () => {
      const placed = await answered();
      expect((await placed.leg.request('INFO', { cseq: 2 ** 31 - 2 ** 16 - 1 })).status).toBe(200);
      const report = await bed().server.report(placed.call, 'call.answered');
      expect(await bed().server.link.endCall(report)).toBe('done');
      expect(cseqOf((await byeAtTrunk(placed)).cseq)).toBe(2 ** 31 - 2 ** 16);
    });

    test.for([
      { by: 'the server', toCarrierAbove: 40, toCallerAbove: 70 },
      { by: 'the caller', toCarrierAbove: 40, toCallerAbove: null },
      { by: 'the far side', toCarrierAbove: null, toCallerAbove: 70 },
    ] as const)(
      'what was said before the acknowledgement came counts: the BYE goes above it when $by ends the call',
      async ({ by, toCarrierAbove, toCallerAbove }) => {
        const placed = await bed().place({ trunkA: answers, invite: { acknowledgesAfterMs: 'never' } });
        await placed.leg.final();
        const far = await farLeg(placed);
        expect((await placed.leg.request('INFO', { cseq: 40 })).status).toBe(200);
        const byFarSide = far.request('INFO', { cseq: 70 });
        await bed().trunkA.received.next('the reply', ({ status, cseq, callId }) => {
          return status === 200 && cseq === byFarSide.cseq && callId === far.invite.callId;
        });
        const report = await bed().server.report(placed.call, 'call.answered');
        const end = {
          'the server': async () => await bed().server.link.endCall(report),
          'the caller': async () => await placed.leg.request('BYE'),
          'the far side': () => far.request('BYE', { cseq: 71 }),
        };
        await end[by]();
        const toCarrier = async () => cseqOf((await byeAtTrunk(placed)).cseq);
        const toCaller = async () =>
          cseqOf((await placed.leg.received.next('BYE', ({ method }) => method === 'BYE')).cseq);

        expect(toCarrierAbove === null || (await toCarrier()) > toCarrierAbove).toBe(true);
        expect(toCallerAbove === null || (await toCaller()) > toCallerAbove).toBe(true);
      },
    );

    test('the far side is held to its own sequence', async () => {
      const placed = await answered();
      const far = await farLeg(placed);
      const statusOf = async (cseq: string) =>
        (
          await bed().trunkA.received.next(
            'the response',
            (message) => message.status >= 200 && message.callId === far.invite.callId && message.cseq === cseq,
          )
        ).status;
      // One after the other: of two at once either may be heard first.
      expect(await statusOf(far.request('INFO').cseq)).toBe(200);
      expect(await statusOf(far.request('INFO', { cseq: 5 }).cseq)).toBe(500);
      await placed.leg.request('BYE');
    });
  });

  describe.concurrent('a BYE', () => {
    test('reaches the carrier as ours: nothing of the caller’s can make it refuse', async () => {
      const placed = await answered();
      const headers = [
        ['Require', 'x-nothing'],
        ['Supported', 'x'.repeat(3000)],
        ['Content-Disposition', 'session;handling=required'],
      ] as const;
      expect((await placed.leg.request('BYE', { headers })).status).toBe(200);
      const bye = await byeAtTrunk(placed);
      expect(bye.header('Max-Forwards')).toBe('70');
      for (const [name] of headers) expect(bye.headers(name)).toEqual([]);
      expect(await bed().server.report(placed.call, 'call.ended')).toMatchObject({ by: 'caller' });
    });

    test.each([500, 420, 483, 503, 401, 407, 302])(
      'that is answered with %i goes again, with a higher CSeq, until it is taken',
      async (status) => {
        const placed = await answered((leg) => {
          void answers(leg);
          leg.byes.push(status, status);
        });
        expect((await placed.leg.request('BYE')).status).toBe(200);
        const [first, second, third] = [
          await byeAtTrunk(placed),
          await byeAtTrunk(placed, 2),
          await byeAtTrunk(placed, 3),
        ];
        expect(cseqOf(second.cseq)).toBeGreaterThan(cseqOf(first.cseq));
        expect(cseqOf(third.cseq)).toBeGreaterThan(cseqOf(second.cseq));
      },
    );
  });

  describe.concurrent('a stranger in a call', () => {
    /** What the callee would say, by whoever knows all that the caller knows. */
    const asCallee = (placed: PlacedCall, method: string, callId = placed.leg.sipCallId, cseq = 50): string => {
      const answer = placed.leg.received.all.find(({ status, cseq }) => status === 200 && cseq.endsWith('INVITE'));
      if (answer === undefined) throw new Error('no answer');
      const contact = placed.leg.contact;
      return writeSip(`${method} ${uriOf(contact)} SIP/2.0`, [
        ['Via', `SIP/2.0/UDP 127.0.0.33:5999;rport;branch=z9hG4bK${Math.random().toString(36).slice(2)}`],
        ['Max-Forwards', '70'],
        ...answer.headers('Record-Route').map((route) => ['Route', route] as const),
        ['From', answer.header('To')],
        ['To', answer.header('From')],
        ['Call-ID', callId],
        ['CSeq', `${cseq} ${method}`],
        ['Contact', '<sip:thief@127.0.0.33:5999>'],
      ]);
    };
    /** From another address of this machine, to any port of Kamailio's; resolves with what came back within half a second. */
    const fromElsewhere = async (text: string, port: number, address = '127.0.0.33'): Promise<string[]> => {
      const socket = createSocket('udp4');
      socket.bind(0, address);
      await once(socket, 'listening');
      const heard: string[] = [];
      socket.on('message', (bytes) => heard.push(bytes.toString()));
      socket.send(text, port, '127.0.0.1');
      await new Promise((resolve) => setTimeout(resolve, 500));
      socket.close();
      return heard;
    };
    const runsOn = async (placed: PlacedCall) => {
      expect((await placed.leg.request('INFO')).status).toBe(200);
      expect(byesAt(placed)).toEqual([]);
      expect(
        bed().server.reports.all.filter(({ call, type }) => call === placed.call && type === 'call.ended'),
      ).toEqual([]);
      await placed.leg.request('BYE');
      expect(await bed().server.report(placed.call, 'call.ended')).toMatchObject({ by: 'caller' });
    };

    test.each(['BYE', 'INVITE', 'UPDATE', 'INFO'])(
      'who knows all that the caller knows sends no %s as the callee, from another address or from that of the trunk',
      async (method) => {
        const placed = await answered();
        const { carrierSide } = bed().stack.ports;
        for (const heard of await fromElsewhere(asCallee(placed, method), carrierSide)) {
          expect(heard).toMatch(/^SIP\/2\.0 (403|481)/);
        }
        bed().trunkA.send(asCallee(placed, method, undefined, 51));
        await runsOn(placed);
      },
    );

    test('no port tells a stranger how a Call-ID is written towards the trunk', async () => {
      const placed = await answered();
      const masked = (await farLeg(placed)).invite.callId;
      const { carrierSide, phones } = bed().stack.ports;
      for (const port of [carrierSide, phones]) {
        for (const method of ['BYE', 'INFO', 'OPTIONS', 'REFER', 'INVITE']) {
          const asked = asCallee(placed, method);
          for (const text of [asked, asked.replace('Max-Forwards: 70', 'Max-Forwards: 0')]) {
            expect((await fromElsewhere(text, port)).join()).not.toContain(masked);
          }
        }
        const request = asCallee(placed, 'INVITE');
        const here = `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bKnone.0`;
        const reply = request.replace(/^INVITE .*/, 'SIP/2.0 200 OK').replace('Via:', `${here}\r\nVia:`);
        for (const cookie of ['', 'TH: dc\r\n', 'TH: uc\r\n', 'TH: dcv\r\n']) {
          const heard = await fromElsewhere(reply.replace('Max-Forwards:', `${cookie}Max-Forwards:`), port);
          expect(heard).toEqual([]);
        }
      }
      await runsOn(placed);
    });

    test('the Call-ID as the trunk knows it is of no use to another address, or another port of its own', async () => {
      const placed = await answered();
      const { carrierSide } = bed().stack.ports;
      const far = await farLeg(placed);
      const said: string[] = [];
      far.request('BYE', { by: (text) => void said.push(text) });
      const [bye = ''] = said;
      await fromElsewhere(bye, carrierSide);
      await fromElsewhere(bye, carrierSide, '127.0.0.1');
      await runsOn(placed);
    });

    test('the trunk itself may, and its BYE is answered', async () => {
      const placed = await answered();
      const bye = (await farLeg(placed)).request('BYE');
      const { status } = await bed().trunkA.received.next(
        'the answer to the BYE',
        (message) => message.callId === bye.callId && message.method === null && message.cseq === bye.cseq,
      );
      expect(status).toBe(200);
      expect(await bed().server.report(placed.call, 'call.ended')).toMatchObject({ by: 'callee' });
    });

    test('another browser that knows the call cannot speak in it without the caller’s proof', async () => {
      const placed = await answered();
      const stranger = await bed().caller();
      for (const method of ['BYE', 'INVITE', 'INFO']) {
        const heard = await stranger.ask(
          placed.leg.written(method, { body: method === 'INVITE' ? browserOffer() : '' }),
        );
        expect([403, 407]).toContain(heard.status);
      }
      expect(byesAt(placed)).toEqual([]);
      await runsOn(placed);
    });
  });
}
