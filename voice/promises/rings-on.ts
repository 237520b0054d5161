import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callFromTrunk, saysWithin } from '../testbed/call-from-trunk.ts';
import type { EngineBed, PlacedCall } from '../testbed/engine-bed.ts';
import type { TrunkLeg } from '../testbed/scripted-trunk.ts';
import { carrierAnswer } from '../testbed/sdp.ts';
import { ha1, openUdpPhone } from '../testbed/udp-phone.ts';

const PASSWORD = 'right';

/** What is said in a call before it is answered does not end it. */
export function ringsOn(bed: () => EngineBed): void {
  describe.concurrent('while a call rings', () => {
    const rings = async () => {
      const placed = await bed().place({ trunkA: (leg) => leg.reply(180) });
      await placed.leg.received.next('the ringing', ({ status }) => status === 180);
      return {
        placed,
        far: await bed().trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(placed.number)),
      };
    };
    const isAnswered = async (placed: PlacedCall, far: TrunkLeg) => {
      far.reply(200);
      await placed.leg.received.next('the answer', ({ status, cseq }) => status === 200 && cseq.endsWith('INVITE'));
      expect((await placed.leg.request('INFO')).status).toBe(200);
      await placed.leg.request('BYE');
    };

    // 481 would end the call for whoever hears it (RFC 3261 §12.2.1.2).
    test.each(['UPDATE', 'INFO', 'OPTIONS', 'INVITE'])(
      'a caller’s %s is to come again later, and the call rings on',
      async (method) => {
        const { placed, far } = await rings();
        const refused = await placed.leg.request(method);
        expect([refused.status, refused.header('Retry-After')]).toEqual([500, '5']);
        await isAnswered(placed, far);
      },
    );

    test.each(['UPDATE', 'INFO', 'OPTIONS'])(
      'the far side’s %s is to come again later, and the call rings on',
      async (method) => {
        const { placed, far } = await rings();
        const { cseq } = far.request(method);
        const refused = await bed().trunkA.received.next(
          'the response',
          (message) => message.status >= 200 && message.callId === far.invite.callId && message.cseq === cseq,
        );
        expect([refused.status, refused.header('Retry-After')]).toEqual([500, '5']);
        await isAnswered(placed, far);
      },
    );

    test('of a call that came in the carrier’s UPDATE is to come again later, and the phone rings on', async ({
      expect,
      onTestFinished,
    }) => {
      const username = `early${randomInt(10_000, 100_000)}`;
      bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
      const phone = await openUdpPhone({ port: bed().stack.ports.phones, username });
      onTestFinished(() => phone.close());
      expect((await phone.register({ proof: phone.proofFor(await phone.register({}), PASSWORD) })).status).toBe(200);
      const number = `+4477008${randomInt(10_000, 100_000)}`;
      const call = randomUUID();
      bed().server.receive(number, {
        decision: 'ring',
        call,
        callerId: '+447700900001',
        trunk: 'trunk-a',
        phones: username,
        grantedSeconds: 60,
        firstSignMs: 5000,
        tryingMs: 5000,
        ringingMs: 60_000,
      });
      const { callId, heard } = callFromTrunk(bed(), number);
      const invite = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      phone.reply(invite, 180, { toTag: 'rings' });
      const heardOf = (wanted: number, cseq: string) =>
        heard().find((message) => message.status === wanted && message.cseq === cseq);
      await expect.poll(() => heardOf(180, '1 INVITE')).toBeDefined();

      saysWithin(bed(), 'UPDATE', { callId, answer: heardOf(180, '1 INVITE'), cseq: 2 });

      await expect.poll(() => heardOf(500, '2 UPDATE')?.header('Retry-After')).toBe('5');
      phone.answer(invite, 'rings', carrierAnswer(40_000));
      await bed().server.link.endCall(await bed().server.report(call, 'call.answered'));
    });

    test('a PRACK finds nothing that it could acknowledge', async () => {
      const { placed, far } = await rings();
      expect((await placed.leg.request('PRACK')).status).toBe(481);
      await isAnswered(placed, far);
    });
  });
}
