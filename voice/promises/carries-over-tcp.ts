import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineBed } from '../testbed/engine-bed.ts';
import { allow } from '../testbed/scripted-server.ts';
import { type ScriptedTrunk, startScriptedTrunk } from '../testbed/scripted-trunk.ts';
import { openTcpWire } from '../testbed/trunk-wire.ts';

/** A carrier that is reached over TCP counts what is reported, too. */
export function carriesOverTcp(bed: () => EngineBed): void {
  describe('a carrier over TCP', () => {
    let trunk: ScriptedTrunk;
    let calls = 0;
    beforeAll(async () => {
      trunk = await startScriptedTrunk(bed().stack.ports.carrierSide, 0, openTcpWire);
      trunk.otherwise((leg) => {
        leg.reply(180);
        leg.reply(200);
      });
    });
    afterAll(() => trunk?.close());

    const talk = async (decision: Parameters<typeof allow>[1] = {}) => {
      calls += 1;
      const number = `447700900${200 + calls}`;
      const uri = `sip:${number}@127.0.0.1:${trunk.port};transport=tcp`;
      const placed = await bed().place({
        decide: () => allow([['trunk-tcp', uri]], decision),
        invite: { number: `+${number}` },
      });
      expect((await placed.leg.final()).status).toBe(200);
      const answered = await bed().server.report(placed.call, 'call.answered');
      const leg = await trunk.legs.next('the INVITE', ({ invite }) => invite.uri.includes(number));
      const isOpen = () => trunk.openCalls().some((call) => call.number === number);
      /** What the carrier counted, without what was reported. */
      const counted = async () => {
        const ended = await bed().server.report(placed.call, 'call.ended', 20_000);
        await expect.poll(isOpen).toBe(false);
        const far = trunk.calls.find((call) => call.number === number);
        return (far?.endedAt ?? 0) - (far?.answeredAt ?? 0) - (ended.at - ended.answeredAt);
      };
      return { placed, answered, leg, counted };
    };

    test('is hung up when the caller hangs up, when the server says so, and at the limit', async () => {
      const [byCaller, byServer, atLimit] = [await talk(), await talk(), await talk({ grantedSeconds: 2 })];
      expect((await byCaller.placed.leg.request('INFO')).status).toBe(200);
      expect((await byCaller.placed.leg.request('BYE')).status).toBe(200);
      expect(await bed().server.link.endCall(byServer.answered)).toBe('done');
      for (const call of [byCaller, byServer, atLimit]) expect(Math.abs(await call.counted())).toBeLessThan(1_000);
    });

    test('is told again when it refuses', async () => {
      const { placed, leg, counted } = await talk();
      leg.byes.push(503);
      await placed.leg.request('BYE');
      // It goes on counting until the next BYE, which comes after a pause.
      expect(await counted()).toBeLessThan(7_000);
    });

    test('hangs up itself', async () => {
      const { placed, leg, counted } = await talk();
      leg.request('BYE');
      expect(Math.abs(await counted())).toBeLessThan(1_000);
      expect(await bed().server.report(placed.call, 'call.ended')).toMatchObject({ by: 'callee' });
    });

    test('is acknowledged and hung up when a second telephone is picked up', async () => {
      const { placed, leg } = await talk();
      const toTag = `second-${placed.call}`;
      leg.reply(200, 'OK', { toTag });
      const second = () => trunk.calls.find(({ toTags }) => toTags.includes(toTag))?.endedAt ?? null;
      await expect.poll(second).not.toBeNull();
      expect((await placed.leg.request('BYE')).status).toBe(200);
    });
  });
}
