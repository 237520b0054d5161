import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callFromTrunk } from '../testbed/call-from-trunk.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { carrierAnswer } from '../testbed/sdp.ts';
import type { SipMessage } from '../testbed/sip-message.ts';
import { ha1, openUdpPhone } from '../testbed/udp-phone.ts';

const PASSWORD = 'right';
const METHODS = 'INVITE, ACK, CANCEL, BYE, UPDATE, INFO, OPTIONS';
const WITHOUT_UPDATE = 'INVITE, ACK, CANCEL, BYE, INFO, OPTIONS';

/** What either side of a call hears of what the other one can do. */
export function tellsAbilities(bed: () => EngineBed): void {
  describe.concurrent('what both sides are told of each other', () => {
    type Names = readonly string[];
    // Whoever refreshes the call by an UPDATE that is refused hangs up when its time is over (RFC 4028 §10).
    test.for<[string, Names, Names, string, string]>([
      ['know it', ['INVITE, UPDATE'], ['INVITE, REFER, PRACK,UPDATE'], METHODS, METHODS],
      ['do not know it', ['INVITE, SUBSCRIBE'], ['INVITE, REFER, X-UPDATE'], WITHOUT_UPDATE, WITHOUT_UPDATE],
      ['say it in another line', ['INVITE', 'UPDATE'], ['INVITE', 'REFER,UPDATE'], METHODS, METHODS],
      ['differ', ['INVITE, SUBSCRIBE'], ['UPDATE'], WITHOUT_UPDATE, METHODS],
      ['name no methods', [], [], WITHOUT_UPDATE, WITHOUT_UPDATE],
    ])(
      'the methods that are passed on, UPDATE for those who know it, where both %s; and session timers alone',
      async ([, ofCaller, ofTrunk, toTrunk, toCaller]) => {
        const allows = (lines: Names) => lines.map((line) => ['Allow', line] as const);
        const { leg, number } = await bed().place({
          trunkA: (trunk) => {
            const headers = [...allows(ofTrunk), ['Supported', 'replaces, timer']] as const;
            trunk.reply(183, 'Progress', { headers: [...headers, ['RSeq', '1'], ['Require', '100rel']] });
            trunk.reply(200, 'OK', { headers });
          },
          invite: { headers: [...allows(ofCaller), ['Supported', '100rel, timer, outbound']] },
        });
        const answer = await leg.final();
        const early = await leg.received.next('the 183', ({ status }) => status === 183);
        const { invite } = await bed().trunkA.legs.next('the INVITE', (each) => each.invite.uri.includes(number));
        for (const message of [answer, early, invite]) expect(message.headers('Supported')).toEqual(['timer']);
        expect([answer, early].map((message) => message.headers('Allow'))).toEqual([[toCaller], [toCaller]]);
        expect(invite.headers('Allow')).toEqual([toTrunk]);
        expect(early.header('Require') + early.header('RSeq')).toBe('');
        await leg.request('BYE');
      },
    );

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
        expect(message.headers('Allow')).toEqual([WITHOUT_UPDATE]);
        expect(message.headers('Supported')).toEqual(['timer']);
        expect(message.header('RSeq')).toBe('');
      }
      await leg.request('BYE');
    });

    test('within a call no methods where a message names none: what was said when it was opened stands', async () => {
      const { leg, number } = await bed().place({ trunkA: (trunk) => trunk.reply(200) });
      await leg.final();
      const answered = await leg.request('INFO');
      const asked = await bed().trunkA.received.next(
        'the INFO',
        ({ method, text }) => method === 'INFO' && text.includes(number),
      );
      await leg.request('BYE');

      expect([asked, answered].map((message) => message.headers('Allow'))).toEqual([[], []]);
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

    test.for(['Session-Expires', 'x'])(
      'a PBX that wants longer sessions (RFC 4028 §6) than the carrier asks for with %s is asked for none, and gets the call',
      async (name, { expect, onTestFinished }) => {
        const username = `asked${randomInt(10_000, 100_000)}`;
        bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
        const phone = await openUdpPhone({ port: bed().stack.ports.phones, username });
        onTestFinished(() => phone.close());
        const proof = phone.proofFor(await phone.register({}), PASSWORD);
        expect((await phone.register({ proof })).status).toBe(200);
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
          ringingMs: 5000,
        });
        const timers = [
          ['Supported', 'timer'],
          [name, '900'],
          ['Min-SE', '90'],
        ] as const;
        const { heard } = callFromTrunk(bed(), number, { headers: timers });
        const invite = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
        const asked = timers.flatMap(([header]) => invite.headers(header));
        if (asked.length > 0) phone.reply(invite, 422, { toTag: 'short', headers: [['Min-SE', '1800']] });
        else phone.answer(invite, 'long', carrierAnswer(40_000));

        const final = () => heard().find(({ status }) => status >= 200);
        await expect.poll(() => final()?.status, { timeout: 10_000 }).toBe(200);
        await bed().server.link.endCall(await bed().server.report(call, 'call.answered'));
      },
    );
  });
}
