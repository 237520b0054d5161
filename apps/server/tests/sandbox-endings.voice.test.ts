import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql } from 'kysely';
import { type Callers, openCallers, until } from './testbed/callers.ts';

/** Each of the sandbox's numbers, through the whole system: what the caller is told, and what the record says. */

let callers: Callers;
beforeAll(async () => {
  callers = await openCallers(inject('stack'));
});
afterAll(async () => {
  await callers?.close();
});

const legsOf = async (id: string) => {
  const { rows } = await sql<{ kind: string; trunk: string | null; status: number | null }>`
    select kind, trunk, sip_status as status from calls.leg where call_id = ${id} order by place`.execute(
    callers.database,
  );
  return rows;
};

describe.concurrent("the sandbox's numbers", () => {
  test.each([
    ['+447700900001', 486, 'busy', 'callee', 'busy'],
    ['+447700900003', 603, 'rejected', 'callee', 'declined'],
    ['+447700900004', 404, 'unallocated', 'carrier', 'isn’t in use'],
    ['+447700900007', 480, 'unavailable', 'carrier', 'can’t be reached'],
  ] as const)('%s: %d, %s, nothing charged, its own sentence', async (number, status, reason, endedBy, words) => {
    const caller = await callers.caller('2.00');
    const placed = await caller.place(number);

    expect((await placed.final(30_000)).status).toBe(status);

    const call = await caller.ended(placed.id);
    expect(call).toMatchObject({ status: 'failed', reason, endedBy, sipStatus: status, duration: 0 });
    expect(call.reasonText).toContain(words);
    expect(await caller.wallet()).toEqual({ balance: 2_000_000n, held: 0n });
    expect((await legsOf(placed.id)).map((leg) => leg.kind)).toEqual(['browser', 'carrier']);
  });

  test('+447700900002 rings for a minute, then nobody answered', async () => {
    const caller = await callers.caller('2.00');
    const placed = await caller.place('+447700900002');

    await placed.final(75_000);

    const call = await caller.ended(placed.id);
    expect(call).toMatchObject({ status: 'failed', reason: 'no_answer', duration: 0 });
    expect(call.reasonText).toBe('Nobody answered.');
    const rangMs = Date.parse(call.endedAt ?? '') - Date.parse(call.ringingAt ?? '');
    expect(rangMs).toBeGreaterThan(55_000);
    expect(rangMs).toBeLessThan(65_000);
    expect(await caller.wallet()).toEqual({ balance: 2_000_000n, held: 0n });
  });

  test('+447700900005: the first trunk fails, the second carries it, and the record shows both', async () => {
    const caller = await callers.caller('2.00');
    const placed = await caller.talk('+447700900005');
    placed.bye();

    expect(await caller.ended(placed.id)).toMatchObject({ status: 'completed', trunk: 'sandbox-b' });
    expect(await legsOf(placed.id)).toEqual([
      { kind: 'browser', trunk: null, status: 200 },
      { kind: 'carrier', trunk: 'sandbox-a', status: 503 },
      { kind: 'carrier', trunk: 'sandbox-b', status: 200 },
    ]);
  });

  test('+447700900008 answers with silence, and is a call like any other', async () => {
    const caller = await callers.caller('2.00');
    const placed = await caller.talk('+447700900008');
    placed.bye();

    expect(await caller.ended(placed.id)).toMatchObject({ status: 'completed', reason: 'hangup_caller' });
  });

  test('*43 echoes for nothing, also without a cent', async () => {
    const caller = await callers.caller('0.00');
    const placed = await caller.talk('*43');
    await until('our own tone', async () => placed.media.heard.some((window) => window.toneShare > 0.8));
    placed.bye();

    expect(await caller.ended(placed.id)).toMatchObject({ status: 'completed', cost: { amount: '0.0000' } });
  });
});
