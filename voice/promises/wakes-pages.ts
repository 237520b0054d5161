import { describe, expect, test } from 'vitest';
import { saysWithin } from '../testbed/call-from-trunk.ts';
import { aPage, aPhoneBeside, callsIn, openPage, statusesOf } from '../testbed/called-pages.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { carrierAnswer } from '../testbed/sdp.ts';
import { messageTask } from '../testbed/message-task.ts';

const WAKES = { wakes: 'yes', ringingMs: 8000 } as const;

/** A call from a trunk, and pages that register while it rings. */
export function wakesPages(bed: () => EngineBed): void {
  const invitesTo = ({ received }: Awaited<ReturnType<typeof openPage>>) =>
    received.all.filter(({ method }) => method === 'INVITE');
  const rings = async (placed: Parameters<typeof statusesOf>[0]) =>
    await expect.poll(() => statusesOf(placed)).toContain(180);

  describe('a call for pages that are not open yet', () => {
    test('rings for the caller, and a page that registers then gets it, answers and is heard of', async () => {
      const page = await openPage(bed());
      const placed = callsIn(bed(), { users: [page], ...WAKES });
      await rings(placed);
      await bed().server.report(placed.id, 'call.ringing');

      await page.register();
      const invite = await page.rings(placed.id);
      expect(invite.header('From')).toMatch(/^<sip:\+447700900001@farline\.local>;tag=/);
      expect(invite.body).toMatch(/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF 0 126\r$/m);
      page.reply(invite, 180, { toTag: 'page' });
      page.answer(invite, 'page');

      expect(await bed().server.report(placed.id, 'call.answered')).toMatchObject({
        toTag: 'page',
        connection: expect.stringMatching(/:\d+$/),
      });
      await expect.poll(() => placed.answered()?.body).toMatch(/^m=audio \d+ RTP\/AVP 0 126\r$/m);
      const about = { callId: placed.callId, answer: placed.answered() };
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });
      await page.received.next('the ACK', ({ method }) => method === 'ACK');
      saysWithin(bed(), 'BYE', { ...about, cseq: 2 });
      expect(await bed().server.report(placed.id, 'call.ended')).toMatchObject({ by: 'caller' });
      expect(invitesTo(page)).toHaveLength(1);
    });

    test('comes once to a page that registers again and again', async () => {
      const page = await openPage(bed());
      const placed = callsIn(bed(), { users: [page], ...WAKES, ringingMs: 2500 });
      await rings(placed);
      await page.register();
      const invite = await page.rings(placed.id);
      page.reply(invite, 180, { toTag: 'page' });
      for (let times = 0; times < 3; times += 1) expect((await page.register()).status).toBe(200);

      await bed().server.report(placed.id, 'call.failed');
      expect(invitesTo(page)).toHaveLength(1);
    });

    test('goes to all that come, and is over everywhere once one has taken it', async () => {
      const one = await openPage(bed());
      const other = await openPage(bed(), { userId: one.userId });
      const placed = callsIn(bed(), { users: [one], ...WAKES });
      await rings(placed);
      await one.register();
      const first = await one.rings(placed.id);
      one.reply(first, 180, { toTag: 'one' });
      await other.register();
      other.answer(await other.rings(placed.id), 'other');

      await one.received.next('CANCEL', ({ method }) => method === 'CANCEL');
      expect((await bed().server.report(placed.id, 'call.answered')).toTag).toBe('other');
    });

    test('goes on ringing when a phone is busy, and rings no longer than it may', async () => {
      const page = await openPage(bed());
      const { phone, username } = await aPhoneBeside(bed());
      const placed = callsIn(bed(), { users: [page], phones: [username], ...WAKES, ringingMs: 2500 });
      phone.reply(await phone.received.next('the INVITE', ({ method }) => method === 'INVITE'), 486, { toTag: 'busy' });
      await rings(placed);

      const failed = await bed().server.report(placed.id, 'call.failed');
      await expect.poll(() => statusesOf(placed).filter((status) => status >= 200).length).toBe(1);
      const ringing = await bed().server.report(placed.id, 'call.ringing');
      expect(failed.at - ringing.at).toBeGreaterThan(2000);
      expect(failed.at - ringing.at).toBeLessThan(6000);
    });

    test('that nobody comes for goes to voicemail, and rings no page that comes then', async () => {
      const page = await openPage(bed());
      const placed = callsIn(bed(), { users: [page], ...WAKES, ringingMs: 1500, task: messageTask() });
      await rings(placed);

      await expect.poll(() => statusesOf(placed)).toContain(200);
      await page.register();
      const about = { callId: placed.callId, answer: placed.answered() };
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });
      expect(await bed().server.report(placed.id, 'call.answered')).toMatchObject({ connection: 'attendant' });
      saysWithin(bed(), 'BYE', { ...about, cseq: 2 });
      await bed().server.report(placed.id, 'call.ended');
      expect(invitesTo(page)).toEqual([]);
    });

    test('that the caller gives up leaves nothing open, and rings no page that comes then', async () => {
      const [page, late] = [await openPage(bed()), await openPage(bed())];
      const placed = callsIn(bed(), { users: [page], ...WAKES });
      await rings(placed);
      placed.cancel();

      await expect.poll(() => statusesOf(placed)).toContain(487);
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ cause: 'cancelled' });
      await page.register();
      // What would have gone to the page has gone when a later call has.
      const next = callsIn(bed(), { users: [page, late], ...WAKES });
      page.reply(await page.rings(next.id), 180, { toTag: 'page' });
      expect(invitesTo(page)).toHaveLength(1);
      const dialogs = await bed().rpc.listDialogs();
      expect(dialogs.filter(({ call }) => call === placed.id)).toEqual([]);
      next.cancel();
      await bed().server.report(next.id, 'call.failed');
    });

    test('that is given up while a page that came rings is over there too', async () => {
      const page = await openPage(bed());
      const placed = callsIn(bed(), { users: [page], ...WAKES });
      await rings(placed);
      await page.register();
      page.reply(await page.rings(placed.id), 180, { toTag: 'page' });
      await expect.poll(() => statusesOf(placed).filter((status) => status === 180).length).toBe(2);
      placed.cancel();

      await page.received.next('CANCEL', ({ method }) => method === 'CANCEL');
      await expect.poll(() => statusesOf(placed)).toContain(487);
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ cause: 'cancelled' });
    });

    test('that the server cancels is over for the caller', async () => {
      const page = await openPage(bed());
      const placed = callsIn(bed(), { users: [page], ...WAKES });
      await rings(placed);

      expect(await bed().server.link.cancelCall(placed.id)).toBe('done');
      await expect.poll(() => statusesOf(placed).filter((status) => status >= 200)).toEqual([487]);
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ cause: 'cancelled' });
    });

    test('that a page which came declines is over', async () => {
      const page = await openPage(bed());
      const placed = callsIn(bed(), { users: [page], ...WAKES });
      await rings(placed);
      await page.register();
      page.reply(await page.rings(placed.id), 603, { toTag: 'page' });

      await expect.poll(() => statusesOf(placed)).toContain(603);
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ status: 603, cause: 'final' });
    });

    test('that is declined without a page is over everywhere, once, and is declined to the caller', async () => {
      const page = await openPage(bed());
      const { phone, username } = await aPhoneBeside(bed());
      const placed = callsIn(bed(), { users: [page], phones: [username], ...WAKES });
      const atPhone = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      phone.reply(atPhone, 180, { toTag: 'phone' });
      await expect.poll(() => statusesOf(placed).filter((status) => status === 180).length).toBe(2);

      expect(await bed().server.link.declineCall(placed.id)).toBe('done');
      phone.reply(await phone.received.next('CANCEL', ({ method }) => method === 'CANCEL'), 200);
      phone.reply(atPhone, 487, { toTag: 'phone' });

      await expect.poll(() => statusesOf(placed)).toContain(603);
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ status: 603, cause: 'final' });
      expect(await bed().server.link.declineCall(placed.id)).toBe('unknown');
    });

    test('that is declined without a page goes to voicemail where there is one', async () => {
      const page = await openPage(bed());
      const placed = callsIn(bed(), { users: [page], ...WAKES, task: messageTask() });
      await rings(placed);
      expect(await bed().server.link.declineCall(placed.id)).toBe('done');

      await expect.poll(() => statusesOf(placed)).toContain(200);
      const about = { callId: placed.callId, answer: placed.answered() };
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });
      expect(await bed().server.report(placed.id, 'call.answered')).toMatchObject({ connection: 'attendant' });
      saysWithin(bed(), 'BYE', { ...about, cseq: 2 });
      await bed().server.report(placed.id, 'call.ended');
    });

    test('waits nowhere else: a phone that calls itself the waiting room hears what other phones do', async () => {
      const contact = `<sip:waiting-room@127.0.0.1:${bed().stack.ports.attendantSide}>`;
      const { phone, username } = await aPhoneBeside(bed(), { contact });
      const page = await openPage(bed());
      const body = carrierAnswer(bed().trunkA.port);
      const rung = { users: [page], phones: [username], ...WAKES, ringingMs: 2500 };
      const placed = callsIn(bed(), rung, { body });

      const invite = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      expect(invite.header('From')).toMatch(/^<sip:\+447700900001@farline\.local>;tag=/);
      expect(invite.header('X-Farline-Call')).toBe('');
      expect(invite.body).not.toBe(body);
      await bed().server.report(placed.id, 'call.failed');
    });

    test('rings nobody else who comes', async () => {
      const [called, stranger] = [await openPage(bed()), await openPage(bed())];
      const placed = callsIn(bed(), { users: [called], ...WAKES });
      await rings(placed);
      await stranger.register();
      await called.register();
      called.answer(await called.rings(placed.id), 'called');

      await bed().server.report(placed.id, 'call.answered');
      expect(invitesTo(stranger)).toEqual([]);
    });
  });

  describe('a page that is loaded again while it rings', () => {
    test('rings again for that call, though nobody is to be woken, and takes it', async () => {
      const before = await aPage(bed());
      const placed = callsIn(bed(), { users: [before] });
      before.reply(await before.rings(placed.id), 180, { toTag: 'before' });
      await rings(placed);

      before.close();
      const after = await aPage(bed(), { userId: before.userId });
      after.answer(await after.rings(placed.id), 'after');

      expect((await bed().server.report(placed.id, 'call.answered')).toTag).toBe('after');
      expect(invitesTo(after)).toHaveLength(1);
    });

    test('rings again where its network has changed, by its new way, and takes it there', async () => {
      const page = await aPage(bed());
      const placed = callsIn(bed(), { users: [page] });
      page.reply(await page.rings(placed.id), 180, { toTag: 'before' });
      await rings(placed);

      await page.loseNetwork();
      expect((await page.register()).status).toBe(200);
      await expect.poll(() => invitesTo(page).length).toBe(2);
      const again = invitesTo(page).at(-1);
      if (again === undefined) throw new Error('it rings again');
      page.answer(again, 'after');

      expect((await bed().server.report(placed.id, 'call.answered')).toTag).toBe('after');
      await expect.poll(() => statusesOf(placed)).toContain(200);
      const about = { callId: placed.callId, answer: placed.answered() };
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });
      saysWithin(bed(), 'BYE', { ...about, cseq: 2 });
      await page.received.next('BYE', ({ method }) => method === 'BYE');
      await bed().server.report(placed.id, 'call.ended');
    });

    test('that never comes back after its network has changed leaves the caller to what follows', async () => {
      const page = await aPage(bed());
      const placed = callsIn(bed(), { users: [page], task: messageTask(), ringingMs: 2000 });
      page.reply(await page.rings(placed.id), 180, { toTag: 'before' });
      await rings(placed);

      await page.loseNetwork();

      expect(await bed().server.report(placed.id, 'call.answered')).toMatchObject({ connection: 'attendant' });
      await expect.poll(() => statusesOf(placed)).toContain(200);
      const about = { callId: placed.callId, answer: placed.answered() };
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });
      saysWithin(bed(), 'BYE', { ...about, cseq: 2 });
      await bed().server.report(placed.id, 'call.ended');
    });

    test('does not ring for a call that somebody has taken meanwhile', async () => {
      const before = await aPage(bed());
      const { phone, username } = await aPhoneBeside(bed());
      const placed = callsIn(bed(), { users: [before], phones: [username] });
      before.reply(await before.rings(placed.id), 180, { toTag: 'before' });
      const atPhone = await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
      before.close();
      phone.answer(atPhone, 'phone', carrierAnswer(40_000));
      await bed().server.report(placed.id, 'call.answered');

      const after = await aPage(bed(), { userId: before.userId });
      const next = callsIn(bed(), { users: [after] });
      await after.rings(next.id);
      expect(invitesTo(after)).toHaveLength(1);
    });
  });
}
