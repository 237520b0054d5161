import { describe, expect, test } from 'vitest';
import type { EngineBed, PlacedCall } from '../testbed/engine-bed.ts';
import type { Script } from '../testbed/scripted-trunk.ts';
import { browserOffer } from '../testbed/sdp.ts';

const answers: Script = (leg) => {
  leg.reply(180);
  leg.reply(200);
};

/** What becomes of a carrier's leg that does not end when it is told, and of callers who make it hard to tell. */
export function letsGo(bed: () => EngineBed): void {
  const isByeOf =
    ({ number }: PlacedCall) =>
    ({ method, text }: { method: string | null; text: string }) =>
      method === 'BYE' && text.includes(number);
  const legOf = async ({ number }: PlacedCall) =>
    await bed().trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(number));

  describe.concurrent('a leg that is over', () => {
    test('is an alarm after four BYEs that were refused, and none any more once it is gone', async () => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      (await legOf(placed)).byes.push(500, 500, 500, 500, 500);
      await placed.leg.request('BYE');
      await bed().server.report(placed.call, 'call.ended');

      const alarm = await bed().server.report(placed.call, 'call.not_hung_up', 40_000);
      expect(alarm).toMatchObject({ trunk: 'trunk-a', status: 500, byes: 4 });
      expect(await bed().server.report(placed.call, 'call.hung_up', 60_000)).toMatchObject({ trunk: 'trunk-a' });
    });

    test('is an alarm where the carrier says nothing at all', async () => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      (await legOf(placed)).byes.push(...Array.from({ length: 100 }, () => 'lost' as const));
      const answered = await bed().server.report(placed.call, 'call.answered');
      expect(await bed().server.link.endCall(answered)).toBe('done');

      const alarm = await bed().server.report(placed.call, 'call.not_hung_up', 60_000);
      expect(alarm).toMatchObject({ status: 0, byes: 4 });
    });

    test('is told again when the BYE of the limit is refused', async ({ expect }) => {
      const placed = await bed().place({ trunkA: answers, decision: { grantedSeconds: 2 } });
      await placed.leg.final();
      (await legOf(placed)).byes.push(503);
      await bed().server.report(placed.call, 'call.ended');
      const open = () =>
        bed()
          .trunkA.openCalls()
          .filter(({ number }) => number === placed.number);
      await expect.poll(open, { timeout: 15_000 }).toEqual([]);
    });
  });

  describe.concurrent('a second telephone that is picked up for the same call', () => {
    test('is acknowledged and hung up at once, and the first goes on without having heard of it', async ({
      expect,
    }) => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      const far = await legOf(placed);
      const toTag = `second-${placed.call}`;
      const ofSecond = (method: string) => (message: { method: string | null; toTag: string }) =>
        message.method === method && message.toTag === toTag;

      // The proxies behind it that want to stay on the way, the nearest to it first.
      const proxies = ['<sip:127.0.0.1:1;lr>', `<sip:127.0.0.1:${bed().trunkA.port};lr>`];
      far.reply(200, 'OK', { toTag, headers: [['Record-Route', proxies.join(', ')]] });

      const ack = await bed().trunkA.received.next('the ACK', ofSecond('ACK'));
      const bye = await bed().trunkA.received.next('the BYE', ofSecond('BYE'));
      expect([ack.uri, ack.callId, ack.header('From')]).toEqual([bye.uri, bye.callId, far.invite.header('From')]);
      expect([ack.headers('Route'), bye.headers('Route')]).toEqual([proxies.toReversed(), proxies.toReversed()]);
      expect(Number.parseInt(ack.cseq, 10)).toBe(Number.parseInt(far.invite.cseq, 10));
      const counted = () => bed().trunkA.calls.filter(({ number }) => number === placed.number);
      await expect.poll(() => counted().map(({ endedAt }) => endedAt === null)).toEqual([true, false]);
      expect((await placed.leg.request('INFO')).status).toBe(200);
      expect(placed.leg.received.all.filter((message) => message.toTag === toTag)).toEqual([]);
      await placed.leg.request('BYE');
      await bed().trunkA.received.next(
        'the BYE of the first',
        ({ method, toTag: tag }) => method === 'BYE' && tag === far.toTag,
      );
      expect((await bed().server.report(placed.call, 'call.ended')).by).toBe('caller');
    });
  });

  describe.concurrent('a carrier that answers too late', () => {
    const heardOf = ({ number }: PlacedCall, method: string, trunk = bed().trunkA) =>
      trunk.received.next(`the ${method}`, (each) => each.method === method && each.text.includes(number), 20_000);
    const openAt = (trunk: EngineBed['trunkA'], { number }: PlacedCall) =>
      trunk.openCalls().filter((call) => call.number === number);

    test('as its ringing ends is acknowledged and hung up at once, and the caller hears that nobody answered', async ({
      expect,
    }) => {
      const placed = await bed().place({ trunkA: (leg) => leg.reply(180), decision: { ringingMs: 1_000 } });
      await heardOf(placed, 'CANCEL');
      (await legOf(placed)).reply(200);

      await heardOf(placed, 'ACK');
      await heardOf(placed, 'BYE');
      await expect.poll(() => openAt(bed().trunkA, placed), { timeout: 15_000 }).toEqual([]);
      expect(await bed().server.report(placed.call, 'call.failed')).toMatchObject({ cause: 'ringing_timeout' });
      expect((await placed.leg.final()).status).toBe(480);
      expect(placed.leg.received.all.filter(({ status }) => status === 200)).toEqual([]);
    });

    test('while the next one is tried is hung up at once, and the call goes on with the next', async ({ expect }) => {
      const placed = await bed().place({ trunkA: () => undefined, trunkB: (leg) => leg.reply(180) });
      await placed.leg.received.next('the ringing', ({ status }) => status === 180, 20_000);
      (await legOf(placed)).reply(200);
      await heardOf(placed, 'BYE');
      await expect.poll(() => openAt(bed().trunkA, placed), { timeout: 15_000 }).toEqual([]);

      const next = await bed().trunkB.legs.next('the INVITE', ({ invite }) => invite.uri.includes(placed.number));
      next.reply(200);
      expect((await placed.leg.final()).toTag).toBe(next.toTag);
      expect(await bed().server.report(placed.call, 'call.answered')).toMatchObject({ trunk: 'trunk-b' });
      expect(openAt(bed().trunkB, placed)).toHaveLength(1);
      await placed.leg.request('BYE');
      await expect.poll(() => openAt(bed().trunkB, placed), { timeout: 15_000 }).toEqual([]);
    });
  });

  describe.concurrent('a caller', () => {
    const rings = async () => {
      const placed = await bed().place({ trunkA: (leg) => leg.reply(180) });
      await placed.leg.received.next('the ringing', ({ status }) => status === 180);
      return { placed, far: await legOf(placed) };
    };
    const heardCancel = async ({ number }: PlacedCall) =>
      await bed().trunkA.received.next(
        'the CANCEL',
        ({ method, text }) => method === 'CANCEL' && text.includes(number),
      );

    test('who hangs up while it rings hears 200, and the far side rings no more', async () => {
      const { placed, far } = await rings();
      expect((await placed.leg.request('BYE')).status).toBe(200);
      await heardCancel(placed);
      far.reply(487);
      expect(await bed().server.report(placed.call, 'call.failed')).toMatchObject({ cause: 'cancelled' });
    });

    test.each(['CANCEL', 'BYE'])('who gives up with %s and is answered all the same is in no call', async (method) => {
      const { placed, far } = await rings();
      if (method === 'CANCEL') placed.leg.cancel();
      else await placed.leg.request('BYE');
      await heardCancel(placed);

      far.reply(200);

      await bed().trunkA.received.next('the BYE', isByeOf(placed));
      await bed().server.report(placed.call, 'call.ended');
    });

    test.each([
      ['elsewhere', (route: string) => route.replace(/<sip:[^;>]+/, '<sip:127.0.9.9:45100')],
      ['here, but by nobody’s name', (route: string) => route.replace(/;[^>]*/, '')],
    ])('who hangs up by a Route that leads %s hangs up nobody', async (_, forge) => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      const answered = await bed().server.report(placed.call, 'call.answered');
      const forged = (text: string) => text.replace(/^Route: .*$/m, forge);
      expect((await placed.leg.request('BYE', { changes: forged })).status).toBe(481);
      expect(await bed().server.link.endCall(answered)).toBe('done');
      await bed().trunkA.received.next('the BYE', isByeOf(placed));
    });

    test('who cancels what is answered changes nothing', async () => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      placed.leg.cancel();
      expect((await placed.leg.request('INFO')).status).toBe(200);
      await placed.leg.request('BYE');
      expect(await bed().server.report(placed.call, 'call.ended')).toMatchObject({ by: 'caller' });
    });

    test('who demands extensions of the carrier demands them of nobody', async () => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      const headers = [
        ['Require', 'x-nothing'],
        ['Session-Expires', '4294967295;refresher=uas'],
        ['Min-SE', '99999999'],
      ] as const;
      expect((await placed.leg.request('INVITE', { body: browserOffer(), headers })).status).toBe(200);
      expect((await placed.leg.request('INFO', { headers })).status).toBe(200);
      const seen = bed().trunkA.received.all.filter(
        ({ method, text }) => (method === 'INVITE' || method === 'INFO') && text.includes(placed.number),
      );
      for (const message of seen) {
        for (const [name] of headers) expect(message.headers(name)).toEqual([]);
        expect(message.header('Max-Forwards')).toBe('70');
      }
      await placed.leg.request('BYE');
    });

    test('who asks without end within a call is held back, and can still hang up', async () => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      const asked = await Promise.all(Array.from({ length: 120 }, async () => await placed.leg.request('INFO')));
      expect(asked.filter(({ status }) => status === 500).length).toBeGreaterThan(0);
      expect((await placed.leg.request('BYE')).status).toBe(200);
      await bed().trunkA.received.next('the BYE', isByeOf(placed));
    });
  });
}
