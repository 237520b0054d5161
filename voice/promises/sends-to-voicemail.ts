import { describe, expect, test } from 'vitest';
import { saysWithin } from '../testbed/call-from-trunk.ts';
import { aPage, aPhoneBeside, callsIn, statusesOf } from '../testbed/called-pages.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { messageTask } from '../testbed/message-task.ts';

/** What a page is told with, and says, that a caller can be sent to voicemail, or is. */
const VOICEMAIL = 'X-Farline-Voicemail';
const SAYS_SO = { toTag: 'sends', headers: [[VOICEMAIL, 'yes']] } as const;

/** A call from a trunk that rings, and whose caller somebody sends to voicemail. */
export function sendsToVoicemail(bed: () => EngineBed): void {
  /** The caller hears the attendant, and hangs up. */
  const reachesVoicemail = async (placed: ReturnType<typeof callsIn>) => {
    await expect.poll(() => statusesOf(placed)).toContain(200);
    const about = { callId: placed.callId, answer: placed.answered() };
    saysWithin(bed(), 'ACK', { ...about, cseq: 1 });
    expect(await bed().server.report(placed.id, 'call.answered')).toMatchObject({ connection: 'sent' });
    saysWithin(bed(), 'BYE', { ...about, cseq: 2 });
    await bed().server.report(placed.id, 'call.ended');
  };

  describe('a caller who is sent to voicemail by a page', () => {
    test.each([
      ['would otherwise be told that nobody is there', {}],
      ['would otherwise go on to another telephone', { forwardTo: '+447700900444' }],
    ])('is there at once, and nothing rings on, where they %s', async (_otherwise, rule) => {
      const [sends, other] = [await aPage(bed()), await aPage(bed())];
      const { phone, username } = await aPhoneBeside(bed());
      const placed = callsIn(bed(), { users: [sends, other], phones: [username], voicemail: messageTask(), ...rule });
      const invite = await other.rings(placed.id);
      other.reply(invite, 180, { toTag: 'other' });
      const atPhone = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      phone.reply(atPhone, 180, { toTag: 'phone' });
      const rings = await sends.rings(placed.id);
      expect(rings.header(VOICEMAIL)).toBe('yes');
      expect(atPhone.header(VOICEMAIL)).toBe('');

      sends.reply(rings, 603, SAYS_SO);

      await other.received.next('CANCEL', ({ method, callId }) => method === 'CANCEL' && callId === invite.callId);
      const cancelled = await phone.received.next('CANCEL', ({ method }) => method === 'CANCEL');
      phone.reply(cancelled, 200);
      phone.reply(atPhone, 487, { toTag: 'phone' });
      await reachesVoicemail(placed);
    });

    test('has no further turn before them', async () => {
      const [page, last] = [await aPage(bed()), await aPhoneBeside(bed())];
      const turns = { turns: `pages|${last.username}`, turnMs: 30_000 };
      const placed = callsIn(bed(), { users: [page], phones: [last.username], voicemail: messageTask(), ...turns });
      page.reply(await page.rings(placed.id), 603, SAYS_SO);

      await reachesVoicemail(placed);
      expect(last.phone.received.all.filter(({ method }) => method === 'INVITE')).toEqual([]);
    });

    test('is declined where the server brought no task for it, and the page was not told that it can', async () => {
      const page = await aPage(bed());
      const placed = callsIn(bed(), { users: [page] }, { headers: [[VOICEMAIL, 'yes']] });
      const rings = await page.rings(placed.id);
      expect(rings.header(VOICEMAIL)).toBe('');
      page.reply(rings, 603, SAYS_SO);

      await expect.poll(() => statusesOf(placed)).toContain(603);
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ status: 603 });
    });

    test('is declined where a page declines, and where a phone says it: phones were not told that they can', async () => {
      const page = await aPage(bed());
      const declined = callsIn(bed(), { users: [page], voicemail: messageTask() });
      page.reply(await page.rings(declined.id), 603, { toTag: 'declines' });
      await expect.poll(() => statusesOf(declined)).toContain(603);

      const { phone, username } = await aPhoneBeside(bed());
      const placed = callsIn(bed(), { phones: [username], voicemail: messageTask() });
      const atPhone = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      phone.reply(atPhone, 603, SAYS_SO);
      await expect.poll(() => statusesOf(placed)).toContain(603);
    });
  });
}
