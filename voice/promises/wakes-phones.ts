import { randomInt } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { saysWithin } from '../testbed/call-from-trunk.ts';
import { callsIn, statusesOf } from '../testbed/called-pages.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { carrierAnswer } from '../testbed/sdp.ts';
import { standInBridge } from '../testbed/stand-in-bridge.ts';
import { ha1, openUdpPhone, type UdpPhone } from '../testbed/udp-phone.ts';

const PASSWORD = 'right';
const PRID = 'https%3A%2F%2Fpush.example.org%2Fwpush%2Fv2%2FgAAAAA';
const CAPS = '*;+sip.pns="webpush";+sip.vapid="BKey"';

/** SIP apps that sleep: what they say of how they are woken (RFC 8599), and calls that wait for them. */
export function wakesPhones(bed: () => EngineBed): void {
  const aPhone = async () => {
    const username = `sleeps${randomInt(10_000, 1_000_000)}`;
    bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
    const phone = await openUdpPhone({ port: bed().stack.ports.phones, username });
    onTestFinished(() => phone.close());
    return { username, phone };
  };
  const register = async (phone: UdpPhone, told: { contact?: string; expires?: number } = {}) =>
    await phone.register({ ...told, proof: phone.proofFor(await phone.register(told), PASSWORD) });
  const contactOf = ({ contact }: UdpPhone, params: string, after = '') => `<${contact};${params}>${after}`;
  const sleeping = (phone: UdpPhone) => contactOf(phone, `pn-provider=webpush;pn-prid=${PRID}`);
  const asksOf = (username: string) => bed().server.pushAsks.all.filter((ask) => ask.username === username);
  const invitesTo = ({ received }: UdpPhone) => received.all.filter(({ method }) => method === 'INVITE');
  const isRegistered = async (username: string) => (await bed().rpc.registeredPhones([username])).has(username);
  /** A phone that has said how it is woken. */
  const aSleeper = async () => {
    const { username, phone } = await aPhone();
    expect((await register(phone, { contact: sleeping(phone) })).status).toBe(200);
    return { username, phone };
  };
  const rings = async (placed: Parameters<typeof statusesOf>[0]) =>
    await expect.poll(() => statusesOf(placed)).toContain(180);

  describe('a SIP phone that is to be woken', () => {
    test('says how, is told what there is, and is registered once that is remembered', async () => {
      const { username, phone } = await aPhone();
      bed().server.pushAnswers.set(username, { status: 200, featureCaps: CAPS });
      const contact = contactOf(phone, `pn-provider=webpush;pn-prid=${PRID}`, ';expires=300;+sip.pnsreg');
      const taken = await register(phone, { contact });

      expect(taken.status).toBe(200);
      expect(taken.header('Feature-Caps')).toBe(CAPS);
      expect(taken.header('Contact')).toContain(`pn-prid=${PRID}`);
      expect(asksOf(username)).toMatchObject([
        { act: 'remember', provider: 'webpush', prid: PRID, param: '', seconds: 300, refreshes: 'itself' },
      ]);
      expect(await isRegistered(username)).toBe(true);
    });

    test('asks what there is without saying how', async () => {
      const { username, phone } = await aPhone();
      bed().server.pushAnswers.set(username, { status: 200, featureCaps: CAPS });
      const told = await register(phone, { contact: contactOf(phone, 'pn-provider') });

      expect([told.status, told.header('Feature-Caps')]).toEqual([200, CAPS]);
      expect(asksOf(username)).toMatchObject([{ act: 'ask', provider: '', prid: '' }]);
    });

    test('in a way that there is not hears 555 and is not registered; without it, it is', async () => {
      const { username, phone } = await aPhone();
      bed().server.pushAnswers.set(username, { status: 555, featureCaps: '' });
      const contact = contactOf(phone, 'pn-provider=apns;pn-prid=00fc13adff78512;pn-param=DEF123GHIJ.com.example.voip');
      const refused = await register(phone, { contact });

      expect(refused.status).toBe(555);
      expect(refused.text).toMatch(/^SIP\/2\.0 555 Push Notification Service Not Supported\r\n/);
      expect(asksOf(username)).toMatchObject([
        { provider: 'apns', prid: '00fc13adff78512', param: 'DEF123GHIJ.com.example.voip', seconds: 120 },
      ]);
      expect(await isRegistered(username)).toBe(false);
      expect((await register(phone)).status).toBe(200);
      expect(asksOf(username)).toHaveLength(1);
    });

    test('and has a wrong password says nothing to the server', async () => {
      const { username, phone } = await aPhone();
      const contact = sleeping(phone);
      const proof = phone.proofFor(await phone.register({ contact }), 'wrong');

      expect((await phone.register({ contact, proof })).status).toBe(403);
      expect(asksOf(username)).toEqual([]);
    });

    test('says that it is not any more by leaving, and by registering without', async () => {
      const { username, phone } = await aSleeper();
      expect((await register(phone)).status).toBe(200);
      expect((await register(phone, { contact: sleeping(phone), expires: 0 })).status).toBe(200);
      expect((await register(phone, { contact: '*', expires: 0 })).status).toBe(200);

      expect(asksOf(username).map(({ act, prid }) => [act, prid])).toEqual([
        ['remember', PRID],
        ['forget', ''],
        ['forget', PRID],
        ['forget_all', ''],
      ]);
    });

    test('is refused with a Contact that is too long to be kept, or with two of them', async () => {
      const { username, phone } = await aPhone();
      const long = contactOf(phone, `pn-provider=webpush;pn-prid=${PRID}${'A'.repeat(500)}`);

      expect((await register(phone, { contact: long })).status).toBe(403);
      expect((await register(phone, { contact: `${sleeping(phone)}, <${phone.contact};two>` })).status).toBe(403);
      expect(asksOf(username)).toEqual([]);
    });

    test('gets a call that waits for it when it registers, though it left no address, and answers', async () => {
      const { username, phone } = await aPhone();
      const placed = callsIn(bed(), { phones: [username], wakes: 'yes', woken: username });
      await rings(placed);
      await register(phone, { contact: sleeping(phone) });
      const invite = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      expect(invite.uri).toContain(`pn-prid=${PRID}`);
      expect(invite.header('From')).toMatch(/^<sip:\+447700900001@farline\.local>;tag=/);
      phone.reply(invite, 180, { toTag: 'woke' });
      phone.answer(invite, 'woke', carrierAnswer(40_000));

      expect((await bed().server.report(placed.id, 'call.answered')).toTag).toBe('woke');
      await expect.poll(() => statusesOf(placed)).toContain(200);
      const about = { callId: placed.callId, answer: placed.answered() };
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });
      await phone.received.next('the ACK', ({ method }) => method === 'ACK');
      saysWithin(bed(), 'BYE', { ...about, cseq: 2 });
      expect(await bed().server.report(placed.id, 'call.ended')).toMatchObject({ by: 'caller' });
      expect(invitesTo(phone)).toHaveLength(1);
    });

    test('and is awake gets the call once, however often it registers', async () => {
      const { username, phone } = await aSleeper();
      const placed = callsIn(bed(), { phones: [username], wakes: 'yes', woken: username, ringingMs: 2500 });
      const invite = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      phone.reply(invite, 180, { toTag: 'awake' });
      for (let times = 0; times < 3; times += 1)
        expect((await register(phone, { contact: sleeping(phone) })).status).toBe(200);

      await bed().server.report(placed.id, 'call.failed');
      expect(invitesTo(phone)).toHaveLength(1);
    });

    test('refuses the sound when it woke, and is offered the other kind', async () => {
      const { username, phone } = await aPhone();
      const placed = callsIn(bed(), { phones: [username], wakes: 'yes', woken: username });
      await rings(placed);
      await register(phone, { contact: sleeping(phone) });
      const plain = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      expect(plain.body).toMatch(/^m=audio \d+ RTP\/AVP /m);
      phone.reply(plain, 488, { toTag: 'plain' });

      const encrypted = await phone.received.next(
        'the other kind',
        ({ method, body }) => method === 'INVITE' && / RTP\/SAVPF? /.test(body),
      );
      phone.reply(encrypted, 603, { toTag: 'encrypted' });
      await bed().server.report(placed.id, 'call.failed');
    });

    test('comes too late for a call that was given up: it is not rung, and nothing is open', async () => {
      const { username, phone } = await aPhone();
      const placed = callsIn(bed(), { phones: [username], wakes: 'yes', woken: username });
      await rings(placed);
      placed.cancel();
      await expect.poll(() => statusesOf(placed)).toContain(487);
      await register(phone, { contact: sleeping(phone) });
      // What would have gone to it has gone when a later call has.
      const next = callsIn(bed(), { phones: [username] });
      await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');

      expect(invitesTo(phone)).toHaveLength(1);
      expect((await bed().rpc.listDialogs()).filter(({ call }) => call === placed.id)).toEqual([]);
      next.cancel();
      await bed().server.report(next.id, 'call.failed');
    });

    test('comes too late for a call that has gone on to a telephone: it is not rung, and told no password', async () => {
      const { username, phone } = await aPhone();
      const bridge = await standInBridge(bed());
      const placed = callsIn(bed(), {
        phones: [username],
        wakes: 'yes',
        woken: username,
        ringingMs: 1500,
        forwardTo: '+442079460000',
      });
      const invite = await bridge.received.next('the INVITE', ({ method }) => method === 'INVITE');
      bridge.reply(invite, 180, { toTag: 'bridge' });
      await register(phone, { contact: sleeping(phone) });
      bridge.reply(invite, 486, { toTag: 'bridge' });

      await bed().server.report(placed.id, 'call.failed');
      expect(invite.text).toContain('secret');
      expect(invitesTo(phone)).toEqual([]);
    });

    test('is not rung by calls for others, nor one that was not woken by a call that waits', async () => {
      const [called, stranger] = [await aPhone(), await aPhone()];
      const placed = callsIn(bed(), {
        phones: [called.username, stranger.username],
        wakes: 'yes',
        woken: called.username,
      });
      await rings(placed);
      await register(stranger.phone, { contact: sleeping(stranger.phone) });
      await register(called.phone, { contact: sleeping(called.phone) });
      const invite = await called.phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      called.phone.reply(invite, 603, { toTag: 'called' });

      await bed().server.report(placed.id, 'call.failed');
      expect(invitesTo(stranger.phone)).toEqual([]);
    });
  });
}
