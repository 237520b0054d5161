import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { askKamailio } from '../testbed/ask-kamailio.ts';
import { openPage } from '../testbed/called-pages.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { openUdpPhone } from '../testbed/udp-phone.ts';

/** Pages of signed-in users: who may say where they are. */
export function registersBrowsers(bed: () => EngineBed): void {
  const aBrowser = async (over: Parameters<typeof openPage>[1] = {}) => await openPage(bed(), over);
  type Contact = { Address: string; Expires: number | string; Received: string };
  /** Where Kamailio knows this user to be. */
  const contactsOf = async (userId: string): Promise<Contact[]> => {
    const { kamailioRpc } = bed().stack.ports;
    const found = (await askKamailio(kamailioRpc, 'ul.lookup', ['location', `browser-${userId}`])) as
      | { Contacts: { Contact: Contact }[] }
      | undefined;
    return (found?.Contacts ?? []).map(({ Contact }) => Contact);
  };
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

  describe('registering a page', () => {
    test('it is known where its WebSocket is, until it says that it leaves', async () => {
      const browser = await aBrowser();

      const registered = await browser.register();
      expect(registered.status).toBe(200);
      expect(registered.header('Contact')).toContain(browser.contact);
      expect(await contactsOf(browser.userId)).toMatchObject([
        { Address: browser.contact, Received: expect.stringMatching(/;transport=ws$/) },
      ]);

      expect((await browser.register({ contact: `<${browser.contact}>;expires=0` })).status).toBe(200);
      expect(await contactsOf(browser.userId)).toEqual([]);
    });

    test('and it is forgotten when its WebSocket closes, and another of the same user is not', async () => {
      const browser = await aBrowser();
      const other = await aBrowser({ userId: browser.userId });
      await browser.register();
      await other.register();

      browser.close();

      const addresses = async () => (await contactsOf(browser.userId)).map(({ Address }) => Address);
      await expect.poll(addresses, { timeout: 10_000 }).toEqual([other.contact]);
    });

    test.for([
      ['asks for an hour', 3600, 120, { most: 120, least: 100 }],
      ['asks for nothing', undefined, 120, { most: 120, least: 100 }],
      ['asks for less', 90, 600, { most: 90, least: 80 }],
      ['asks for ten years and more', 999_999_999, 200, { most: 200, least: 180 }],
    ] as const)('that %s is kept no longer than its credentials are good', async ([, expires, left, kept]) => {
      const browser = await aBrowser({ credentialsEnd: inSeconds(left) });

      const registered = await browser.register(expires === undefined ? {} : { expires });

      const seconds = Number(/;expires=(\d+)/.exec(registered.header('Contact'))?.[1]);
      expect(seconds).toBeLessThanOrEqual(kept.most);
      expect(seconds).toBeGreaterThan(kept.least);
    });

    test.for([
      ['that are over', -10],
      ['that are over within a minute', 40],
    ] as const)('with credentials %s it is refused', async ([, left]) => {
      const browser = await aBrowser({ credentialsEnd: inSeconds(left) });

      const refused = await browser.register();

      expect(refused.status).toBe(403);
      expect(refused.header('X-Farline-Reason')).toBe('credentials_expired');
      expect(await contactsOf(browser.userId)).toEqual([]);
    });

    test('nobody registers as somebody else, as a guest, or with a forged proof', async () => {
      const browser = await aBrowser();
      const other = randomUUID();
      const phone = `phone${randomInt(10_000, 100_000)}`;
      const guest = await aBrowser({ userId: `guest-${randomUUID()}` });

      for (const aor of [other, phone, `browser-${browser.userId}`]) {
        expect((await browser.register({ aor })).status).toBe(403);
      }
      expect((await guest.register()).status).toBe(403);
      const forged = (proof: string) => proof.replace(browser.userId, other);
      expect((await browser.register({ aor: other, forges: forged })).status).toBe(401);
      for (const name of [other, browser.userId, guest.userId]) expect(await contactsOf(name)).toEqual([]);
      expect(await bed().rpc.registeredPhones([phone])).toEqual(new Set());
    });

    test('no phone has the name of a page: over UDP nobody registers as one', async () => {
      const browser = await aBrowser();
      for (const username of [browser.userId, `browser-${browser.userId}`]) {
        const phone = await openUdpPhone({ port: bed().stack.ports.phones, username });
        onTestFinished(() => phone.close());
        expect((await phone.register({ proof: phone.proofFor(await phone.register({}), 'any') })).status).toBe(403);
      }
      expect(await contactsOf(browser.userId)).toEqual([]);
    });

    test('a Contact that points elsewhere leads to the WebSocket all the same', async () => {
      const browser = await aBrowser();
      const elsewhere = '<sip:page@192.0.2.9:5060;transport=udp;alias=192.0.2.9~5060~1;maddr=192.0.2.9>;expires=300';

      expect((await browser.register({ contact: elsewhere })).status).toBe(200);

      const [contact] = await contactsOf(browser.userId);
      expect(contact?.Received).toMatch(/^sip:(127\.0\.0\.1|\[::1\]):\d+;transport=ws$/);
      expect(contact?.Address).not.toContain('alias');
    });

    test('of more than five the oldest goes, and several at once are refused', async () => {
      const first = await aBrowser();
      await first.register();
      const [userId, contacts] = [first.userId, [first.contact]];
      for (let more = 0; more < 5; more++) {
        const browser = await aBrowser({ userId });
        expect((await browser.register()).status).toBe(200);
        contacts.push(browser.contact);
      }

      const kept = (await contactsOf(userId)).map(({ Address }) => Address);
      expect(kept).toHaveLength(5);
      expect(kept).toContain(contacts.at(-1));
      const many = Array.from({ length: 100 }, (_, place) => `<sip:p${place}@192.0.2.9>`).join(', ');
      expect((await first.register({ contact: many })).status).toBe(403);
      expect(await contactsOf(userId)).toHaveLength(5);
    });

    test('several Contacts in headers of their own are refused too, also where they say that they leave', async () => {
      const browser = await aBrowser({ credentialsEnd: inSeconds(120) });
      const contact = `<${browser.contact}>;expires=3600\r\nContact: <sip:more@192.0.2.9>;expires=3600`;

      expect((await browser.register({ contact, expires: 0 })).status).toBe(403);

      expect(await contactsOf(browser.userId)).toEqual([]);
    });

    test('a page that comes back over another WebSocket does not push another browser of its user out', async () => {
      const desk = await aBrowser();
      await desk.register();
      const restless = await aBrowser({ userId: desk.userId });
      for (let start = 0; start < 8; start++) {
        expect((await restless.register({ callId: randomUUID() })).status).toBe(200);
        await restless.reconnect();
      }

      expect((await contactsOf(desk.userId)).map(({ Address }) => Address)).toContain(desk.contact);
    });
  });
}
