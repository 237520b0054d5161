import { randomInt } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EngineBed } from '../testbed/engine-bed.ts';
import type { SipMessage } from '../testbed/sip-message.ts';
import { ha1, openUdpPhone } from '../testbed/udp-phone.ts';

const PASSWORD = 'right';

/** SIP phones are told how many voicemails wait (RFC 3842), as they show it with a lamp. */
export function showsWaiting(bed: () => EngineBed): void {
  const aPhone = async () => {
    const username = `lamp${randomInt(10_000, 1_000_000)}`;
    bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
    const phone = await openUdpPhone({ port: bed().stack.ports.phones, username });
    onTestFinished(() => phone.close());
    const registers = async (expires = 120) =>
      (await phone.register({ proof: phone.proofFor(await phone.register({}), PASSWORD), expires })).status;
    const told = (message: SipMessage) => message.method === 'NOTIFY';
    /** The next one that says this; it is acknowledged. */
    const hears = async (waiting: string) => {
      const notify = await phone.received.next(
        `NOTIFY of ${waiting}`,
        (message) => told(message) && message.body.includes(`Voice-Message: ${waiting} `),
      );
      phone.reply(notify, 200, { toTag: 'lamp' });
      return notify;
    };
    return {
      username,
      registers,
      hears,
      /** The Call-IDs of all it was told: what is not acknowledged in time is sent again, and is one. */
      told: () => [...new Set(phone.received.all.filter(told).map((message) => message.header('Call-ID')))],
    };
  };

  describe('a SIP phone with a lamp', () => {
    test('is told what waits once it is registered, and at each change', async () => {
      const { username, registers, hears } = await aPhone();
      bed().server.waiting.set(username, '2/1');

      expect(await registers()).toBe(200);
      const first = await hears('2/1');
      expect(first.header('Event')).toBe('message-summary');
      expect(first.header('Content-Type')).toBe('application/simple-message-summary');
      expect(first.header('Subscription-State')).toBe('active');
      expect(first.body).toMatch(/^Messages-Waiting: yes\r\n/);

      expect(await bed().server.link.tellWaiting(username, '0/3')).toBe('done');
      expect((await hears('0/3')).body).toMatch(/^Messages-Waiting: no\r\n/);
    });

    test('hears nothing of what is not known, nor of what is none', async () => {
      const { username, registers, hears, told } = await aPhone();
      expect(await registers()).toBe(200);
      for (const odd of ['', '1', '1/1\r\nEvil: yes', '1/1/1']) await bed().server.link.tellWaiting(username, odd);
      await bed().server.link.tellWaiting(username, '1/0');
      await hears('1/0');
      expect(told()).toHaveLength(1);
    });

    test('hears nothing of another phone, nor of its own once it has left', async () => {
      const [one, other] = [await aPhone(), await aPhone()];
      for (const phone of [one, other]) expect(await phone.registers()).toBe(200);
      await bed().server.link.tellWaiting(one.username, '1/0');
      await one.hears('1/0');
      expect(other.told()).toEqual([]);

      bed().server.waiting.set(one.username, '7/7');
      expect(await one.registers(0)).toBe(200);
      await bed().server.link.tellWaiting(one.username, '8/8');
      await bed().server.link.tellWaiting(other.username, '1/0');
      await other.hears('1/0');
      expect(one.told()).toHaveLength(1);
    });
  });
}
