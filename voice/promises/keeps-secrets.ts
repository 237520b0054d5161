import { describe, expect, test } from 'vitest';
import type { EngineBed } from '../testbed/engine-bed.ts';
import type { Script } from '../testbed/scripted-trunk.ts';
import { browserOffer } from '../testbed/sdp.ts';
import type { SipMessage } from '../testbed/sip-message.ts';

const answers: Script = (leg) => {
  leg.reply(180);
  leg.reply(200);
};
const FORGED: readonly (readonly [string, string])[] = [
  ['P-Asserted-Identity', '<sip:+4915112345678@forged.invalid>'],
  ['P-Preferred-Identity', '<sip:+4915112345678@forged.invalid>'],
  ['Remote-Party-ID', '<sip:+4915112345678@forged.invalid>;party=calling'],
  ['Diversion', '<sip:+4915112345678@forged.invalid>'],
  ['Identity', 'eyJhbGciOiJFUzI1NiJ9.forged;info=<https://forged.invalid>'],
  ['History-Info', '<sip:forged@forged.invalid>;index=1'],
  ['Privacy', 'none'],
  ['Route', '<sip:forged.invalid;lr>'],
  ['Record-Route', '<sip:forged.invalid;lr>'],
  ['X-Foo', 'forged'],
  ['X-Foo ', 'forged'],
  ['x-farline-trunk', 'forged'],
  ['Call-Info', '<http://forged.invalid>'],
  ['User-Agent', 'forged'],
];
const IDENTITY_HEADERS = [
  'P-Preferred-Identity',
  'Remote-Party-ID',
  'Diversion',
  'Identity',
  'History-Info',
  'Call-Info',
  'X-Foo',
  'X-Farline-Call',
];

/** What one side may learn of the other. */
export function keepsSecrets(bed: () => EngineBed): void {
  const atTrunk = (number: string) => {
    const callId = bed().trunkA.received.all.find(({ uri }) => uri.includes(number))?.callId;
    return bed().trunkA.received.all.filter((message) => message.callId === callId);
  };

  describe.concurrent('what the far side sees', () => {
    test('never the caller’s address, host, Contact, WebSocket, user or Call-ID, in no message of the call', async () => {
      const { call, leg, caller, number } = await bed().place({
        trunkA: answers,
        decision: { grantedSeconds: 4 },
        invite: { sipCallId: `${Math.random().toString(36).slice(2)}@192.0.2.77` },
      });
      await leg.final();
      const { connection } = await bed().server.asks.next('the ask', (ask) => ask.call === call);
      await leg.request('INVITE', { body: browserOffer() });
      await leg.request('UPDATE', { body: browserOffer() });
      await leg.request('INFO', { headers: [['X-Private', 'mine']] });
      await bed().trunkA.received.next(
        'the BYE',
        ({ method, text }) => method === 'BYE' && text.includes(number),
        15_000,
      );
      const methods = new Set(atTrunk(number).map(({ method }) => method));
      expect(methods).toEqual(new Set(['INVITE', 'ACK', 'UPDATE', 'INFO', 'BYE']));
      for (const { text } of atTrunk(number)) {
        for (const secret of [
          '192.0.2.77',
          '.invalid',
          'SIP/2.0/WS',
          'transport=ws',
          connection,
          caller.userId.slice(0, 8),
          'X-Private',
          'Caller’s Desk',
          'sip.instance',
        ]) {
          expect(text).not.toContain(secret);
        }
      }
    });

    test('From and P-Asserted-Identity are the server’s answer alone, in every message', async () => {
      const { leg, number } = await bed().place({
        trunkA: answers,
        decision: { callerId: '+999000000042' },
        invite: { from: '"Police" <sip:+112@forged.invalid>', headers: FORGED },
      });
      await leg.final();
      await leg.request('UPDATE', { body: browserOffer(), headers: FORGED.filter(([name]) => !name.includes('oute')) });
      await leg.request('BYE');
      const isBye = ({ method, text }: SipMessage) => method === 'BYE' && text.includes(number);
      await bed().trunkA.received.next('the BYE', isBye);
      const [invite, ...others] = atTrunk(number);
      expect(invite?.header('P-Asserted-Identity')).toBe('<sip:+999000000042@127.0.0.1>');
      for (const message of [invite, ...others]) {
        expect(message?.header('From')).toMatch(/^<sip:\+999000000042@127\.0\.0\.1>;tag=/);
        expect(message?.text).not.toMatch(/forged|Police/i);
        for (const name of IDENTITY_HEADERS) expect(message?.headers(name)).toEqual([]);
      }
      expect(others.length).toBeGreaterThanOrEqual(3);
    });

    test('without a caller ID the call is anonymous', async () => {
      const { leg, number } = await bed().place({ trunkA: answers, decision: { callerId: '' } });
      await leg.final();
      const [invite] = atTrunk(number);
      expect(invite?.header('From')).toMatch(/^"Anonymous" <sip:anonymous@anonymous\.invalid>;tag=/);
      expect(invite?.header('Privacy')).toBe('id');
      expect(invite?.headers('P-Asserted-Identity')).toEqual([]);
      await leg.request('BYE');
    });

    test('a number that is withheld goes to the carrier alone, which is told to keep it', async () => {
      const { leg, number } = await bed().place({
        trunkA: answers,
        decision: { callerId: '+999000000043', privacy: 'id' },
      });
      await leg.final();
      await leg.request('INFO');
      await leg.request('BYE');
      const [invite, ...others] = atTrunk(number);
      expect(invite?.header('P-Asserted-Identity')).toBe('<sip:+999000000043@127.0.0.1>');
      expect(invite?.header('Privacy')).toBe('id');
      for (const message of [invite, ...others]) {
        expect(message?.header('From')).toMatch(/^"Anonymous" <sip:anonymous@anonymous\.invalid>;tag=/);
      }
      for (const { text } of others) expect(text).not.toContain('999000000043');
    });

    test.each<[string, { from?: string; headers?: readonly (readonly [string, string])[] }, string]>([
      ['Privacy: id', { headers: [['Privacy', 'id']] }, 'id'],
      ['Privacy: user;header', { headers: [['Privacy', 'user;header']] }, 'id'],
      [
        'a second Privacy',
        {
          headers: [
            ['Privacy', 'critical'],
            ['Privacy', 'id;critical'],
          ],
        },
        'id',
      ],
      ['an anonymous From', { from: '"Anonymous" <sip:anonymous@anonymous.invalid>' }, 'id'],
      ['Remote-Party-ID', { headers: [['Remote-Party-ID', '<sip:x@y.example>;party=calling;privacy=full']] }, 'id'],
      ['Privacy: none', { headers: [['Privacy', 'none']] }, ''],
      ['nothing of it', {}, ''],
    ])('the server hears what %s asks for', async (_what, invite, privacy) => {
      const { call, leg } = await bed().place({ trunkA: (trunk) => trunk.reply(486), invite });
      await leg.final();
      expect(await bed().server.asks.next('the ask', (ask) => ask.call === call)).toMatchObject({ privacy });
    });

    test('a trunk’s private headers and address do not reach the caller', async () => {
      const { leg } = await bed().place({ trunkA: answers });
      await leg.final();
      await leg.request('BYE');
      for (const { text } of leg.received.all) {
        expect(text).not.toContain('X-Carrier-Secret');
        expect(text).not.toMatch(/Carrier’s Box|sip\.instance/);
        expect(text).not.toContain(`127.0.0.1:${bed().trunkA.port}`);
      }
    });
  });
}
