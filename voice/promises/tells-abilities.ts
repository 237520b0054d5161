import { describe, expect, test } from 'vitest';
import type { EngineBed } from '../testbed/engine-bed.ts';
import type { SipMessage } from '../testbed/sip-message.ts';
import { openUdpPhone } from '../testbed/udp-phone.ts';

const METHODS = 'INVITE, ACK, CANCEL, BYE, UPDATE, INFO, OPTIONS';

/** What either side of a call hears of what the other one can do. */
export function tellsAbilities(bed: () => EngineBed): void {
  describe.concurrent('what both sides are told of each other', () => {
    test('the methods that are passed on, and of what is supported session timers alone', async () => {
      const { leg, number } = await bed().place({
        trunkA: (trunk) => {
          const headers = [
            ['Allow', 'INVITE, REFER, PRACK'],
            ['Supported', 'replaces, timer'],
            ['RSeq', '1'],
            ['Require', '100rel'],
          ] as const;
          trunk.reply(183, 'Progress', { headers });
          trunk.reply(200, 'OK', { headers: headers.slice(0, 2) });
        },
        invite: {
          headers: [
            ['Allow', 'INVITE, SUBSCRIBE'],
            ['Supported', '100rel, timer, outbound'],
          ],
        },
      });
      const answer = await leg.final();
      const early = await leg.received.next('the 183', ({ status }) => status === 183);
      const { invite } = await bed().trunkA.legs.next('the INVITE', (each) => each.invite.uri.includes(number));
      for (const message of [answer, early, invite]) {
        expect(message.headers('Allow')).toEqual([METHODS]);
        expect(message.headers('Supported')).toEqual(['timer']);
      }
      expect(early.header('Require') + early.header('RSeq')).toBe('');
      await leg.request('BYE');
    });

    test('the same within a call, in what both sides ask and in what they answer', async () => {
      const { leg, number } = await bed().place({ trunkA: (trunk) => trunk.reply(200) });
      await leg.final();
      const trunk = await bed().trunkA.legs.next('the INVITE', (each) => each.invite.uri.includes(number));
      const isOfTrunk = ({ callId }: SipMessage) => callId === trunk.invite.callId;
      const abilities = [
        ['Allow', 'INVITE, REFER, SUBSCRIBE'],
        ['Supported', 'replaces, timer, 100rel'],
        ['RSeq', '7'],
      ] as const;

      await leg.request('UPDATE', { headers: abilities });
      trunk.request('UPDATE', {
        by: (text) =>
          bed().trunkA.send(
            text.replace('\r\nContact:', '\r\nSupported: replaces, timer\r\nAllow: INVITE, REFER\r\nContact:'),
          ),
      });

      const passed = await Promise.all([
        bed().trunkA.received.next(
          'the UPDATE of the caller',
          (message) => isOfTrunk(message) && message.method === 'UPDATE',
        ),
        leg.received.next('the UPDATE of the trunk', ({ method }) => method === 'UPDATE'),
        bed().trunkA.received.next(
          'the answer of the caller',
          (message) => isOfTrunk(message) && message.status === 200,
        ),
      ]);
      for (const message of passed) {
        expect(message.headers('Allow')).toEqual([METHODS]);
        expect(message.headers('Supported')).toEqual(['timer']);
        expect(message.header('RSeq')).toBe('');
      }
      await leg.request('BYE');
    });

    test('OPTIONS and a method that is not to be had, outside a call and within, name the same methods', async (life) => {
      const phone = await openUdpPhone({ port: bed().stack.ports.phones, username: 'anybody' });
      life.onTestFinished(() => phone.close());
      const options = await phone.ask('OPTIONS');
      expect(options.header('Accept')).toBe('application/sdp');
      expect(options.header('Supported')).toBe('timer');
      const outside = await phone.ask('PUBLISH');
      const { leg } = await bed().place({ trunkA: (trunk) => trunk.reply(200) });
      await leg.final();
      const within = await leg.request('REFER');
      await leg.request('BYE');

      expect([options, outside, within].map(({ status }) => status)).toEqual([200, 405, 405]);
      for (const reply of [options, outside, within]) expect(reply.header('Allow')).toBe(METHODS);
    });

    test('a refusal of a trunk comes with what makes it of use, and without hosts', async () => {
      const { leg } = await bed().place({
        trunkA: (trunk) =>
          trunk.reply(422, 'Session Interval Too Small', {
            headers: [
              ['Min-SE', '600'],
              ['Retry-After', '5'],
              ['Unsupported', 'foo'],
              ['Warning', '399 sbc1.carrier.example "Too short"'],
            ],
          }),
      });
      const refused = await leg.final();
      expect(refused.status).toBe(422);
      expect(refused.header('Min-SE')).toBe('600');
      expect(refused.header('Retry-After')).toBe('5');
      expect(refused.header('Unsupported')).toBe('foo');
      expect(refused.header('Warning')).toBe('399 farline.local "Too short"');
      expect(refused.text).not.toContain('carrier.example');
    });
  });
}
