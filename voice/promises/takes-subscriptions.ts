import { randomInt } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { askKamailio } from '../testbed/ask-kamailio.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import type { SipMessage } from '../testbed/sip-message.ts';
import { type About, ha1, openUdpPhone } from '../testbed/udp-phone.ts';

const [PASSWORD, REALM] = ['right', 'farline.local'];
const SUMMARY = ['Event', 'message-summary'] as const;

type Wanted = About & {
  expires?: number | string;
  headers?: readonly (readonly [string, string])[];
  contact?: string;
};

/** SIP phones that subscribe to how many voicemails wait (RFC 6665, RFC 3842). */
export function takesSubscriptions(bed: () => EngineBed): void {
  const aPhone = async (username = `subs${randomInt(10_000, 1_000_000)}`, address = '127.0.0.1') => {
    bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
    const phone = await openUdpPhone({ port: bed().stack.ports.phones, username, address });
    onTestFinished(() => phone.close());
    const request = async (
      { expires = 600, headers = [SUMMARY], contact = phone.contact, ...about }: Wanted,
      proof?: string,
    ) =>
      await phone.ask(
        'SUBSCRIBE',
        [
          ['Contact', `<${contact}>`],
          ...(expires === '' ? [] : [['Expires', String(expires)] as const]),
          ...headers,
          ...(proof === undefined ? [] : [['Proxy-Authorization', proof] as const]),
        ],
        { uri: `sip:${username}@${REALM}`, ...about },
      );
    const subscribe = async (wanted: Wanted = {}, password = PASSWORD) => {
      const challenge = await request({ ...wanted, cseq: undefined });
      if (challenge.status !== 407) return challenge;
      return await request(wanted, phone.proofFor(challenge, password, { method: 'SUBSCRIBE' }));
    };
    const all = () => phone.received.all.filter(({ method }) => method === 'NOTIFY');
    /** The next NOTIFY of this, which hears this status. */
    const hears = async (what: string | RegExp, status = 200) => {
      const notify = await phone.received.next(
        `NOTIFY of ${what}`,
        (message) => message.method === 'NOTIFY' && message.text.search(what) >= 0,
      );
      phone.reply(notify, status);
      return notify;
    };
    return {
      username,
      phone,
      request,
      subscribe,
      hears,
      registers: async () => {
        const proof = phone.proofFor(await phone.register({}), PASSWORD);
        expect((await phone.register({ proof })).status).toBe(200);
      },
      /** What it was told, without what was sent again. */
      told: () => [...new Set(all().map(({ callId, fromTag, cseq }) => `${callId} ${fromTag} ${cseq}`))],
    };
  };
  const tell = async (username: string, waiting: string) =>
    expect(await bed().server.link.tellWaiting(username, waiting)).toBe('done');
  /** Within the subscription that this answer opened. */
  const within = (answer: SipMessage): About => ({ fromTag: answer.fromTag, toTag: answer.toTag });

  describe('a SIP phone that subscribes to its lamp', () => {
    test('is told at once and at each change, within its subscription and not outside it too', async () => {
      const { username, phone, registers, subscribe, hears, told } = await aPhone();
      bed().server.waiting.set(username, '2/1');
      await registers();
      await hears('2/1');
      const opened = await subscribe({ headers: [['Event', 'message-summary;id=a1']] });
      expect(opened.status).toBe(200);
      expect(opened.header('Expires')).toBe('600');
      expect(opened.header('Contact')).toContain(`:${bed().stack.ports.phones}`);

      const first = await hears(/CSeq: 1 NOTIFY[^]*id=a1[^]*2\/1/);
      await tell(username, '0/3');
      const second = await hears('0/3');
      await registers();
      await tell(username, '1/3');
      await hears('1/3');

      for (const notify of [first, second]) {
        expect([notify.callId, notify.fromTag, notify.toTag]).toEqual([opened.callId, opened.toTag, opened.fromTag]);
        expect(notify.header('Event')).toBe('message-summary;id=a1');
        expect(notify.header('Subscription-State')).toMatch(/^active;expires=(59\d|600)$/);
        expect(notify.uri).toBe(phone.contact);
      }
      expect(second.cseq).toBe('2 NOTIFY');
      expect(first.body).toMatch(/^Messages-Waiting: yes\r\n/);
      expect(told()).toHaveLength(4);
    });

    test('goes on with it, ends it, and is told as any other phone from then on', async () => {
      const { username, registers, subscribe, hears, told } = await aPhone();
      await registers();
      const opened = await subscribe();
      await hears('CSeq: 1 NOTIFY');
      bed().server.waiting.set(username, '4/0');
      const renewed = await subscribe({ ...within(opened), expires: 60 });
      expect([renewed.status, renewed.header('Expires'), renewed.toTag]).toEqual([200, '60', opened.toTag]);
      expect((await hears('CSeq: 2 NOTIFY')).body).toContain('4/0');

      expect((await subscribe({ ...within(opened), expires: 0 })).status).toBe(200);
      const last = await hears('CSeq: 3 NOTIFY');
      expect(last.header('Subscription-State')).toBe('terminated;reason=timeout');
      expect(last.body).toContain('4/0');
      expect((await subscribe(within(opened))).status).toBe(481);

      await tell(username, '5/0');
      expect((await hears('5/0')).callId).not.toBe(opened.callId);
      expect(told()).toHaveLength(4);
    });

    test('that asks once is told once, also where nobody knows what waits', async () => {
      const { username, subscribe, hears, told } = await aPhone();
      expect((await subscribe({ expires: 0 })).header('Expires')).toBe('0');
      const only = await hears('terminated');
      expect([only.body, only.header('Content-Type')]).toEqual(['', '']);
      await tell(username, '1/0');
      expect((await subscribe({ expires: 0, uri: `sip:*97@${REALM}` })).status).toBe(200);
      await expect.poll(() => told().length).toBe(2);
    });

    test('subscribes for a minute at least and an hour at most', async () => {
      const { subscribe } = await aPhone();
      const brief = await subscribe({ expires: 59 });
      expect([brief.status, brief.header('Min-Expires')]).toEqual([423, '60']);
      for (const expires of ['', 3601, '4294967295']) {
        expect((await subscribe({ expires })).header('Expires')).toBe('3600');
      }
      for (const expires of ['-1', 'ever']) expect((await subscribe({ expires })).status).toBe(400);
    });

    test('hears what there is to subscribe to', async () => {
      const { subscribe } = await aPhone();
      for (const headers of [[], [['Event', 'dialog']], [['Event', 'message-summary-not']]] as const) {
        const refused = await subscribe({ headers });
        expect([refused.status, refused.header('Allow-Events')]).toEqual([489, 'message-summary']);
      }
      expect((await subscribe({ headers: [SUMMARY, ['Accept', 'application/pidf+xml']] })).status).toBe(406);
    });

    test.each([
      [
        'with a parameter in capitals',
        'message-summary;ID=a;x sip:T sip:127.0.0.1:9 udp:127.0.0.1:9 sip:c sip:f sip:t',
      ],
      ['over two lines', 'message-summary;id=a;x=\r\n sip:T sip:127.0.0.1:9 udp:127.0.0.1:9 sip:c sip:f sip:t'],
    ])('cannot have somebody else told by the words of its event, %s', async (_how, event) => {
      const { username, phone, subscribe, hears } = await aPhone();
      expect((await subscribe({ headers: [['Event', event]] })).status).toBe(200);
      const first = await hears('CSeq: 1 NOTIFY');
      expect(first.header('Event')).toBe('message-summary;id=a');
      await tell(username, '2/2');
      expect((await hears('2/2')).uri).toBe(phone.contact);
    });

    test('and has the same private address as one at another site takes nothing from that', async () => {
      const one = await aPhone();
      const other = await aPhone(one.username, '127.0.0.16');
      await one.registers();
      for (const phone of [one, other]) {
        expect((await phone.subscribe({ contact: one.phone.contact })).status).toBe(200);
        await phone.hears('CSeq: 1 NOTIFY');
      }
      await tell(one.username, '5/5');
      await Promise.all([one, other].map(async ({ hears }) => await hears(/CSeq: 2 NOTIFY[^]*5\/5/)));
    });

    test('and says in its Contact how it is woken is told there; one that is longer than any that is kept is refused', async () => {
      const { username, phone, subscribe, hears } = await aPhone();
      bed().server.waiting.set(username, '2/1');
      const woken = (token: string) => `${phone.contact};ob;pn-provider=fcm;pn-param=project;pn-prid=${token}`;

      expect((await subscribe({ contact: woken('a:'.repeat(90)) })).status).toBe(200);
      expect((await hears('2/1')).text).toContain(`NOTIFY ${woken('a:'.repeat(90))} SIP/2.0`);
      expect((await subscribe({ contact: woken('a:'.repeat(250)) })).status).toBe(400);
    });

    test('hears of nobody else, and nobody of it without its password', async () => {
      const [one, other] = [await aPhone(), await aPhone()];
      bed().server.waiting.set(other.username, '9/9');
      expect((await one.subscribe({ uri: `sip:${other.username}@${REALM}` })).status).toBe(404);
      expect((await one.subscribe({ uri: `sip:${one.username}@elsewhere.example` })).status).toBe(404);
      expect((await one.subscribe({ from: other.username })).status).toBe(403);
      expect((await one.subscribe({}, 'wrong')).status).toBe(403);
      expect((await one.request({})).status).toBe(407);
      const theirs = await other.subscribe();
      expect((await one.subscribe({ ...within(theirs), expires: 0 })).status).toBe(481);
      await other.hears('CSeq: 1 NOTIFY');
      await tell(other.username, '8/8');
      await other.hears('8/8');
      expect(one.told()).toEqual([]);
    });

    test('cannot end it with a request that it sent before', async () => {
      const { subscribe } = await aPhone();
      const opened = await subscribe({ cseq: 50 });
      expect((await subscribe({ ...within(opened), cseq: 49, expires: 0 })).status).toBe(500);
      expect((await subscribe({ ...within(opened), cseq: 51 })).status).toBe(200);
    });

    test('and knows nothing of it any more is told as any other phone', async () => {
      const { username, registers, subscribe, hears } = await aPhone();
      await registers();
      const opened = await subscribe();
      await hears('CSeq: 1 NOTIFY', 481);
      // Each time another count: what it was told within its subscription, before its 481 was read, stays among what it heard.
      let count = 2;
      const isForgotten = async () => {
        count += 1;
        await tell(username, `${count}/0`);
        return (await hears(`${count}/0`)).callId !== opened.callId;
      };
      await expect.poll(isForgotten).toBe(true);
    });

    test('and lets its time pass is told that it is over', async () => {
      const { username, subscribe, hears } = await aPhone();
      await subscribe();
      await hears('CSeq: 1 NOTIFY');
      const { kamailioRpc } = bed().stack.ports;
      expect(await askKamailio(kamailioRpc, 'htable.setex', ['subscription', `${username}:0`, 1])).toBeDefined();
      const last = await hears('CSeq: 2 NOTIFY');
      expect(last.header('Subscription-State')).toBe('terminated;reason=timeout');
    });

    test('five times and more is told five times', async () => {
      const first = await aPhone();
      const phones = [first, ...(await Promise.all(Array.from({ length: 6 }, () => aPhone(first.username))))];
      for (const [place, { subscribe, hears }] of phones.entries()) {
        expect((await subscribe({ expires: 600 + place })).status).toBe(200);
        await hears('CSeq: 1 NOTIFY');
      }
      await tell(first.username, '6/6');
      await Promise.all(phones.slice(2).map(async ({ hears }) => await hears('6/6')));
      expect(phones.map(({ told }) => told().length)).toEqual([1, 1, 2, 2, 2, 2, 2]);
      // The same telephone, started anew, takes its own place.
      expect((await phones[6]?.subscribe({ expires: 3600 }))?.status).toBe(200);
      await tell(first.username, '7/7');
      await Promise.all(phones.slice(2).map(async ({ hears }) => await hears('7/7')));
      expect(phones[6]?.told()).toHaveLength(4);
    });
  });
}
