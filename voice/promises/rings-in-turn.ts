import { describe, expect, test } from 'vitest';
import { saysWithin } from '../testbed/call-from-trunk.ts';
import { aPage, aPhoneBeside, callsIn, openPage, statusesOf } from '../testbed/called-pages.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { COMES_WITHIN_MS } from '../testbed/inbox.ts';
import { carrierAnswer } from '../testbed/sdp.ts';
import type { SipMessage } from '../testbed/sip-message.ts';
import { messageTask } from '../testbed/message-task.ts';
import { standInBridge } from '../testbed/stand-in-bridge.ts';

type Phone = Awaited<ReturnType<typeof aPhoneBeside>>;

/** A call from a trunk that rings phones and pages one after another. */
export function ringsInTurn(bed: () => EngineBed): void {
  const inviteTo = async ({ phone }: Phone) =>
    await phone.received.next('the INVITE', ({ method }) => method === 'INVITE');
  const invitesTo = ({ phone }: Phone) => phone.received.all.filter(({ method }) => method === 'INVITE');
  const rung = async (called: Phone, toTag: string): Promise<SipMessage> => {
    const invite = await inviteTo(called);
    called.phone.reply(invite, 180, { toTag });
    return invite;
  };
  const inTurn = (...phones: Phone[]) => ({
    phones: phones.map(({ username }) => username),
    turns: phones.map(({ username }) => username).join('|'),
  });
  const takesAndEnds = async (placed: ReturnType<typeof callsIn>, toTag: string) => {
    expect((await bed().server.report(placed.id, 'call.answered')).toTag).toBe(toTag);
    await expect.poll(() => statusesOf(placed)).toContain(200);
    const about = { callId: placed.callId, answer: placed.answered() };
    saysWithin(bed(), 'ACK', { ...about, cseq: 1 });
    saysWithin(bed(), 'BYE', { ...about, cseq: 2 });
    expect(await bed().server.report(placed.id, 'call.ended')).toMatchObject({ by: 'caller' });
  };

  describe('a call that rings one after another', () => {
    test('rings each alone, in its order and for its time, while the caller hears ringing', async () => {
      const [first, second] = [await aPhoneBeside(bed()), await aPhoneBeside(bed())];
      const placed = callsIn(bed(), { ...inTurn(first, second), turnMs: 2000 });
      const began = Date.now();
      await rung(first, 'first');
      expect(invitesTo(second)).toEqual([]);
      await first.phone.received.next('the end of its turn', ({ method }) => method === 'CANCEL');
      expect(Date.now() - began).toBeGreaterThan(1700);

      const invite = await rung(second, 'second');
      second.phone.answer(invite, 'second', carrierAnswer(40_000));
      await takesAndEnds(placed, 'second');
      expect(new Set(statusesOf(placed))).toEqual(new Set([100, 180, 200]));
      const ringing = placed.heard().find(({ status }) => status === 180);
      expect(ringing?.header('Contact')).toMatch(/^<sip:[^@>]+>$/);
      expect(invitesTo(first)).toHaveLength(1);
    });

    test.each([486, 480, 603])('goes on at once to the next when a phone says %i', async (status) => {
      const [first, second] = [await aPhoneBeside(bed()), await aPhoneBeside(bed())];
      const placed = callsIn(bed(), { ...inTurn(first, second), turnMs: 30_000 });
      first.phone.reply(await rung(first, 'first'), status, { toTag: 'first' });

      const invite = await rung(second, 'second');
      second.phone.answer(invite, 'second', carrierAnswer(40_000));
      await takesAndEnds(placed, 'second');
    });

    test('passes over who is not there, and pages have their turn at their place', async () => {
      const [page, last] = [await aPage(bed()), await aPhoneBeside(bed())];
      const placed = callsIn(bed(), {
        ...{ users: [page], phones: ['nobodyhere', last.username], turnMs: 30_000 },
        turns: `nobodyhere|pages|${last.username}`,
      });
      page.reply(await page.rings(placed.id), 486, { toTag: 'page' });

      const invite = await rung(last, 'last');
      last.phone.answer(invite, 'last', carrierAnswer(40_000));
      await takesAndEnds(placed, 'last');
    });

    test('is over for all when a page declines it', async () => {
      const [page, last] = [await aPage(bed()), await aPhoneBeside(bed())];
      const placed = callsIn(bed(), {
        ...{ users: [page], phones: [last.username], turns: `pages|${last.username}`, turnMs: 30_000 },
      });
      page.reply(await page.rings(placed.id), 603, { toTag: 'page' });

      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ status: 603, cause: 'final' });
      expect(invitesTo(last)).toEqual([]);
    });

    test('that nobody takes was not answered, though the last one is not there', async () => {
      const first = await aPhoneBeside(bed());
      const placed = callsIn(bed(), {
        ...{ phones: [first.username], turns: `${first.username}|nobodyhere`, turnMs: 1000 },
      });
      await rung(first, 'first');

      const failed = await bed().server.report(placed.id, 'call.failed');
      expect(failed).toMatchObject({ status: 480, cause: 'ringing_timeout' });
      await expect.poll(() => statusesOf(placed)).toContain(480);
    });

    test('goes to voicemail once all have had their turn, and then rings nobody any more', async () => {
      const [first, page] = [await aPhoneBeside(bed()), await openPage(bed())];
      const placed = callsIn(bed(), {
        ...{ users: [page], phones: [first.username], turns: `${first.username}|pages*`, turnMs: 1000 },
        task: messageTask(),
      });
      const late = await rung(first, 'first');

      await expect.poll(() => statusesOf(placed)).toContain(200);
      await page.register();
      first.phone.answer(late, 'first', carrierAnswer(40_000));
      await first.phone.received.next('the BYE', ({ method }) => method === 'BYE');
      const about = { callId: placed.callId, answer: placed.answered() };
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });
      expect(await bed().server.report(placed.id, 'call.answered')).toMatchObject({ connection: 'attendant' });
      saysWithin(bed(), 'BYE', { ...about, cseq: 2 });
      await bed().server.report(placed.id, 'call.ended');
      expect(page.received.all.filter(({ method }) => method === 'INVITE')).toEqual([]);
    });

    test('is over when the page of somebody whose turn is not yet is declined by its push', async () => {
      const [page, phones] = [await openPage(bed()), [await aPhoneBeside(bed()), await aPhoneBeside(bed())] as const];
      const [first, last] = phones;
      const placed = callsIn(bed(), {
        ...{ users: [page], phones: phones.map(({ username }) => username), turnMs: 30_000 },
        turns: `${first.username}|${last.username}|pages*`,
      });
      const invite = await rung(first, 'first');
      expect(await bed().server.link.declineCall(placed.id)).toBe('done');
      first.phone.reply(invite, 486, { toTag: 'first' });

      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ status: 603, cause: 'final' });
      expect(invitesTo(last)).toEqual([]);
    });

    test('gives nobody a turn once all have had their time together', async () => {
      const [first, second] = [await aPhoneBeside(bed()), await aPhoneBeside(bed())];
      const placed = callsIn(bed(), { ...inTurn(first, second), turnMs: 10_000, turnsMs: 2000 });
      await rung(first, 'first');

      await bed().server.report(placed.id, 'call.failed');
      expect(invitesTo(second)).toEqual([]);
    });

    test('finds nobody at all where nobody is there', async () => {
      const placed = callsIn(bed(), { phones: ['nobodyhere'], turns: 'nobodyhere|nobodythere', turnMs: 1000 });
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ status: 480, cause: 'final' });
      expect(statusesOf(placed)).not.toContain(180);
    });

    test('ends with the caller who gives up in the second turn', async () => {
      const phones = [await aPhoneBeside(bed()), await aPhoneBeside(bed()), await aPhoneBeside(bed())] as const;
      const placed = callsIn(bed(), { ...inTurn(...phones), turnMs: 30_000 });
      // What the caller and a phone say at the same moment comes by two ways, in either order.
      const hearsRinging = async (times: number) =>
        await expect
          .poll(() => statusesOf(placed).filter((status) => status === 180).length, { timeout: COMES_WITHIN_MS })
          .toBe(times);
      const declined = await rung(phones[0], 'first');
      await hearsRinging(2);
      phones[0].phone.reply(declined, 486, { toTag: 'first' });
      const invite = await rung(phones[1], 'second');
      await hearsRinging(3);
      placed.cancel();

      await phones[1].phone.received.next('CANCEL', ({ method }) => method === 'CANCEL');
      phones[1].phone.reply(invite, 487, { toTag: 'second' });
      await expect.poll(() => statusesOf(placed)).toContain(487);
      expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ cause: 'cancelled' });
      expect(invitesTo(phones[2])).toEqual([]);
    });

    test('is not the first one’s who answers after its turn: that one is hung up, and the second talks', async () => {
      const [first, second] = [await aPhoneBeside(bed()), await aPhoneBeside(bed())];
      const placed = callsIn(bed(), { ...inTurn(first, second), turnMs: 1000 });
      const late = await rung(first, 'first');
      const invite = await rung(second, 'second');
      first.phone.answer(late, 'first', carrierAnswer(40_000));
      await first.phone.received.next('the ACK', ({ method }) => method === 'ACK');
      await first.phone.received.next('the BYE', ({ method }) => method === 'BYE');
      second.phone.answer(invite, 'second', carrierAnswer(40_000));

      await takesAndEnds(placed, 'second');
      expect(placed.heard().filter(({ status, cseq }) => status === 200 && cseq.endsWith('INVITE'))).toHaveLength(1);
    });

    test('goes on with the second where the first one says that it rings only when its turn is over', async () => {
      const [page, second] = [await aPage(bed()), await aPhoneBeside(bed())];
      const placed = callsIn(bed(), {
        ...{ users: [page], phones: [second.username], turns: `pages|${second.username}`, turnMs: 2000 },
      });
      const late = await page.rings(placed.id);
      const invite = await rung(second, 'second');
      page.reply(late, 180, { toTag: 'page' });
      await page.register(); // It is read after that, by the same WebSocket.
      await page.received.next('the CANCEL', ({ method }) => method === 'CANCEL');
      second.phone.answer(invite, 'second', carrierAnswer(40_000));
      await takesAndEnds(placed, 'second');
      expect(second.phone.received.all.filter(({ method }) => method === 'CANCEL')).toEqual([]);
    });

    test('waits for a page that is woken in its turn, and rings none that comes before it', async () => {
      const [page, first] = [await openPage(bed()), await aPhoneBeside(bed())];
      const placed = callsIn(bed(), {
        ...{ users: [page], phones: [first.username], turns: `${first.username}|pages*`, turnMs: 30_000 },
      });
      const invite = await rung(first, 'first');
      await page.register();
      expect(page.received.all.filter(({ method }) => method === 'INVITE')).toEqual([]);
      first.phone.reply(invite, 486, { toTag: 'first' });

      page.answer(await page.rings(placed.id), 'page');
      await takesAndEnds(placed, 'page');
    });

    test('rings a page that registers in its turn, and a phone that registers after its own no more', async () => {
      const [page, first] = [await openPage(bed()), await aPhoneBeside(bed())];
      const placed = callsIn(bed(), {
        ...{ users: [page], phones: [first.username], turns: `${first.username}*|pages*`, turnMs: 2000 },
      });
      await rung(first, 'first');
      await first.phone.received.next('the end of its turn', ({ method }) => method === 'CANCEL');
      await first.register();
      await page.register();
      page.answer(await page.rings(placed.id), 'page');
      await takesAndEnds(placed, 'page');
      expect(invitesTo(first)).toHaveLength(1);
    });

    test.each(['pages', 'pages*'])(
      'rings the next for its full time though those of %s registered again',
      async (pages) => {
        const [page, last] = [await aPage(bed()), await aPhoneBeside(bed())];
        const placed = callsIn(bed(), {
          ...{ users: [page], phones: [last.username], turns: `${pages}|${last.username}`, turnMs: 3000 },
        });
        const invite = await page.rings(placed.id);
        for (let times = 0; times < 2; times += 1) await page.register();
        page.reply(invite, 486, { toTag: 'page' });

        await rung(last, 'last');
        const began = Date.now();
        await last.phone.received.next('the end of its turn', ({ method }) => method === 'CANCEL');
        expect(Date.now() - began).toBeGreaterThan(2000);
        expect(await bed().server.report(placed.id, 'call.failed')).toMatchObject({ cause: 'ringing_timeout' });
      },
    );

    test('waits out the turn of somebody who does not come, and then goes on', async () => {
      const [page, last] = [await openPage(bed()), await aPhoneBeside(bed())];
      const placed = callsIn(bed(), {
        ...{ users: [page], phones: [last.username], turns: `pages*|${last.username}`, turnMs: 1500 },
      });
      await expect.poll(() => statusesOf(placed)).toContain(180);
      const invite = await rung(last, 'last');
      await page.register();
      last.phone.answer(invite, 'last', carrierAnswer(40_000));
      await takesAndEnds(placed, 'last');
      expect(page.received.all.filter(({ method }) => method === 'INVITE')).toEqual([]);
    });
  });

  describe('a call that goes on to another telephone', () => {
    const answersLate = async (told: Parameters<typeof callsIn>[1] = {}) => {
      const bridge = await standInBridge(bed());
      const late = await aPhoneBeside(bed());
      const placed = callsIn(bed(), {
        ...{ phones: [late.username], ringingMs: 1500, forwardTo: '+442079460000', ...told },
      });
      const invite = await rung(late, 'late');
      const forwarded = await bridge.received.next('the INVITE', ({ method }) => method === 'INVITE');
      bridge.reply(forwarded, 180, { toTag: 'bridge' });
      late.phone.answer(invite, 'late', carrierAnswer(40_000));
      await late.phone.received.next('the ACK', ({ method }) => method === 'ACK');
      await late.phone.received.next('the BYE', ({ method }) => method === 'BYE');
      return { placed, bridge, forwarded };
    };

    test('is not that of a phone whose answer crosses it: that one is hung up, and the other telephone talks', async () => {
      const { placed, bridge, forwarded } = await answersLate();
      bridge.reply(forwarded, 100, {});
      bridge.answer(forwarded, 'bridge', carrierAnswer(40_000));

      await takesAndEnds(placed, 'bridge');
      expect(bridge.received.all.filter(({ method }) => method === 'CANCEL')).toEqual([]);
    });

    test('goes on to voicemail after such an answer as after any other', async () => {
      const { placed, bridge, forwarded } = await answersLate({ task: messageTask() });
      bridge.reply(forwarded, 486, { toTag: 'bridge' });

      await expect.poll(() => statusesOf(placed)).toContain(200);
      const about = { callId: placed.callId, answer: placed.answered() };
      saysWithin(bed(), 'ACK', { ...about, cseq: 1 });
      expect(await bed().server.report(placed.id, 'call.answered')).toMatchObject({ connection: 'attendant' });
      saysWithin(bed(), 'BYE', { ...about, cseq: 2 });
      await bed().server.report(placed.id, 'call.ended');
    });
  });
}
