import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCallingPhone } from '../testbed/calling-phone.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { openRtpSocket, type RtpSocket } from '../testbed/rtp-socket.ts';
import { allow } from '../testbed/scripted-server.ts';
import type { TrunkLeg } from '../testbed/scripted-trunk.ts';
import { carrierAnswer, mediaOf } from '../testbed/sdp.ts';
import { ha1 } from '../testbed/udp-phone.ts';

const PASSWORD = 'right';

/** Keys that a phone says in SIP are heard in the sound. */
export function carriesDigits(bed: () => EngineBed): void {
  const aSocket = async (): Promise<RtpSocket> => {
    const socket = await openRtpSocket();
    onTestFinished(() => socket.close());
    return socket;
  };
  /** A phone's call that was answered, with sound both ways. */
  const aCall = async (offer: (port: number) => string, username = `keys${randomInt(10_000, 1_000_000)}`) => {
    const [near, far] = [await aSocket(), await aSocket()];
    const number = `44770081${randomInt(10_000, 100_000)}`;
    bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
    bed().server.decide(username, () => ({
      ...allow([['trunk-a', `sip:${number}@127.0.0.1:${bed().trunkA.port}`]]),
      call: randomUUID(),
    }));
    const ringing = Promise.withResolvers<TrunkLeg>();
    bed().trunkA.script(number, (leg) => ringing.resolve(leg));
    const phone = await openCallingPhone({ port: bed().stack.ports.phones, username, password: PASSWORD });
    onTestFinished(() => phone.close());
    const leg = phone.place({ number: `+${number}`, offer: offer(near.port) });
    const trunk = await ringing.promise;
    // The number under which the carrier is offered events (RFC 4733) is its own.
    const event = /a=rtpmap:(\d+) telephone-event\/8000/.exec(trunk.invite.body)?.[1] ?? '';
    trunk.reply(200, 'OK', { body: carrierAnswer(far.port).replaceAll(/\b126\b/g, event) });
    const [answered, offered] = [mediaOf((await leg.final()).body), mediaOf(trunk.invite.body)];
    near.speakTo(answered.host, [answered.port], 20);
    far.speakTo(offered.host, [offered.port], 20);
    await expect.poll(() => Math.min(near.received(), far.received()), { timeout: 10_000 }).toBeGreaterThan(10);
    const press = async (body: string, contentType = 'application/dtmf-relay', isResponseLost = false) =>
      (await leg.request('INFO', { body, contentType, isResponseLost })).status;
    return { leg, trunk, near, press, keysHeard: () => far.digits(Number(event)) };
  };
  const withoutEvents = (port: number) =>
    carrierAnswer(port)
      .replace('RTP/AVP 0 126', 'RTP/AVP 0')
      .replaceAll(/a=(rtpmap|fmtp):126 .*\r\n/g, '');

  describe('keys that a phone says by INFO', () => {
    test('are heard by a carrier as events in the sound (RFC 4733), also after an offer within the call', async () => {
      const { leg, trunk, near, press, keysHeard } = await aCall(withoutEvents);
      expect(trunk.invite.body).toContain('telephone-event/8000');
      expect((await leg.final()).body).not.toContain('telephone-event');

      const heard: number[] = [];
      for (const body of ['Signal=1\r\nDuration=160\r\n', 'Signal= #', 'Duration=100\nsignal=A\n'])
        heard.push(await press(body));
      heard.push(await press('9', 'application/dtmf'));

      // Some say * and # as the numbers that they have in the sound.
      heard.push(await press('Signal=10\r\nDuration=160\r\n'), await press('11', 'application/dtmf'));

      expect(heard).toEqual(Array.from({ length: 6 }, () => 200));
      await expect.poll(keysHeard, { timeout: 10_000 }).toBe('1#A9*#');
      expect((await leg.request('INVITE', { body: withoutEvents(near.port) })).status).toBe(200);
      expect(await press('Signal=*\r\nDuration=160\r\n')).toBe(200);
      await expect.poll(keysHeard, { timeout: 10_000 }).toBe('1#A9*#*');
      expect(
        bed().trunkA.received.all.filter(({ method, callId }) => method === 'INFO' && callId === trunk.invite.callId),
      ).toEqual([]);
      await leg.request('BYE');
    });

    test('are heard once where the response is lost and the phone says them again', async () => {
      const { leg, press, keysHeard } = await aCall(withoutEvents);

      expect(await press('Signal=4\r\nDuration=160\r\n', 'application/dtmf-relay', true)).toBe(200);
      expect(await press('<media_control/>', 'application/media_control+xml', true)).toBe(415);
      expect(await press('Signal=2\r\nDuration=160\r\n')).toBe(200);

      await expect.poll(keysHeard, { timeout: 10_000 }).toBe('42');
      await leg.request('BYE');
    });

    test.each([
      ['Signal=12\r\nDuration=160\r\n', 'application/dtmf-relay', 400],
      ['Duration=160\r\n', 'application/dtmf-relay', 400],
      ['x', 'application/dtmf', 400],
      ['<media_control/>', 'application/media_control+xml', 415],
    ])('that are none are refused: %j of %s hears %i', async (body, contentType, status) => {
      const { leg, press } = await aCall(withoutEvents);

      expect(await press(body, contentType)).toBe(status);

      await leg.request('BYE');
    });

    test('go on as they came where the phone offered events; its next call takes them into the sound', async () => {
      const username = `keys${randomInt(10_000, 1_000_000)}`;
      const first = await aCall(carrierAnswer, username);
      expect(await first.press('Signal=5\r\nDuration=160\r\n')).toBe(200);
      const info = await bed().trunkA.received.next(
        'the INFO',
        ({ method, callId }) => method === 'INFO' && callId === first.trunk.invite.callId,
      );
      expect(info.body).toBe('Signal=5\r\nDuration=160\r\n');
      await first.leg.request('BYE');

      const second = await aCall(carrierAnswer, username);
      expect(await second.press('Signal=6\r\nDuration=160\r\n')).toBe(200);
      await expect.poll(second.keysHeard, { timeout: 10_000 }).toBe('6');
      await second.leg.request('BYE');
    });
  });
}
