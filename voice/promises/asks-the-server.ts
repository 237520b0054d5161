import { randomInt } from 'node:crypto';
import { setTimeout as passed } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { callFromTrunk } from '../testbed/call-from-trunk.ts';
import type { EngineBed } from '../testbed/engine-bed.ts';
import type { Script } from '../testbed/scripted-trunk.ts';

const answers: Script = (leg) => leg.reply(200);

/** What Kamailio asks, and what it does while it waits. */
export function asksTheServer(bed: () => EngineBed): void {
  const reachedTrunk = (number: string) => bed().trunkA.received.all.filter(({ uri }) => uri.includes(number));

  describe.concurrent('asking the server', () => {
    test('the ask names the user who proved it, the number as dialled, and the WebSocket', async () => {
      const { call, leg, caller, number } = await bed().place({ trunkA: answers });
      await leg.final();
      const ask = await bed().server.asks.next('the ask', (each) => each.call === call);
      expect(ask).toMatchObject({
        user: caller.userId,
        dialled: `+${number}`,
        sipCallId: leg.sipCallId,
        fromTag: leg.fromTag,
      });
      expect(Math.abs(ask.at - Date.now())).toBeLessThan(2000);
      await leg.request('BYE');
      caller.close();
      await bed().server.socketsClosed.next(
        'the end of the WebSocket',
        ({ connection }) => connection === ask.connection,
      );
    });

    test('a call that brings no id, or no proper one, is asked without one', async () => {
      const { leg } = await bed().place({ invite: { call: '"},{"type":"ack' } });
      await bed().server.asks.next('the ask', (ask) => ask.sipCallId === leg.sipCallId && ask.call === '');
      expect((await leg.final()).status).toBe(403);
    });

    test('a name that JSON escapes comes back as the server said it', async () => {
      const trunk = 'trunk-"a"-\\';
      const { call, leg } = await bed().place({
        trunkA: answers,
        decide: (_, usual) => ({ ...usual, trunk1Name: trunk }),
      });
      expect((await leg.final()).status).toBe(200);
      expect(await bed().server.report(call, 'call.answered')).toMatchObject({ trunk, attempts: `${trunk}=200` });
      await leg.request('BYE');
      expect(await bed().server.report(call, 'call.ended')).toMatchObject({ trunk });
    });

    test('a refusal says when to try again where the server does, and not otherwise: to a carrier it may mean to send nothing', async ({
      expect,
    }) => {
      const words = { status: 503, phrase: 'Service Unavailable', reason: 'overloaded', retryAfterSeconds: 4 };
      const refusal = { decision: 'refuse' as const, ...words };
      const { leg, number } = await bed().place({ trunkA: answers, decide: () => refusal });
      const told = await leg.final();
      expect([told.status, told.header('Retry-After'), told.header('X-Farline-Reason')]).toEqual([
        503,
        '4',
        'overloaded',
      ]);
      expect(reachedTrunk(number)).toEqual([]);

      const called = `+4477006${randomInt(10_000, 100_000)}`;
      const { retryAfterSeconds: _, ...untimed } = words;
      bed().server.receive(called, { decision: 'refuse', ...untimed });
      const { heard } = callFromTrunk(bed(), called);
      const final = () => heard().find(({ status }) => status >= 200);
      await expect.poll(() => final()?.status).toBe(503);
      expect(final()?.header('Retry-After')).toBe('');
    });

    test('CANCEL while the server thinks for 1.5 s: nothing reaches the trunk, and the server hears of it', async () => {
      const { call, leg, number } = await bed().place({
        trunkA: answers,
        decide: async (_, usual) => {
          await passed(1500);
          return usual;
        },
      });
      await bed().server.asks.next('the ask', (ask) => ask.call === call);
      leg.cancel();
      expect((await leg.final()).status).toBe(487);
      expect(await bed().server.report(call, 'call.not_placed')).toMatchObject({
        cause: 'cancelled',
        sipCallId: leg.sipCallId,
        fromTag: leg.fromTag,
      });
      expect(reachedTrunk(number)).toEqual([]);
    });

    test('a server that says nothing for 3 s: the caller hears 503, and a late answer places nothing', async () => {
      let answer = () => {};
      const { call, leg, number } = await bed().place({
        trunkA: answers,
        decide: async (_, usual) =>
          await new Promise((resolve) => {
            answer = () => resolve(usual);
          }),
      });
      const ask = await bed().server.asks.next('the ask', (each) => each.call === call);
      const final = await leg.final();
      expect(final.status).toBe(503);
      expect(final.header('X-Farline-Reason')).toBe('server_silent');
      expect(Date.now() - ask.at).toBeGreaterThan(2800);
      expect(Date.now() - ask.at).toBeLessThan(3500);
      expect(await bed().server.report(call, 'call.not_placed')).toMatchObject({
        cause: 'timeout',
        sipCallId: leg.sipCallId,
      });
      answer();
      await bed().server.reports.next(
        'the report of the late answer',
        (report) => report.call === call && report.type === 'call.not_placed' && report.cause === 'cancelled',
      );
      expect(reachedTrunk(number)).toEqual([]);
    });

    test('a report comes again each second until it is acknowledged, and never after', async ({ expect }) => {
      const { call, leg } = await bed().place({ trunkA: answers });
      await leg.final();
      const stopRefusing = bed().server.refuseReportsOf(call);
      await leg.request('BYE');
      const ended = () =>
        bed().server.reports.all.filter((report) => report.call === call && report.type === 'call.ended');
      await expect.poll(() => ended().length, { timeout: 5000 }).toBeGreaterThanOrEqual(3);
      stopRefusing();
      const before = ended().length;
      await expect.poll(() => ended().length, { timeout: 3000 }).toBe(before + 1);
      await passed(2500);
      expect(ended()).toHaveLength(before + 1);
      expect(new Set(ended().map((report) => JSON.stringify(report))).size).toBe(1);
    });
  });
}
