import { describe, expect, test } from 'vitest';
import type { EngineBed, PlacedCall } from '../testbed/engine-bed.ts';
import type { Script } from '../testbed/scripted-trunk.ts';
import { browserOffer } from '../testbed/sdp.ts';

const answers: Script = (leg) => {
  leg.reply(180);
  leg.reply(200);
};

/** A caller whose WebSocket is lost in mid-call and comes back: the call finds it there. */
export function followsCallers(bed: () => EngineBed): void {
  const comesBack = async ({ caller, leg }: PlacedCall, host = '127.0.0.1') => {
    await caller.reconnect(`ws://${host}:${new URL(bed().stack.websocketUrl).port}/`);
    expect((await leg.request('INVITE', { body: browserOffer() })).status).toBe(200);
  };
  const byeAtCaller = async ({ leg }: PlacedCall) =>
    await leg.received.next('the BYE at the caller', ({ method }) => method === 'BYE', 20_000);
  const far = async ({ number }: PlacedCall) =>
    await bed().trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(number));
  const contactsOf = ({ number }: PlacedCall) =>
    bed()
      .trunkA.received.all.filter(({ method, text }) => method === 'INVITE' && text.includes(number))
      .map((invite) => invite.header('Contact'));

  describe.concurrent('a caller who comes back over another connection', () => {
    test('is found there by the far side, however often that happens', async () => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      await comesBack(placed);
      await comesBack(placed, '[::1]');
      const contacts = contactsOf(placed);
      expect(new Set(contacts).size).toBe(3);
      (await far(placed)).request('BYE', { to: contacts.at(-1) ?? '' });
      await byeAtCaller(placed);
      expect(await bed().server.report(placed.call, 'call.ended')).toMatchObject({ by: 'callee' });
    });

    test('is reported as being there: what closes then is the connection of the report', async ({ expect }) => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      await comesBack(placed);
      await bed().server.report(placed.call, 'call.moved');
      await comesBack(placed, '[::1]');
      const moves = () =>
        bed().server.reports.all.flatMap((report) =>
          report.type === 'call.moved' && report.call === placed.call ? [report.connection] : [],
        );
      await expect.poll(() => new Set(moves()).size).toBe(2);
      const listed = await bed().rpc.listConnections();
      expect(listed.map(({ address, port }) => `${address}:${port}`)).toContain(moves().at(-1));
      placed.caller.close();
      await bed().server.socketsClosed.next('the end', ({ connection }) => connection === moves().at(-1), 20_000);
      (await far(placed)).request('BYE', { to: contactsOf(placed).at(-1) ?? '' });
    });

    test('is reported once the answer and the move before are acknowledged, and of more moves the last', async ({
      expect,
    }) => {
      const placed = await bed().place({ trunkA: answers });
      const reported = () => bed().server.reports.all.filter(({ call }) => call === placed.call);
      /** Each once: it comes again until it is acknowledged. */
      const moves = () => [
        ...new Set(reported().flatMap((report) => (report.type === 'call.moved' ? [report.connection] : []))),
      ];
      /** Not acknowledged, it has come again since. */
      const comesAgain = async (type: string) => {
        const times = () => reported().filter((report) => report.type === type).length;
        const before = times();
        await expect.poll(times, { timeout: 10_000 }).toBeGreaterThan(before + 2);
      };
      const acknowledgeAnswer = bed().server.refuseReportsOf(placed.call);
      await placed.leg.final();
      await comesBack(placed);
      await comesBack(placed, '[::1]');
      await comesAgain('call.answered');
      expect(moves()).toEqual([]);
      acknowledgeAnswer();
      await expect.poll(moves, { timeout: 10_000 }).toEqual([expect.stringContaining('::1')]);

      const acknowledgeMove = bed().server.refuseReportsOf(placed.call);
      await comesBack(placed);
      await expect.poll(moves, { timeout: 10_000 }).toHaveLength(2);
      await comesBack(placed, '[::1]');
      await comesAgain('call.moved');
      expect(moves()).toHaveLength(2);
      acknowledgeMove();
      await expect.poll(moves, { timeout: 10_000 }).toHaveLength(3);
      expect(moves().at(-1)).toContain('::1');
      (await far(placed)).request('BYE', { to: contactsOf(placed).at(-1) ?? '' });
    });

    test('is found there by a far side that still names the old one', async () => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      await comesBack(placed);
      (await far(placed)).request('BYE');
      await byeAtCaller(placed);
      expect(await bed().server.report(placed.call, 'call.ended')).toMatchObject({ by: 'callee' });
    });

    test.each(['127.0.0.1', '[::1]'])('gets the BYE of the limit there, over %s', async (host) => {
      const placed = await bed().place({ trunkA: answers, decision: { grantedSeconds: 4 } });
      await placed.leg.final();
      await comesBack(placed, host);
      await byeAtCaller(placed);
      expect(await bed().server.report(placed.call, 'call.ended')).toMatchObject({ by: 'limit' });
    });

    test('gets the BYE of the server there', async () => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      await comesBack(placed);
      expect(await bed().server.link.endCall(await bed().server.report(placed.call, 'call.answered'))).toBe('done');
      await byeAtCaller(placed);
      expect(await bed().server.report(placed.call, 'call.ended')).toMatchObject({ by: 'server' });
    });
  });
}
