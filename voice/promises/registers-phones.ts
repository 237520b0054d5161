import { randomInt } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { askKamailio } from '../testbed/ask-kamailio.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { ha1, openUdpPhone } from '../testbed/udp-phone.ts';

const PASSWORD = 'right';

/** SIP phones: who may say where they are. */
export function registersPhones(bed: () => EngineBed): void {
  const aPhone = async () => {
    const username = `phone${randomInt(10_000, 100_000)}`;
    bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
    const phone = await openUdpPhone({ port: bed().stack.ports.phones, username });
    onTestFinished(() => phone.close());
    return { phone, username };
  };

  describe('registering a SIP phone', () => {
    test('a phone that proves itself is known where it is, until it says that it leaves', async () => {
      const { phone, username } = await aPhone();

      const challenge = await phone.register({});
      expect(challenge.status).toBe(401);
      expect((await phone.register({ proof: phone.proofFor(challenge, PASSWORD) })).status).toBe(200);
      expect(await bed().rpc.registeredPhones([username, 'nobody1234'])).toEqual(new Set([username]));

      const again = await phone.register({});
      const proof = phone.proofFor(again, PASSWORD);
      expect((await phone.register({ proof, contact: '*', expires: 0 })).status).toBe(200);
      expect(await bed().rpc.registeredPhones([username])).toEqual(new Set());
    });

    test('a proof that was accepted once is not accepted again', async () => {
      const { phone } = await aPhone();
      const proof = phone.proofFor(await phone.register({}), PASSWORD);

      expect((await phone.register({ proof })).status).toBe(200);
      const again = await phone.register({ proof });
      expect(again.status).toBe(401);
      // Only a password that is wrong is asked for again (RFC 7616 §3.3).
      expect(again.header('WWW-Authenticate')).toMatch(/stale=true/i);
    });

    test('the server is asked about nobody who answers no nonce of ours', async () => {
      const { phone, username } = await aPhone();
      bed().server.silentAbout(username);
      const challenge = await phone.register({});
      expect(challenge.header('WWW-Authenticate')).not.toMatch(/stale/i);
      const forged = phone.proofFor(challenge, PASSWORD).replace(/nonce="[^"]*"/, `nonce="${'A'.repeat(40)}"`);

      expect((await phone.register({ proof: forged })).status).toBe(401);
    });

    test.each([
      ['without qop', (proof: string) => proof, { hasQop: false, status: 200 }],
      [
        'with the digest of a right password in capitals',
        (proof: string) => proof.replace(/response="([^"]*)"/, (_, hex: string) => `response="${hex.toUpperCase()}"`),
        { hasQop: true, status: 403 },
      ],
    ])('a proof %s', async (_what, change, { hasQop, status }) => {
      const { phone } = await aPhone();
      const proof = change(phone.proofFor(await phone.register({}), PASSWORD, { hasQop }));

      expect((await phone.register({ proof })).status).toBe(status);
    });

    test('a wrong password is refused, and after eight of them the right one too, for a while', async () => {
      const { phone } = await aPhone();
      for (let tries = 0; tries < 8; tries++) {
        const refused = await phone.register({ proof: phone.proofFor(await phone.register({}), 'wrong') });
        expect(refused.status).toBe(403);
      }

      const late = await phone.register({ proof: phone.proofFor(await phone.register({}), PASSWORD) });

      expect(late.status).toBe(403);
      expect(late.header('X-Farline-Reason')).toBe('too_many_attempts');
    });

    test('whoever was shown no nonce of ours closes the door to nobody, whatever they call themselves', async () => {
      const forger = await openUdpPhone({ port: bed().stack.ports.phones, username: 'Nobody!' });
      onTestFinished(() => forger.close());
      const { phone } = await aPhone();
      const challenge = await phone.register({});
      for (let tries = 0; tries < 60; tries++) {
        const forged = forger.proofFor(challenge, 'any').replace(/nonce="[^"]*"/, `nonce="${'A'.repeat(40)}"`);
        expect((await forger.register({ proof: forged })).status).toBe(401);
      }

      expect((await phone.register({ proof: phone.proofFor(challenge, PASSWORD) })).status).toBe(200);
    });

    test('a name that nobody can have is as wrong as any other, once it answers a nonce of ours', async () => {
      const stranger = await openUdpPhone({ port: bed().stack.ports.phones, username: `Nobody${randomInt(100_000)}!` });
      onTestFinished(() => stranger.close());
      const wrong = async () =>
        await stranger.register({ proof: stranger.proofFor(await stranger.register({}), 'wrong') });
      for (let tries = 0; tries < 8; tries++) {
        const refused = await wrong();
        expect(refused.status).toBe(403);
        expect(refused.header('X-Farline-Reason')).toBe('');
      }

      expect((await wrong()).header('X-Farline-Reason')).toBe('too_many_attempts');
    });

    test('a nonce serves the address alone that it was shown to', async () => {
      const { phone, username } = await aPhone();
      const elsewhere = await openUdpPhone({ port: bed().stack.ports.phones, username, address: '127.0.0.3' });
      onTestFinished(() => elsewhere.close());
      const proof = phone.proofFor(await phone.register({}), PASSWORD);

      expect((await elsewhere.register({ proof })).status).toBe(401);
      const own = elsewhere.proofFor(await elsewhere.register({}), PASSWORD);
      expect((await elsewhere.register({ proof: own })).status).toBe(200);
    });

    test('a phone is not the call bridge, whatever its Contact says', async () => {
      const { phone, username } = await aPhone();
      const proof = phone.proofFor(await phone.register({}), PASSWORD);
      for (const contact of ['<sip:call-bridge@127.0.0.1:4011>', '"x" <sip:call-bridge@127.0.0.1;transport=udp>']) {
        expect((await phone.register({ proof, contact })).status).toBe(403);
        expect((await phone.invite({ contact })).status).toBe(403);
      }

      expect(await bed().rpc.registeredPhones([username])).toEqual(new Set());
      expect((await phone.invite({})).status).toBe(407);
    });

    test('a phone speaks for itself alone', async () => {
      const { phone } = await aPhone();
      const { username: other } = await aPhone();
      const stranger = await openUdpPhone({ port: bed().stack.ports.phones, username: other });
      onTestFinished(() => stranger.close());

      const proof = phone.proofFor(await phone.register({}), PASSWORD);

      expect((await stranger.register({ proof })).status).toBe(403);
      expect(await bed().rpc.registeredPhones([other])).toEqual(new Set());
    });

    /** The contacts of a phone, as Kamailio lists them. */
    const contactsOf = async (username: string): Promise<string[]> => {
      const { kamailioRpc } = bed().stack.ports;
      const found = (await askKamailio(kamailioRpc, 'ul.lookup', ['location', username])) as
        | { Contacts: { Contact: { Address: string } }[] }
        | undefined;
      return (found?.Contacts ?? []).map(({ Contact }) => Contact.Address);
    };

    test('a program that comes back from another port each time is never locked out, and the phone on the next desk stays', async () => {
      const { username } = await aPhone();
      const at = async (address: string) => await openUdpPhone({ port: bed().stack.ports.phones, username, address });
      const desk = await at('127.0.0.3');
      onTestFinished(() => desk.close());
      expect((await desk.register({ proof: desk.proofFor(await desk.register({}), PASSWORD) })).status).toBe(200);
      let last = '';
      for (let start = 0; start < 20; start++) {
        const phone = await at('127.0.0.4');
        const registered = await phone.register({ proof: phone.proofFor(await phone.register({}), PASSWORD) });
        expect(registered.status).toBe(200);
        last = phone.contact;
        phone.close();
      }

      const contacts = await contactsOf(username);
      expect(contacts).toHaveLength(5);
      expect(contacts).toContain(desk.contact);
      expect(contacts).toContain(last);
    });

    test('an app that comes from another address takes its own former place, though all are taken, and the other phones stay', async () => {
      const { username } = await aPhone();
      const registered = async (address: string, parameters = '') => {
        const phone = await openUdpPhone({ port: bed().stack.ports.phones, username, address });
        onTestFinished(() => phone.close());
        const contact = `<${phone.contact}>${parameters}`;
        const proof = phone.proofFor(await phone.register({ contact }), PASSWORD);
        expect((await phone.register({ contact, proof })).status).toBe(200);
        return phone.contact;
      };
      const device = (uuid: string) => `;+sip.instance="<urn:uuid:${uuid}>";reg-id=1`;
      const app = device('00000000-0000-1000-8000-00a0c9000001');
      const stay = [
        await registered('127.0.1.61'),
        await registered('127.0.1.62', device('00000000-0000-1000-8000-00a0c9000002')),
        await registered('127.0.1.63', device('00000000-0000-1000-8000-00a0c9000003')),
        await registered('127.0.1.64'),
      ];
      await registered('127.0.1.65', app);

      const moved = await registered('127.0.1.66', app);

      expect((await contactsOf(username)).toSorted()).toEqual([...stay, moved].toSorted());
    });

    test('two sites with the same private address are both registered; one that starts anew is there once', async () => {
      const { username } = await aPhone();
      const contact = `<sip:${username}@192.168.1.20:5060>`;
      const register = async (address: string, port?: number) => {
        const phone = await openUdpPhone({
          port: bed().stack.ports.phones,
          username,
          address,
          ...(port && { from: port }),
        });
        const { status } = await phone.register({
          contact,
          proof: phone.proofFor(await phone.register({ contact }), PASSWORD),
        });
        phone.close();
        expect(status).toBe(200);
        return phone.port;
      };

      const port = await register('127.0.0.5');
      await register('127.0.0.6');
      await register('127.0.0.5', port);

      expect(await contactsOf(username)).toHaveLength(2);
    });

    test('more contacts in one REGISTER than are kept are refused, and nothing is changed', async () => {
      const { phone, username } = await aPhone();
      const contact = Array.from({ length: 6 }, (_, place) => `<sip:${username}@192.0.2.${place + 1}>`).join(', ');
      const proof = phone.proofFor(await phone.register({}), PASSWORD);

      expect((await phone.register({ proof, contact })).status).toBe(403);
      expect(await contactsOf(username)).toEqual([]);
    });

    test.each([
      [
        'a list of methods',
        '<HERE>;methods="INVITE, ACK, BYE, CANCEL, OPTIONS, INFO, MESSAGE, SUBSCRIBE, NOTIFY, PRACK, UPDATE, REFER"',
      ],
      ['a name', '"Weiss, Anna, Dr., \\"Sales, North, East, South\\"" <HERE>'],
      ['an address', '<HERE>;+sip.instance="<urn:uuid:1,2,3,4,5,6>";+sip.extensions="a,b,c,d,e,f"'],
    ])('commas within quotes are no further contact: %s', async (_what, written) => {
      const { phone, username } = await aPhone();
      const contact = written.replace('HERE', phone.contact);
      const registered = async (words: string) =>
        await phone.register({
          contact: words,
          proof: phone.proofFor(await phone.register({ contact: words }), PASSWORD),
        });

      expect((await registered(contact)).status).toBe(200);
      expect(await contactsOf(username)).toEqual([phone.contact]);
      expect((await registered(`${contact};expires=0`)).status).toBe(200);
      expect(await contactsOf(username)).toEqual([]);
    });

    test.each([
      ['the new one first', ''],
      ['the new one first, of a device', ';+sip.instance="<urn:uuid:00000000-0000-1000-8000-00a0c9000007>";reg-id=1'],
      ['in one line', ''],
      ['the old one first', ''],
      ['the old one first, of a device', ';+sip.instance="<urn:uuid:00000000-0000-1000-8000-00a0c9000008>";reg-id=1'],
    ])(
      'a phone whose address behind its router has changed takes the old one back with the new: %s',
      async (order, parameters) => {
        const { phone, username } = await aPhone();
        const others = [];
        for (const address of ['127.0.1.71', '127.0.1.72', '127.0.1.73', '127.0.1.74']) {
          const other = await openUdpPhone({ port: bed().stack.ports.phones, username, address });
          onTestFinished(() => other.close());
          await other.register({ proof: other.proofFor(await other.register({}), PASSWORD) });
          others.push(other.contact);
        }
        const registered = async (contact: string) =>
          await phone.register({ contact, proof: phone.proofFor(await phone.register({ contact }), PASSWORD) });
        const [before, now] = [`sip:${username}@192.0.2.7:1024;ob`, `sip:${username}@192.0.2.7:1025;ob`];
        expect((await registered(`<${before}>${parameters}`)).status).toBe(200);

        const both = [`<${now}>${parameters}`, `<${before}>${parameters};expires=0`];
        const written = (order.startsWith('the old') ? both.toReversed() : both).join(
          order === 'in one line' ? ', ' : '\r\nContact: ',
        );
        const answer = await registered(written);

        expect(answer.status).toBe(200);
        expect(answer.text).toContain(now);
        expect((await contactsOf(username)).toSorted()).toEqual([...others, now].toSorted());
      },
    );

    test('a server that says nothing for 3 s: the phone hears 503', async () => {
      const { phone, username } = await aPhone();
      bed().server.silentAbout(username);

      const answer = await phone.register({ proof: phone.proofFor(await phone.register({}), PASSWORD) });

      expect(answer.status).toBe(503);
      expect(answer.header('X-Farline-Reason')).toBe('server_silent');
    });
  });
}
