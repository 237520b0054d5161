import { describe, expect, test } from 'vitest';
import { createNgClient } from '@farline/engine';
import type { EngineBed, PlacedCall } from '../testbed/engine-bed.ts';
import type { Script } from '../testbed/scripted-trunk.ts';
import { browserOffer } from '../testbed/sdp.ts';

const answers: Script = (leg) => {
  leg.reply(180);
  leg.reply(200);
};
/** An end is looked for fifty times a second; what is on top is for a busy machine. */
const EARLIEST_MS = 0;
const LATEST_MS = 500;

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** How a running call ends, and when. */
export function cutsCalls(bed: () => EngineBed): void {
  const byeAtTrunk = async (number: string) =>
    await bed().trunkA.received.next(
      'the BYE at the trunk',
      ({ method, text }) => method === 'BYE' && text.includes(number),
      20_000,
    );
  const byeAtCaller = async ({ leg }: PlacedCall) =>
    await leg.received.next('the BYE at the caller', ({ method }) => method === 'BYE', 20_000);
  /** An end is reported before rtpengine has let go of the call's sound: a call under its name would lose its own. */
  const soundIsLetGo = async (poll: typeof expect.poll, sipCallId: string) => {
    const ng = createNgClient({ host: '127.0.0.1', port: bed().stack.ports.rtpengine });
    const query = async () => await ng.command('query', { 'call-id': sipCallId }).then(JSON.stringify, String);
    try {
      await poll(query).toContain('Unknown call-id');
    } finally {
      ng.close();
    }
  };
  const expectCut = async (placed: PlacedCall, afterMs: number) => {
    const ended = await bed().server.report(placed.call, 'call.ended', 30_000);
    expect(ended.by).toBe('limit');
    expect(ended.at - ended.answeredAt).toBeGreaterThanOrEqual(afterMs + EARLIEST_MS);
    expect(ended.at - ended.answeredAt).toBeLessThan(afterMs + LATEST_MS);
    return ended;
  };

  describe.concurrent('the granted end of a call', () => {
    test('both sides get BYE at the granted second', async () => {
      const placed = await bed().place({ trunkA: answers, decision: { grantedSeconds: 5 } });
      await placed.leg.final();
      await expectCut(placed, 5000);
      const byes = await Promise.all([byeAtTrunk(placed.number), byeAtCaller(placed)]);
      expect(byes[0].text).not.toContain(placed.caller.userId);
      for (const bye of byes) expect(bye.headers('Reason')).toEqual(['Q.850;cause=31;text="Call limit reached"']);
    });

    test('who hangs up, and who has the server end a call, is told as a normal end; a cause of the carrier is passed on', async () => {
      const [hungUp, ordered, farEnded] = await Promise.all(
        [1, 2, 3].map(async () => {
          const placed = await bed().place({ trunkA: answers });
          await placed.leg.final();
          return placed;
        }),
      );
      if (hungUp === undefined || ordered === undefined || farEnded === undefined) throw new Error('three calls');

      await hungUp.leg.request('BYE');
      await bed().server.link.endCall(await bed().server.report(ordered.call, 'call.answered'));
      const far = await bed().trunkA.legs.next('the INVITE', ({ invite }) => invite.uri.includes(farEnded.number));
      far.request('BYE', {
        by: (text) =>
          bed().trunkA.send(text.replace('\r\nContact:', '\r\nReason: Q.850 ;cause=31 ;text="carrier 7"\r\nContact:')),
      });

      const normal = 'Q.850;cause=16;text="Normal call clearing"';
      const byes = [byeAtTrunk(hungUp.number), byeAtTrunk(ordered.number), byeAtCaller(ordered), byeAtCaller(farEnded)];
      expect((await Promise.all(byes)).map((bye) => bye.header('Reason'))).toEqual([
        normal,
        normal,
        normal,
        'Q.850;cause=31',
      ]);
    });

    test.each(['INVITE', 'UPDATE'])('a caller who sends %s every second is cut at the same second', async (method) => {
      const placed = await bed().place({ trunkA: answers, decision: { grantedSeconds: 6 } });
      await placed.leg.final();
      const sent: Promise<unknown>[] = [];
      const every = setInterval(() => {
        sent.push(placed.leg.request(method, { body: browserOffer() }));
      }, 900);
      await expectCut(placed, 6000).finally(() => clearInterval(every));
      await Promise.all([byeAtTrunk(placed.number), byeAtCaller(placed)]);
      expect(sent.length).toBeGreaterThan(4);
      const [first] = await Promise.all(sent);
      expect(first).toMatchObject({ status: 200 });
    });

    test('a caller who holds back the ACK gains nothing, though the trunk repeats its answer', async () => {
      const placed = await bed().place({
        trunkA: (leg) => {
          leg.reply(200);
          setTimeout(() => leg.reply(200), 1500);
        },
        decision: { grantedSeconds: 6 },
        invite: { acknowledgesAfterMs: 3500 },
      });
      await placed.leg.final();
      const answered = await bed().server.report(placed.call, 'call.answered');
      expect((await expectCut(placed, 6000)).answeredAt).toBe(answered.at);
    });

    // Its own `expect`: others run beside it.
    test('a call under the names of one that was ended here is reported to its end', async ({ expect: { poll } }) => {
      const names = { sipCallId: `again-${Math.random()}`, fromTag: 'again' };
      const ended = await bed().place({ trunkA: answers, invite: names });
      await ended.leg.final();
      const answered = await bed().server.report(ended.call, 'call.answered');
      expect(await bed().server.link.endCall(answered)).toBe('done');
      expect(await bed().server.report(ended.call, 'call.ended')).toMatchObject({ by: 'server' });
      await Promise.all([byeAtTrunk(ended.number), byeAtCaller(ended)]);
      await soundIsLetGo(poll, names.sipCallId);

      const byCaller = await bed().place({ trunkA: answers, invite: names });
      await byCaller.leg.final();
      await byCaller.leg.request('BYE');
      expect(await bed().server.report(byCaller.call, 'call.ended')).toMatchObject({ by: 'caller' });
      await soundIsLetGo(poll, names.sipCallId);

      const byLimit = await bed().place({ trunkA: answers, decision: { grantedSeconds: 2 }, invite: names });
      await byLimit.leg.final();
      await expectCut(byLimit, 2000);
    });

    test('the server moves the cut, later and earlier', async () => {
      const later = await bed().place({ trunkA: answers, decision: { grantedSeconds: 3 } });
      const earlier = await bed().place({ trunkA: answers, decision: { grantedSeconds: 60 } });
      const moveTo = async (placed: PlacedCall, afterMs: number) => {
        await placed.leg.final();
        const answered = await bed().server.report(placed.call, 'call.answered');
        expect(await bed().server.link.extendCall(answered, new Date(answered.at + afterMs))).toBe('done');
        await expectCut(placed, afterMs);
      };
      await Promise.all([moveTo(later, 7_400), moveTo(earlier, 3_600)]);
    });

    test('a second call under the names of a running one is not asked for, and the first is cut at its own second', async () => {
      const names = { sipCallId: `twice-${Math.random()}`, fromTag: 'twice' };
      const placed = await bed().place({ trunkA: answers, decision: { grantedSeconds: 4 }, invite: names });
      await placed.leg.final();
      const second = await bed().place({ trunkA: answers, decision: { grantedSeconds: 60 }, invite: names });
      expect((await second.leg.final()).status).toBe(482);
      expect(bed().server.asks.all.filter(({ call }) => call === second.call)).toEqual([]);
      expect(bed().trunkA.received.all.filter(({ uri }) => uri.includes(second.number))).toEqual([]);
      await expectCut(placed, 4000);
    });

    test('an order that is late, or comes again late, moves nothing', async () => {
      const placed = await bed().place({ trunkA: answers, decision: { grantedSeconds: 60 } });
      await placed.leg.final();
      const answered = await bed().server.report(placed.call, 'call.answered');
      const end = new Date(answered.at + 6_000);
      const orderAgain = async () => expect(await bed().server.link.extendCall(answered, end)).toBe('done');
      await orderAgain();
      const again = [1_300, 2_600, 3_900].map(async (afterMs) => {
        await new Promise((resolve) => setTimeout(resolve, afterMs));
        await orderAgain();
      });
      await Promise.all([expectCut(placed, 6_000), ...again]);
    });

    test('a call that was lengthened does not stand in the way of the next ones', async () => {
      const lengthened = await bed().place({ trunkA: answers });
      await lengthened.leg.final();
      const answered = await bed().server.report(lengthened.call, 'call.answered');
      expect(await bed().server.link.extendCall(answered, inSeconds(100))).toBe('done');
      const next = await Promise.all(Array.from({ length: 12 }, async () => await bed().place({ trunkA: answers })));
      for (const { leg } of next) {
        expect((await leg.final()).status).toBe(200);
        await leg.request('BYE');
      }
      await lengthened.leg.request('BYE');
    });

    test('the server ends a call: BYE to both sides, and the report says so', async () => {
      const placed = await bed().place({ trunkA: answers });
      await placed.leg.final();
      const answered = await bed().server.report(placed.call, 'call.answered');
      expect(await bed().server.link.endCall(answered)).toBe('done');
      await Promise.all([byeAtTrunk(placed.number), byeAtCaller(placed)]);
      expect(await bed().server.report(placed.call, 'call.ended')).toMatchObject({
        by: 'server',
        answeredAt: answered.at,
      });
    });

    test('a side that is dead does not hold up the end of the call', async () => {
      const placed = await bed().place({ trunkA: answers, decision: { grantedSeconds: 4 } });
      await placed.leg.final();
      placed.caller.close();
      await expectCut(placed, 4000);
      await byeAtTrunk(placed.number);
    });

    test('orders about a call that is not there are answered so', async () => {
      const nowhere = { sipCallId: 'nowhere', fromTag: 'a', toTag: 'b' };
      expect(await bed().server.link.extendCall(nowhere, inSeconds(10))).toBe('unknown');
      expect(await bed().server.link.endCall(nowhere)).toBe('unknown');
    });

    test('running calls can be listed with their ids and tags, from the server’s answer on', async () => {
      const rings = await bed().place({ trunkA: (leg) => leg.reply(180), decision: { ringingMs: 3000 } });
      const runs = await bed().place({ trunkA: answers, decision: { grantedSeconds: 100 } });
      await runs.leg.final();
      await bed().server.report(rings.call, 'call.ringing');
      const answered = await bed().server.report(runs.call, 'call.answered');
      const listed = await bed().rpc.listDialogs();
      expect(listed.find(({ call }) => call === rings.call)).toMatchObject({
        state: 'early',
        sipCallId: rings.leg.sipCallId,
        answeredAtMs: null,
      });
      const running = listed.find(({ call }) => call === runs.call);
      expect(running).toMatchObject({ state: 'answered', toTag: answered.toTag, answeredAtMs: answered.at });
      await runs.leg.request('BYE');
      rings.leg.cancel();
    });
  });
}
