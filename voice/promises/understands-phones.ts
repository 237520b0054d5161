import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, type TestContext, test } from 'vitest';
import type { EngineBed } from '../testbed/engine-bed.ts';
import type { SipMessage } from '../testbed/sip-message.ts';
import { openCallingPhone } from '../testbed/calling-phone.ts';
import { openRtpSocket } from '../testbed/rtp-socket.ts';
import { carrierAnswer, mediaOf } from '../testbed/sdp.ts';
import { allow, refuse } from '../testbed/scripted-server.ts';
import { ha1, openUdpPhone, type PhoneInvite } from '../testbed/udp-phone.ts';

const PASSWORD = 'right';
const VIDEO = 'm=video 5004 RTP/AVP 97 98\r\na=rtpmap:97 H264/90000\r\na=rtpmap:98 VP8/90000\r\na=sendrecv\r\n';
/** Ends with its test; in tests that run at the same time none but their own context knows which that is. */
type Lifetime = Pick<TestContext, 'onTestFinished'>;

/** What foreign phones and carriers write, and what they are told. */
export function understandsPhones(bed: () => EngineBed): void {
  const aPhone = async (life: Lifetime) => {
    const username = `reads${randomInt(10_000, 100_000)}`;
    bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
    bed().server.decide(username, () => ({ ...refuse(486, 'busy'), call: randomUUID() }));
    const phone = await openUdpPhone({ port: bed().stack.ports.phones, username });
    life.onTestFinished(() => phone.close());
    return { phone, username };
  };
  const asked = async (username: string) =>
    await bed().server.asks.next('the ask', (ask) => ask.phone === username && ask.phone !== '');

  describe.concurrent('what foreign phones write', () => {
    test.for([
      ['sip:+447700900123@farline.local', '+447700900123'],
      ['sip:%2B447700900123@farline.local', '+447700900123'],
      ['sip:*43%23@farline.local', '*43#'],
      ['sip:+44%20(0)7700-900.123@farline.local', '+44 (0)7700-900.123'],
      ['sip:+447700900123;npdi;rn=+447700000000@farline.local', '+447700900123'],
      ['sip:07700900123;phone-context=+44@farline.local;user=phone', '+44 07700900123'],
      ['sip:07700900123;phone-context=example.com@farline.local', '07700900123'],
      ['tel:+447700900123', '+447700900123'],
      ['tel:07700900123;phone-context=+44', '+44 07700900123'],
      ['sip:+447700900123@FARLINE.local', '+447700900123'],
      ['sip:+447700900123@localhost', '+447700900123'],
      ['sip:+447700900123@127.0.0.1', '+447700900123'],
    ] as const)('%s calls %s', async ([uri, dialled], life) => {
      const { phone, username } = await aPhone(life);

      expect((await phone.call(PASSWORD, { uri })).status).toBe(486);
      expect(await asked(username)).toMatchObject({ dialled });
    });

    test.for<[string, number, PhoneInvite]>([
      ['the name of another host', 404, { uri: 'sip:+447700900123@other.example' }],
      ['what is no number', 484, { uri: 'sip:%22%3bx@farline.local' }],
      ['no Contact', 400, { contact: '' }],
    ])('%s: %i', async ([_what, status, invite], life) => {
      const { phone, username } = await aPhone(life);

      const heard = await phone.call(PASSWORD, invite);

      expect(heard.status).toBe(status);
      expect(bed().server.asks.all.filter((ask) => ask.phone === username)).toEqual([]);
    });

    test.for([
      ['100rel', '100rel'],
      ['timer, foobar', 'foobar'],
      ['foobar', 'foobar'],
    ] as const)('who demands %s hears 420, and what is not to be had', async ([demanded, unsupported], life) => {
      const { phone } = await aPhone(life);

      const heard = await phone.call(PASSWORD, { headers: [['Require', demanded]] });

      expect(heard.status).toBe(420);
      expect(heard.header('Unsupported')).toBe(unsupported);
    });

    test('who demands session timers is served', async (life) => {
      const { phone } = await aPhone(life);
      const headers = [
        ['Require', 'timer'],
        ['Supported', 'timer'],
      ] as const;

      expect((await phone.call(PASSWORD, { headers })).status).toBe(486);
    });
  });

  describe('the sound that a phone offers', () => {
    const aCall = async (
      life: Lifetime,
      offer: string,
      { early, late, within = '' }: { early?: string; late?: (offered: string) => string; within?: string } = {},
    ) => {
      const username = `offers${randomInt(10_000, 1_000_000)}`;
      const number = `44770082${randomInt(10_000, 100_000)}`;
      bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
      const trunks = [['trunk-a', `sip:${number}@127.0.0.1:${bed().trunkA.port}`]] as const;
      bed().server.decide(username, () => ({ ...allow(trunks), call: randomUUID() }));
      bed().trunkA.script(number, (trunk) => {
        if (early !== undefined) trunk.reply(183, 'Progress', { body: early });
        trunk.reply(200, 'OK', early === undefined ? {} : { body: early });
      });
      const phone = await openCallingPhone({ port: bed().stack.ports.phones, username, password: PASSWORD });
      life.onTestFinished(() => phone.close());
      const leg = phone.place({ number: `+${number}`, offer, within, ...(late === undefined ? {} : { answer: late }) });
      const answer = await leg.final();
      const trunk = await bed().trunkA.legs.next('the INVITE', (each) => each.invite.uri.includes(number));
      return { leg, trunk, answer: answer.body, offered: trunk.invite.body };
    };

    test('is answered with ICE if it came with ICE, and without if not; the carrier sees none', async (life) => {
      const ice =
        'a=ice-ufrag:abcd\r\na=ice-pwd:0123456789abcdef012345\r\na=candidate:1 1 udp 2130706431 127.0.0.1 40000 typ host\r\n';
      const [ofIce, without] = [
        await aCall(life, carrierAnswer(40_000) + ice),
        await aCall(life, carrierAnswer(40_000)),
      ];

      expect(ofIce.answer).toMatch(/^a=ice-ufrag:/m);
      expect(ofIce.answer).toMatch(/^a=candidate:\S+ 1 UDP /m);
      for (const body of [without.answer, ofIce.offered, without.offered])
        expect(body).not.toMatch(/^a=(ice-|candidate)/m);
      await Promise.all([ofIce, without].map(async ({ leg }) => await leg.request('BYE')));
    });

    test('may come late: who calls without an offer gets one in the answer, and is heard from its ACK on', async (life) => {
      const [near, far] = [await openRtpSocket(), await openRtpSocket()];
      for (const socket of [near, far]) life.onTestFinished(() => socket.close());
      const says = (port: number) => carrierAnswer(port).replaceAll(/\b126\b/g, '101');

      const { leg, trunk, answer, offered } = await aCall(life, '', {
        early: says(far.port),
        late: () => says(near.port),
      });

      expect(offered).toMatch(/^m=audio \d+ RTP\/AVP 0 8 101\r$/m);
      expect(offered).not.toContain('192.0.2.1');
      expect(leg.received.all.filter(({ status, body }) => status > 100 && status < 200 && body !== '')).toEqual([]);
      expect(answer).toMatch(/^m=audio \d+ RTP\/AVP 0 101\r$/m);
      near.speakTo(mediaOf(answer).host, [mediaOf(answer).port], 20);
      far.speakTo(mediaOf(offered).host, [mediaOf(offered).port], 20);
      await expect
        .poll(() => Math.min(near.heard(far.source), far.heard(near.source)), { timeout: 10_000 })
        .toBeGreaterThan(20);
      const isAck = ({ method, callId }: SipMessage) => method === 'ACK' && callId === trunk.invite.callId;
      expect((await bed().trunkA.received.next('the ACK', isAck)).body).toBe('');
      await leg.request('BYE');
    });

    test('that comes late is not mistaken for an answer of the far side, which counts its requests as the phone does', async (life) => {
      const { leg, trunk } = await aCall(life, '', {
        late: () => carrierAnswer(40_000),
        within: carrierAnswer(40_002),
      });
      const cseq = Number.parseInt(trunk.invite.cseq, 10);
      const isOfCall = ({ callId }: SipMessage) => callId === trunk.invite.callId;
      await bed().trunkA.received.next('the ACK', (message) => isOfCall(message) && message.method === 'ACK');

      trunk.request('INVITE', { cseq });
      const isOffer = (message: SipMessage) => isOfCall(message) && message.status === 200 && message.body !== '';
      expect((await bed().trunkA.received.next('the offer', isOffer)).cseq).toBe(`${cseq} INVITE`);
      trunk.request('ACK', { cseq, body: carrierAnswer(bed().trunkA.port) });

      const ack = await leg.received.next('the answer', ({ method }) => method === 'ACK');
      expect(ack.body).toMatch(/^m=audio [1-9]\d* RTP\/AVP 0 /m);
      await leg.request('BYE');
    });

    test.for([
      [
        'behind',
        (sound: string) => `${sound}${VIDEO}`,
        /m=audio [1-9]\d* RTP\/AVP 0 126\r\n(a=.*\r\n)+m=video 0 RTP\/AVP 97 98\r\n$/,
      ],
      [
        'before',
        (sound: string) => sound.replace('m=audio', `${VIDEO}m=audio`),
        /\r\nm=video 0 RTP\/AVP 97 98\r\nm=audio [1-9]\d* RTP\/AVP 0 126\r\n/,
      ],
    ] as const)(
      'has its video %s it refused, also when it is offered again; the carrier sees none',
      async ([, offers, refused], life) => {
        const offer = offers(carrierAnswer(40_000));
        const { leg, trunk, answer } = await aCall(life, offer, { within: offer });
        expect(answer).toMatch(refused);

        const again = await leg.request('INVITE', { body: offer });
        expect(again.body).toMatch(refused);
        trunk.request('INVITE', { body: carrierAnswer(bed().trunkA.port), to: trunk.invite.header('Contact') });
        const fromCarrier = await leg.received.next('the offer of the carrier', ({ method }) => method === 'INVITE');
        expect(fromCarrier.body).toMatch(refused);

        const isOfCall = ({ callId }: SipMessage) => callId === trunk.invite.callId;
        const answered = await bed().trunkA.received.next(
          'the phone’s answer',
          (message) => isOfCall(message) && message.status === 200,
        );
        expect(answered.body).toMatch(/m=audio [1-9]/);

        const seen = bed().trunkA.received.all.filter(isOfCall);
        expect(seen.filter(({ body }) => body.includes('m=video'))).toEqual([]);
        await leg.request('BYE');
      },
    );

    test('has its codecs in the order of the phone', async (life) => {
      const alaw = carrierAnswer(40_000).replace('RTP/AVP 0 126', 'RTP/AVP 8 0 126');

      const { leg, offered } = await aCall(life, alaw);

      expect(offered).toMatch(/^m=audio \d+ RTP\/AVP 8 0 126\r$/m);
      await leg.request('BYE');
    });
  });
}
