import { describe, expect, onTestFinished, test } from 'vitest';
import { saysWithin } from '../testbed/call-from-trunk.ts';
import { aNumberOf, aPage, talksWith } from '../testbed/called-pages.ts';
import { openCallingPhone } from '../testbed/calling-phone.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { browserOffer, carrierAnswer } from '../testbed/sdp.ts';

/** Calls from trunks that pages have answered. */
export function talksInBrowsers(bed: () => EngineBed): void {
  const ended = async (id: string) => await bed().server.report(id, 'call.ended');

  describe('a call that a page has answered', () => {
    test('is held and taken back by the carrier, as browsers want it', async () => {
      const page = await aPage(bed());
      const { id, about } = await talksWith(bed(), page);
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });

      const held = `${carrierAnswer(bed().trunkA.port)}a=sendonly\r\n`;
      saysWithin(bed(), 'INVITE', { ...about, cseq: 2, body: held });
      const offered = await page.received.next(
        'hold',
        ({ cseq, method }) => method === 'INVITE' && cseq === '2 INVITE',
      );
      expect(offered.body).toMatch(/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF 0 126\r$/m);
      expect(offered.body).toContain('a=sendonly');
      page.answer(offered, 'page');
      await expect
        .poll(() =>
          bed().trunkA.received.all.some(
            ({ cseq, status, callId, body }) =>
              callId === about.callId && cseq === '2 INVITE' && status === 200 && body.includes('RTP/AVP 0 126'),
          ),
        )
        .toBe(true);
      saysWithin(bed(), 'ACK', { ...about, cseq: 2 });
      saysWithin(bed(), 'BYE', { ...about, cseq: 3 });
      await page.received.next('BYE', ({ method }) => method === 'BYE');
      expect(await ended(id)).toMatchObject({ by: 'caller' });
    });

    test('ends when the page hangs up', async () => {
      const page = await aPage(bed());
      const { id, about, invite, toTag } = await talksWith(bed(), page);
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });

      expect((await page.say('BYE', { invite, toTag })).status).toBe(200);

      expect(await ended(id)).toMatchObject({ by: 'callee' });
      await bed().trunkA.received.next('BYE', ({ method, callId }) => method === 'BYE' && callId === about.callId);
    });

    test('goes on over another WebSocket of the same user, to whom its end is told', async () => {
      const page = await aPage(bed());
      const sound = carrierAnswer(bed().trunkA.port);
      const { id, number } = aNumberOf(bed(), { users: [page] });
      const outside = await openCallingPhone({
        port: bed().stack.ports.carrierSide,
        username: '+447700900001',
        password: '',
      });
      onTestFinished(() => outside.close());
      const placed = outside.place({ number, offer: sound, within: sound });
      const invite = await page.rings(id);
      page.answer(invite, 'page');
      expect((await placed.final()).status).toBe(200);
      await page.received.next('the ACK', ({ method }) => method === 'ACK');
      await page.reconnect();

      const answer = await page.say('INVITE', { invite, toTag: 'page', body: browserOffer() });

      expect(answer.status).toBe(200);
      expect(answer.body).toMatch(/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF 0 126\r$/m);
      const offered = await placed.received.next('the offer', ({ method }) => method === 'INVITE');
      expect(offered.body).toMatch(/^m=audio \d+ RTP\/AVP 0 8 126\r$/m);
      const { sipCallId, fromTag, toTag } = await bed().server.report(id, 'call.answered');
      expect(await bed().server.link.endCall({ sipCallId, fromTag, toTag })).toBe('done');
      await page.received.next('BYE', ({ method }) => method === 'BYE');
      expect(await ended(id)).toMatchObject({ by: 'server' });
    });

    test('is nobody else’s: a stranger’s BYE and CANCEL change nothing', async () => {
      const page = await aPage(bed());
      const stranger = await aPage(bed());
      const { id, about, invite, toTag } = await talksWith(bed(), page);
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });

      expect((await stranger.say('BYE', { invite, toTag })).status).toBe(403);
      stranger.send(invite.text.replace(/^INVITE/, 'CANCEL').replace('INVITE\r\n', 'CANCEL\r\n'));
      expect((await page.say('INFO', { invite, toTag })).status).toBeLessThan(500);

      expect((await page.say('BYE', { invite, toTag })).status).toBe(200);
      expect(await ended(id)).toMatchObject({ by: 'callee' });
    });
  });
}
