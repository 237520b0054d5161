import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callFromTrunk as fromTrunk, saysWithin as withinCall } from '../testbed/call-from-trunk.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { openRtpSocket } from '../testbed/rtp-socket.ts';
import { refuse } from '../testbed/scripted-server.ts';
import { carrierAnswer, encryptedAnswer, mediaOf } from '../testbed/sdp.ts';
import type { SipMessage } from '../testbed/sip-message.ts';
import { ha1, openUdpPhone } from '../testbed/udp-phone.ts';

const PASSWORD = 'right';

/** A call from a trunk, and who gets it. */
export function ringsPhones(bed: () => EngineBed): void {
  const aRegisteredPhone = async () => {
    const username = `rings${randomInt(10_000, 100_000)}`;
    bed().server.phones.set(username, ha1({ username, password: PASSWORD }));
    const phone = await openUdpPhone({ port: bed().stack.ports.phones, username });
    onTestFinished(() => phone.close());
    const proof = phone.proofFor(await phone.register({}), PASSWORD);
    expect((await phone.register({ proof })).status).toBe(200);
    return { username, phone };
  };
  const callFromTrunk = (number: string, more: Parameters<typeof fromTrunk>[2] = {}) => fromTrunk(bed(), number, more);
  const saysWithin = (method: string, about: Parameters<typeof withinCall>[2]) => withinCall(bed(), method, about);

  const isOffer = ({ method }: SipMessage) => method === 'INVITE';

  describe('a call from a trunk', () => {
    test.each<[string, string, readonly (readonly [string, string])[], { caller: string; privacy: string }]>([
      ['a national number', '<sip:07700900555@127.0.0.1>', [], { caller: '07700900555', privacy: '' }],
      ['00 before the number', '<sip:00447700900555@127.0.0.1>', [], { caller: '00447700900555', privacy: '' }],
      ['what is no number', '"Anna" <sip:anna.b@127.0.0.1>', [], { caller: 'anna.b', privacy: '' }],
      [
        'P-Asserted-Identity',
        '<sip:x@127.0.0.1>',
        [['P-Asserted-Identity', '<tel:+447700900556>']],
        { caller: '+447700900556', privacy: '' },
      ],
      ['a ported number', '<sip:+447700900557;npdi;rn=+4477@127.0.0.1>', [], { caller: '+447700900557', privacy: '' }],
      ['a word for a number', '<sip:Withheld@127.0.0.1>', [], { caller: '', privacy: '' }],
      ['no number at all', '<sip:127.0.0.1>', [], { caller: '', privacy: '' }],
      ['Privacy', '<sip:+447700900558@127.0.0.1>', [['Privacy', 'id']], { caller: '', privacy: 'id' }],
      ['an anonymous From', '"Anonymous" <sip:anonymous@anonymous.invalid>', [], { caller: '', privacy: 'id' }],
    ])('the server hears who calls from %s', async (_what, from, more, heard) => {
      const number = `004477008${randomInt(10_000, 100_000)}`;

      const { callId } = callFromTrunk(number, { from, headers: more });

      expect(await bed().server.incoming.next('the ask', (ask) => ask.sipCallId === callId)).toMatchObject({
        dialled: number,
        ...heard,
      });
    });

    test('waits for a phone that looks for somebody as long as the server lets it ring', async () => {
      const { phone, username } = await aRegisteredPhone();
      const number = `+4477008${randomInt(10_000, 100_000)}`;
      const call = randomUUID();
      bed().server.receive(number, {
        ...{ decision: 'ring', call, callerId: '+447700900001', trunk: 'trunk-a', phones: username },
        ...{ grantedSeconds: 60, firstSignMs: 1000, tryingMs: 20_000, ringingMs: 20_000 },
      });
      const { heard } = callFromTrunk(number);
      const invite = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');

      phone.reply(invite, 100);
      setTimeout(() => phone.answer(invite, 'late', carrierAnswer(40_000)), 2500);

      const answered = () => heard().filter(({ status }) => status >= 200);
      await expect.poll(() => answered().map(({ status }) => status), { timeout: 10_000 }).toContain(200);
      await bed().server.report(call, 'call.answered');
    });

    test.for([
      [1, 183, 'is heard by who calls'],
      [2, 180, 'is ringing to who calls'],
    ] as const)('early sound of a phone, of %i that ring, is %i: it %s', async ([count, status]) => {
      const phones = await Promise.all(Array.from({ length: count }, aRegisteredPhone));
      const number = `+4477008${randomInt(10_000, 100_000)}`;
      bed().server.receive(number, {
        ...{ decision: 'ring', call: randomUUID(), callerId: '+447700900001', trunk: 'trunk-a' },
        ...{ grantedSeconds: 60, firstSignMs: 5000, tryingMs: 5000, ringingMs: 5000 },
        phones: phones.map(({ username }) => username).join('|'),
      });
      const { heard } = callFromTrunk(number);
      const [first] = phones;
      if (first === undefined) throw new Error('a phone is registered');
      const invite = await first.phone.received.next('the INVITE', ({ method }) => method === 'INVITE');

      const headers = [['Content-Type', 'application/sdp']] as const;
      first.phone.reply(invite, 183, { toTag: 'early', headers, body: carrierAnswer(40_000) });

      const early = () => heard().find((reply) => reply.status > 100 && reply.status < 200);
      await expect.poll(() => early()?.status, { timeout: 10_000 }).toBe(status);
      expect(early()?.body.includes('m=audio')).toBe(status === 183);
    });

    test('goes both ways over the proxy of the carrier that asked to be on the way', async () => {
      const { phone, username } = await aRegisteredPhone();
      const number = `+4477008${randomInt(10_000, 100_000)}`;
      const call = randomUUID();
      bed().server.receive(number, {
        ...{ decision: 'ring', call, callerId: '+447700900001', trunk: 'trunk-a', phones: username },
        ...{ grantedSeconds: 60, firstSignMs: 5000, tryingMs: 5000, ringingMs: 5000 },
      });
      const edge = `<sip:127.0.0.1:${bed().trunkA.port};lr;edge=1>`;
      const { callId, heard } = callFromTrunk(number, { headers: [['Record-Route', edge]] });
      const invite = await phone.received.next('the INVITE', isOffer);
      expect(invite.text).not.toContain('edge=1');
      phone.answer(invite, 'edge', carrierAnswer(40_000));
      const answered = () => heard().find(({ status }) => status === 200);
      await expect.poll(() => answered()?.headers('Record-Route').at(-1), { timeout: 10_000 }).toBe(edge);
      saysWithin('ACK', { callId, answer: answered(), cseq: 1 });

      await bed().server.link.endCall(await bed().server.report(call, 'call.answered'));
      const isBye = (message: SipMessage) => message.callId === callId && message.method === 'BYE';
      expect((await bed().trunkA.received.next('the BYE', isBye)).headers('Route')).toEqual([edge]);
      expect((await phone.received.next('the BYE', ({ method }) => method === 'BYE')).text).not.toContain('edge=1');
    });

    test('may come without an offer: the carrier gets one in the answer, and is heard from its ACK on', async () => {
      const { phone, username } = await aRegisteredPhone();
      const [near, far] = [await openRtpSocket(), await openRtpSocket()];
      for (const socket of [near, far]) onTestFinished(() => socket.close());
      const says = (port: number) => carrierAnswer(port).replaceAll(/\b126\b/g, '101');
      const number = `+4477008${randomInt(10_000, 100_000)}`;
      const call = randomUUID();
      bed().server.receive(number, {
        ...{ decision: 'ring', call, callerId: '+447700900001', trunk: 'trunk-a', phones: username },
        ...{ grantedSeconds: 60, firstSignMs: 5000, tryingMs: 5000, ringingMs: 5000 },
      });

      const { callId, heard } = callFromTrunk(number, { body: '' });
      const invite = await phone.received.next('the INVITE', isOffer);
      phone.answer(invite, 'late', says(near.port));
      const answered = () => heard().find(({ status }) => status === 200);
      await expect.poll(() => answered()?.body, { timeout: 10_000 }).toMatch(/^m=audio \d+ RTP\/AVP 0 101\r$/m);
      saysWithin('ACK', { callId, answer: answered(), cseq: 1, body: says(far.port) });

      expect((await phone.received.next('the ACK', ({ method }) => method === 'ACK')).body).toBe('');
      const [offered, told] = [mediaOf(invite.body), mediaOf(answered()?.body ?? '')];
      near.speakTo(offered.host, [offered.port], 20);
      far.speakTo(told.host, [told.port], 20);
      const both = () => Math.min(near.heard(far.source), far.heard(near.source));
      await expect.poll(both, { timeout: 10_000 }).toBeGreaterThan(20);
      saysWithin('BYE', { callId, answer: answered(), cseq: 2 });
      await bed().server.report(call, 'call.ended');
    });

    test('is taken by a phone that wants its sound encrypted, while another one rings on', async () => {
      const [secure, other] = [await aRegisteredPhone(), await aRegisteredPhone()];
      const number = `+4477008${randomInt(10_000, 100_000)}`;
      const call = randomUUID();
      bed().server.receive(number, {
        ...{ decision: 'ring', call, callerId: '+447700900001', trunk: 'trunk-a' },
        ...{ grantedSeconds: 60, firstSignMs: 5000, tryingMs: 5000, ringingMs: 5000 },
        phones: `${secure.username}|${other.username}`,
      });
      const { callId, heard } = callFromTrunk(number);
      const plain = await secure.phone.received.next('the INVITE', isOffer);
      expect(plain.body).toMatch(/^m=audio \d+ RTP\/AVP 0 126\r$/m);
      expect(plain.body).not.toContain('a=crypto');
      other.phone.reply(await other.phone.received.next('the INVITE', isOffer), 180, { toTag: 'other' });

      secure.phone.reply(plain, 488, { toTag: 'plain' });

      const again = await secure.phone.received.next(
        'another offer',
        (message) => isOffer(message) && message !== plain,
      );
      expect(again.body).toMatch(/^m=audio \d+ RTP\/SAVP 0 126\r$/m);
      expect(again.body).toMatch(/^a=crypto:\d+ AES_CM_128_HMAC_SHA1_80 inline:/m);
      expect(again.body).not.toContain('fingerprint');
      expect(Buffer.byteLength(again.text)).toBeLessThan(1400);
      secure.phone.answer(again, 'secure', encryptedAnswer(40_000));
      const answered = () => heard().find(({ status }) => status === 200);
      await expect.poll(() => answered()?.body, { timeout: 10_000 }).toMatch(/^m=audio \d+ RTP\/AVP 0 126\r$/m);
      expect(answered()?.body).not.toContain('a=crypto');
      const { toTag } = await bed().server.report(call, 'call.answered');
      expect(toTag).toBe('secure');
      await other.phone.received.next('the end of its ringing', ({ method }) => method === 'CANCEL');
      const about = { callId, answer: answered() };
      saysWithin('ACK', { ...about, cseq: 1 });
      saysWithin('INVITE', { ...about, cseq: 2, body: carrierAnswer(bed().trunkA.port) });
      const offered = await secure.phone.received.next(
        'an offer in the call',
        ({ cseq, method }) => method === 'INVITE' && cseq === '2 INVITE',
      );
      expect(offered.body).toMatch(/^m=audio \d+ RTP\/SAVP 0 126\r$/m);
      expect(offered.body).not.toMatch(/^a=(ice-|candidate)/m);
      saysWithin('BYE', { ...about, cseq: 3 });
      await bed().server.report(call, 'call.ended');
    });

    test('offers encrypted sound at once to a phone that offered nothing else when it called', async () => {
      const { phone, username } = await aRegisteredPhone();
      bed().server.decide(username, () => ({ ...refuse(480, 'too_many_calls'), call: randomUUID() }));
      expect((await phone.call(PASSWORD, { offer: encryptedAnswer(40_000) })).status).toBe(480);
      const number = `+4477008${randomInt(10_000, 100_000)}`;
      bed().server.receive(number, {
        ...{ decision: 'ring', call: randomUUID(), callerId: '+447700900001', trunk: 'trunk-a', phones: username },
        ...{ grantedSeconds: 60, firstSignMs: 5000, tryingMs: 5000, ringingMs: 5000 },
      });

      const { heard } = callFromTrunk(number);
      const invite = await phone.received.next('the INVITE', isOffer);
      phone.reply(invite, 603, { toTag: 'declined' });

      expect(invite.body).toMatch(/^m=audio \d+ RTP\/SAVP 0 126\r$/m);
      await expect.poll(() => heard().map(({ status }) => status), { timeout: 10_000 }).toContain(603);
    });

    test('that a phone takes neither plain nor encrypted is over for the carrier, and why is reported', async () => {
      const { phone, username } = await aRegisteredPhone();
      const number = `+4477008${randomInt(10_000, 100_000)}`;
      const call = randomUUID();
      bed().server.receive(number, {
        ...{ decision: 'ring', call, callerId: '+447700900001', trunk: 'trunk-a', phones: username },
        ...{ grantedSeconds: 60, firstSignMs: 5000, tryingMs: 5000, ringingMs: 5000 },
      });
      const { heard } = callFromTrunk(number);

      const plain = await phone.received.next('the INVITE', isOffer);
      phone.reply(plain, 488, { toTag: 'plain' });
      const again = await phone.received.next('another offer', (message) => isOffer(message) && message !== plain);
      phone.reply(again, 488, { toTag: 'encrypted' });

      expect(await bed().server.report(call, 'call.failed')).toMatchObject({ status: 488, cause: 'final' });
      await expect.poll(() => heard().map(({ status }) => status), { timeout: 10_000 }).toContain(480);
      const offers = phone.received.all.filter(isOffer).map((offer) => offer.header('Via').split(';branch=')[1]);
      expect(new Set(offers).size).toBe(2);
    });

    test('is the phone’s that answered first, whoever else answers before hearing of it', async () => {
      const [first, second] = [await aRegisteredPhone(), await aRegisteredPhone()];
      const number = `+4477008${randomInt(10_000, 100_000)}`;
      const call = randomUUID();
      bed().server.receive(number, {
        ...{ decision: 'ring', call, callerId: '+447700900001', trunk: 'trunk-a' },
        ...{ grantedSeconds: 60, firstSignMs: 5000, tryingMs: 5000, ringingMs: 5000 },
        phones: `${first.username}|${second.username}`,
      });
      const { callId, heard } = callFromTrunk(number);
      const [one, two] = await Promise.all(
        [first, second].map(
          async ({ phone }) => await phone.received.next('the INVITE', ({ method }) => method === 'INVITE'),
        ),
      );
      if (one === undefined || two === undefined) throw new Error('two phones ring');

      first.phone.answer(one, 'first', carrierAnswer(40_000));
      second.phone.answer(two, 'second', carrierAnswer(40_002));

      const inTime = { timeout: 10_000 };
      await expect.poll(() => bed().stack.kamailio.log.containing(`${callId} REPLY 200`), inTime).not.toEqual([]);
      await expect.poll(() => heard().filter(({ status }) => status === 200), inTime).not.toEqual([]);
      const taken = new Set(heard().flatMap(({ status, toTag }) => (status === 200 ? [toTag] : [])));
      expect(taken.size).toBe(1);
      const { toTag } = await bed().server.report(call, 'call.answered');
      expect([...taken]).toEqual([toTag]);
    });

    test('is heard by nobody who speaks to where another phone that rang was to send its sound', async () => {
      const [taker, other] = [await aRegisteredPhone(), await aRegisteredPhone()];
      const [near, far, stranger] = [await openRtpSocket(), await openRtpSocket(), await openRtpSocket('127.0.9.30')];
      for (const socket of [near, far, stranger]) onTestFinished(() => socket.close());
      const number = `+4477008${randomInt(10_000, 100_000)}`;
      const call = randomUUID();
      bed().server.receive(number, {
        ...{ decision: 'ring', call, callerId: '+447700900001', trunk: 'trunk-a' },
        ...{ grantedSeconds: 60, firstSignMs: 5000, tryingMs: 5000, ringingMs: 5000 },
        phones: `${other.username}|${taker.username}`,
      });
      const { callId, heard } = callFromTrunk(number, { body: carrierAnswer(far.port) });
      const invites = [other, taker].map(async ({ phone }) => await phone.received.next('the INVITE', isOffer));
      const [lost, taken] = (await Promise.all(invites)).map(({ body }) => mediaOf(body));
      if (lost === undefined || taken === undefined) throw new Error('two phones ring');
      stranger.speakTo(lost.host, [lost.port], 20);

      taker.phone.answer(await taker.phone.received.next('the INVITE', isOffer), 'taker', carrierAnswer(near.port));

      const answered = () => heard().find(({ status }) => status === 200);
      await expect.poll(answered, { timeout: 10_000 }).toBeDefined();
      const told = mediaOf(answered()?.body ?? '');
      saysWithin('ACK', { callId, answer: answered(), cseq: 1 });
      near.speakTo(taken.host, [taken.port], 20);
      far.speakTo(told.host, [told.port], 20);
      const before = stranger.spoken();
      const least = () => Math.min(near.heard(far.source), far.heard(near.source), 3 * (stranger.spoken() - before));
      await expect.poll(least, { timeout: 10_000 }).toBeGreaterThan(60);
      expect(far.heard(stranger.source) + near.heard(stranger.source)).toBe(0);
      expect(stranger.received()).toBe(0);
      saysWithin('INVITE', { callId, answer: answered(), cseq: 2, body: carrierAnswer(far.port) });
      await taker.phone.received.next('an offer in the call', ({ cseq }) => cseq === '2 INVITE');
      saysWithin('BYE', { callId, answer: answered(), cseq: 3 });
      await bed().server.report(call, 'call.ended');
    });
  });
}
