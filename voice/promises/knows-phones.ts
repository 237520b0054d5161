import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCallingPhone } from '../testbed/calling-phone.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { createInbox } from '../testbed/inbox.ts';
import { allow } from '../testbed/scripted-server.ts';
import { carrierAnswer } from '../testbed/sdp.ts';
import { readSip, type SipMessage } from '../testbed/sip-message.ts';
import { ha1, openUdpPhone } from '../testbed/udp-phone.ts';

const PASSWORD = 'right';
const HOME = '127.0.1.40';
const ELSEWHERE = '127.0.1.41';
const STRANGER = '127.0.9.40';

/** Who speaks in the call of a SIP phone: the phone, from its address, or one where it is registered. */
export function knowsPhones(bed: () => EngineBed): void {
  const aCall = async () => {
    const username = `known${randomInt(10_000, 1_000_000)}`;
    bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
    const number = `4477008${String(randomInt(1_000_000)).padStart(6, '0')}`;
    bed().trunkA.script(number, (leg) => {
      leg.reply(180);
      leg.reply(200);
    });
    const call = randomUUID();
    const trunks = [['trunk-a', `sip:${number}@127.0.0.1:${bed().trunkA.port}`]] as const;
    bed().server.decide(username, () => ({ ...allow(trunks), call }));
    const phone = await openCallingPhone({
      port: bed().stack.ports.phones,
      username,
      password: PASSWORD,
      address: HOME,
    });
    onTestFinished(() => phone.close());
    const leg = phone.place({ number: `+${number}`, offer: carrierAnswer(40_000, HOME) });
    expect((await leg.final()).status).toBe(200);
    await bed().server.report(call, 'call.answered');
    const isOpen = () =>
      bed()
        .trunkA.openCalls()
        .some((each) => each.number === number);
    return { leg, call, username, isOpen };
  };
  /** What is heard, to words of the phone's, from a socket of its own at this address. */
  const sayFrom = async (address: string, words: string): Promise<SipMessage> => {
    const socket = createSocket('udp4');
    socket.bind(0, address);
    await once(socket, 'listening');
    onTestFinished(() => void socket.close());
    const received = createInbox<SipMessage>((message) => message.text.split('\r\n')[0] ?? '');
    socket.on('message', (bytes) => received.add(readSip(bytes.toString())));
    const via = `SIP/2.0/UDP ${address}:${socket.address().port};rport;branch=z9hG4bK${randomBytes(8).toString('hex')}`;
    socket.send(words.replace(/^Via: .*$/m, `Via: ${via}`), bed().stack.ports.phones, '127.0.0.1');
    return await received.next('the response', ({ status }) => status >= 200);
  };

  describe('in a SIP phone’s call', () => {
    test.each(['BYE', 'INFO', 'UPDATE', 'INVITE'])(
      'a third address that knows all its names says %s in vain',
      async (method) => {
        const { leg, call, isOpen } = await aCall();

        expect((await sayFrom(STRANGER, leg.written(method))).status).toBe(403);

        expect(isOpen()).toBe(true);
        expect((await leg.request('BYE')).status).toBe(200);
        expect(await bed().server.report(call, 'call.ended')).toMatchObject({ by: 'caller' });
      },
    );

    test('the phone hangs up from another port of its address, as behind a router that changed it', async () => {
      const { leg, call } = await aCall();
      expect((await sayFrom(HOME, leg.written('BYE'))).status).toBe(200);
      expect(await bed().server.report(call, 'call.ended')).toMatchObject({ by: 'caller' });
    });

    test('the phone hangs up from another address once it is registered there, and not before', async () => {
      const { leg, call, username } = await aCall();
      expect((await sayFrom(ELSEWHERE, leg.written('BYE'))).status).toBe(403);
      const there = await openUdpPhone({ port: bed().stack.ports.phones, username, address: ELSEWHERE });
      onTestFinished(() => there.close());
      const challenge = await there.register({});
      expect((await there.register({ proof: there.proofFor(challenge, PASSWORD) })).status).toBe(200);

      expect((await sayFrom(ELSEWHERE, leg.written('BYE'))).status).toBe(200);
      expect(await bed().server.report(call, 'call.ended')).toMatchObject({ by: 'caller' });
    });
  });
}
