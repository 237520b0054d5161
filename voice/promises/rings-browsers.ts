import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { saysWithin } from '../testbed/call-from-trunk.ts';
import type { CalledBrowser } from '../testbed/called-browser.ts';
import { aPage, aPhoneBeside, callsIn, openPage, statusesOf, talksWith } from '../testbed/called-pages.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { browserOffer, carrierAnswer } from '../testbed/sdp.ts';
import type { SipMessage } from '../testbed/sip-message.ts';

/** RFC 3326 §2. */
const ELSEWHERE = /^SIP\s*;\s*cause=200(;|$)/;

/** A call from a trunk, and the pages that get it. */
export function ringsBrowsers(bed: () => EngineBed): void {
  const cancelOf = async (invite: SipMessage, { received }: Pick<CalledBrowser, 'received'>) =>
    await received.next('CANCEL', ({ method, callId }) => method === 'CANCEL' && callId === invite.callId);
  const ended = async (id: string) => await bed().server.report(id, 'call.ended');

  /** So many of those who ring have said so: who has not is cancelled without a word of why. */
  const rung = async (placed: Parameters<typeof statusesOf>[0], count: number) =>
    await expect.poll(() => statusesOf(placed).filter((status) => status === 180).length).toBe(count);

  describe('a call from a trunk to a page', () => {
    test('offers it what browsers want, says which call it is and who calls, and is reported', async () => {
      const page = await aPage(bed());
      const placed = callsIn(bed(), { users: [page] });

      const invite = await page.rings(placed.id);
      page.reply(invite, 180, { toTag: 'page' });
      await expect.poll(() => statusesOf(placed)).toContain(180);
      page.answer(invite, 'page');

      expect(invite.uri).toBe(page.contact);
      expect(invite.header('From')).toMatch(/^<sip:\+447700900001@farline\.local>;tag=/);
      expect(invite.body).toMatch(/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF 0 126\r$/m);
      for (const line of [
        'a=ice-ufrag:',
        'a=fingerprint:',
        'a=setup:actpass',
        'a=rtcp-mux',
        'a=mid:',
        'a=candidate:',
      ]) {
        expect(invite.body).toContain(line);
      }
      expect(invite.body).not.toContain('a=crypto');
      const answered = await bed().server.report(placed.id, 'call.answered');
      expect(answered).toMatchObject({ toTag: 'page', connection: expect.stringMatching(/:\d+$/) });
      await expect.poll(() => placed.answered()?.body).toMatch(/^m=audio \d+ RTP\/AVP 0 126\r$/m);
      expect(placed.answered()?.body).not.toMatch(/^a=(ice|candidate|fingerprint|setup|ssrc)|192\.0\.2\.77/m);
      expect(placed.answered()?.text).not.toContain(page.contact);
    });

    test('goes nowhere else, whatever the Contact of a page that refuses it says', async () => {
      const elsewhere = createSocket('udp4');
      onTestFinished(() => void elsewhere.close());
      const heard: string[] = [];
      elsewhere.on('message', (packet) => heard.push(packet.toString()));
      elsewhere.bind(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const page = await openPage(bed());
      const contact = `<sip:page@127.0.0.1:${elsewhere.address().port};a="|q=">`;
      await page.register({ contact });
      const placed = callsIn(bed(), { users: [page], ringingMs: 3000 });

      const refuses = () => {
        const invite = page.received.all.find(({ method }) => method === 'INVITE');
        if (invite !== undefined) page.reply(invite, 488, { toTag: 'page' });
        return statusesOf(placed);
      };
      await expect.poll(refuses).toContain(480);

      expect(heard).toEqual([]);
    });

    test('rings every page and phone; the first that answers has it, the others hear that it was answered elsewhere', async () => {
      const [taker, other] = [await aPage(bed()), await aPage(bed())];
      const { phone, username } = await aPhoneBeside(bed());
      const placed = callsIn(bed(), { users: [taker, other], phones: [username] });
      const invites = [await taker.rings(placed.id), await other.rings(placed.id)] as const;
      const atPhone = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      expect(atPhone.header('X-Farline-Call')).toBe('');
      other.reply(invites[1], 180, { toTag: 'other' });
      phone.reply(atPhone, 180, { toTag: 'phone' });
      await rung(placed, 2);

      taker.answer(invites[0], 'taker');

      expect((await cancelOf(invites[1], other)).header('Reason')).toMatch(ELSEWHERE);
      expect((await cancelOf(atPhone, phone)).header('Reason')).toMatch(ELSEWHERE);
      expect((await bed().server.report(placed.id, 'call.answered')).toTag).toBe('taker');
    });

    test.each(['127.0.0.1', '[::1]'])(
      'is the page’s that answered first: who answers too late is hung up, and told that it was answered elsewhere, at %s',
      async (host) => {
        const way = { websocketUrl: bed().stack.websocketUrl.replace(/\/\/.*:/, `//${host}:`) };
        const pages = [await aPage(bed(), way), await aPage(bed(), way)];
        const placed = callsIn(bed(), { users: pages });
        const invites = await Promise.all(pages.map(async (page) => await page.rings(placed.id)));

        for (const [place, invite] of invites.entries()) pages[place]?.answer(invite, `page${place}`);

        const { toTag } = await bed().server.report(placed.id, 'call.answered');
        const late = pages[toTag === 'page0' ? 1 : 0];
        await late?.received.next('the ACK', ({ method }) => method === 'ACK');
        const bye = await late?.received.next('BYE', ({ method }) => method === 'BYE');
        expect(bye?.header('Reason')).toMatch(ELSEWHERE);
        const taken = () => placed.heard().flatMap((reply) => (reply.status === 200 ? [reply.toTag] : []));
        await expect.poll(taken).toContain(toTag);
        expect(new Set(taken())).toEqual(new Set([toTag]));
      },
    );

    test('that a phone answers disappears from the page', async () => {
      const page = await aPage(bed());
      const { phone, username } = await aPhoneBeside(bed());
      const placed = callsIn(bed(), { users: [page], phones: [username] });
      const invite = await page.rings(placed.id);
      page.reply(invite, 180, { toTag: 'page' });
      await rung(placed, 1);
      const atPhone = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');

      phone.answer(atPhone, 'phone', carrierAnswer(40_000));

      expect((await cancelOf(invite, page)).header('Reason')).toMatch(ELSEWHERE);
      const answered = await bed().server.report(placed.id, 'call.answered');
      expect(answered).toMatchObject({ toTag: 'phone', connection: `phone:${username}` });
    });

    test('goes on ringing where one is busy, and is busy to the caller when all are', async () => {
      const [busy, other] = [await aPage(bed()), await aPage(bed())];
      const placed = callsIn(bed(), { users: [busy, other] });
      busy.reply(await busy.rings(placed.id), 486, { toTag: 'busy' });
      const invite = await other.rings(placed.id);
      other.reply(invite, 180, { toTag: 'other' });
      await expect.poll(() => statusesOf(placed)).toContain(180);
      expect(statusesOf(placed).filter((status) => status >= 200)).toEqual([]);

      other.reply(invite, 486, { toTag: 'other' });

      await expect.poll(() => statusesOf(placed)).toContain(486);
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ status: 486, cause: 'final' });
    });

    test('that one declines (603) is over everywhere at once, and declined to the caller', async () => {
      const [declines, other] = [await aPage(bed()), await aPage(bed())];
      const { phone, username } = await aPhoneBeside(bed());
      const placed = callsIn(bed(), { users: [declines, other], phones: [username] });
      const invite = await other.rings(placed.id);
      other.reply(invite, 180, { toTag: 'other' });
      const atPhone = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      phone.reply(atPhone, 180, { toTag: 'phone' });
      await expect.poll(() => statusesOf(placed)).toContain(180);

      declines.reply(await declines.rings(placed.id), 603, { toTag: 'declines' });

      expect((await cancelOf(invite, other)).header('Reason')).not.toMatch(ELSEWHERE);
      phone.reply(await cancelOf(atPhone, phone), 200);
      phone.reply(atPhone, 487, { toTag: 'phone' });
      await expect.poll(() => statusesOf(placed)).toContain(603);
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ status: 603, cause: 'final' });
    });

    test('that was taken or declined before a page said that it rings is cancelled there all the same', async () => {
      const [quick, slow] = [await aPage(bed()), await aPage(bed())];
      for (const status of [200, 603]) {
        const placed = callsIn(bed(), { users: [quick, slow] });
        const [invite, late] = [await quick.rings(placed.id), await slow.rings(placed.id)];
        if (status === 200) quick.answer(invite, 'quick');
        else quick.reply(invite, status, { toTag: 'quick' });
        if (status === 200) await bed().server.report(placed.id, 'call.answered');
        else await quick.received.next('the ACK', ({ method, callId }) => method === 'ACK' && callId === invite.callId);

        slow.reply(late, 180, { toTag: 'slow' });

        await cancelOf(late, slow);
        await expect.poll(() => statusesOf(placed)).toContain(status);
      }
    });

    test('that the caller gives up disappears everywhere', async () => {
      const [one, other] = [await aPage(bed()), await aPage(bed())];
      const placed = callsIn(bed(), { users: [one, other] });
      const invites = [await one.rings(placed.id), await other.rings(placed.id)] as const;
      one.reply(invites[0], 180, { toTag: 'one' });
      other.reply(invites[1], 180, { toTag: 'other' });
      await expect.poll(() => statusesOf(placed)).toContain(180);

      placed.cancel();

      expect((await cancelOf(invites[0], one)).header('Reason')).not.toMatch(ELSEWHERE);
      await cancelOf(invites[1], other);
      await expect.poll(() => statusesOf(placed)).toContain(487);
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ cause: 'cancelled' });
    });

    test('that nobody takes rings out on all of them', async () => {
      const page = await aPage(bed());
      const placed = callsIn(bed(), { users: [page], ringingMs: 1500 });
      const invite = await page.rings(placed.id);
      page.reply(invite, 180, { toTag: 'page' });

      await cancelOf(invite, page);
      await expect.poll(() => statusesOf(placed)).toContain(480);
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ cause: 'ringing_timeout' });
    });

    test('does not ring who is not named, whose WebSocket is closed, or who has left', async () => {
      const [stranger, closed, left] = [await aPage(bed()), await aPage(bed()), await aPage(bed())];
      closed.close();
      await left.register({ contact: `<${left.contact}>`, expires: 0 });

      const placed = callsIn(bed(), { users: [closed, left] });

      await expect.poll(() => statusesOf(placed)).toContain(480);
      await bed().server.report(placed.id, 'call.failed');
      for (const page of [stranger, left]) {
        expect(page.received.all.filter(({ method }) => method === 'INVITE')).toEqual([]);
      }
    });

    test('goes on where the carrier asks for an offer within it, as for hold or after a transfer', async () => {
      const page = await aPage(bed());
      const { id, about } = await talksWith(bed(), page);
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });
      await page.received.next('the ACK', ({ method }) => method === 'ACK');

      saysWithin(bed(), 'INVITE', { ...about, cseq: 2, body: '' });
      const isAgain = ({ method, cseq }: SipMessage) => method === 'INVITE' && cseq.startsWith('2 ');
      const again = await page.received.next('the re-INVITE', isAgain);
      expect(again.body).toBe('');
      page.reply(again, 200, { headers: [['Content-Type', 'application/sdp']], body: browserOffer() });
      const isOffer = ({ callId, status, cseq }: SipMessage) =>
        callId === about.callId && status === 200 && cseq.startsWith('2 ');
      const offer = await bed().trunkA.received.next('the offer', isOffer);
      expect(offer.body).toMatch(/^m=audio [1-9]\d* RTP\/AVP [\d ]+\r$/m);
      saysWithin(bed(), 'ACK', { ...about, cseq: 2, body: carrierAnswer(bed().trunkA.port) });

      const isAnswer = ({ method, cseq }: SipMessage) => method === 'ACK' && cseq.startsWith('2 ');
      const answer = (await page.received.next('the answer', isAnswer)).body;
      expect(answer).toMatch(/^m=audio [1-9]\d* UDP\/TLS\/RTP\/SAVPF /m);
      // A browser takes no answer that leaves open who begins (RFC 8842 §5.3).
      expect(answer).toMatch(/^a=setup:(active|passive)\r$/m);
      saysWithin(bed(), 'BYE', { ...about, cseq: 3 });
      await ended(id);
    });

    test('may come without an offer', async () => {
      const page = await aPage(bed());
      const { id, about, invite } = await talksWith(bed(), page, { body: '' });

      expect(invite.body).toMatch(/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF /m);
      expect(about.answer?.body).toMatch(/^m=audio \d+ RTP\/AVP 0\r$/m);
      saysWithin(bed(), 'ACK', { ...about, cseq: 1, body: carrierAnswer(bed().trunkA.port) });
      expect((await page.received.next('the ACK', ({ method }) => method === 'ACK')).body).toBe('');
      saysWithin(bed(), 'BYE', { ...about, cseq: 2 });
      await ended(id);
    });
  });
}
