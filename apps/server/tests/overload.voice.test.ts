import { microsOfCents } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import type { Stack } from '@farline/tools/stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../src/platform/database.ts';
import { waitingStatements } from '../src/testing/waiting-statements.ts';
import { type Callers, openCallers } from './testbed/callers.ts';

const CONNECTIONS = 4;
const RINGS_FOR_EVER = '+447700900002';

let stack: Stack;
let callers: Callers;
beforeAll(async () => {
  // A queue stands from 1,200 ms of waiting on, when all that may be refused is: at 5.5 times this.
  const env = { FARLINE_OVERLOAD_WAIT_MS: '200', FARLINE_DATABASE_POOL: String(CONNECTIONS) };
  stack = await ownTestStack({ without: ['pages'], env });
  callers = await openCallers(stack);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

/** What a machine that is busy with other tests may refuse before there is a flood, and for a while after it: it is asked again. */
async function admitted<T>(ask: () => Promise<T>): Promise<T> {
  return await vi.waitFor(ask, { timeout: 60_000, interval: 1_000 });
}

test('a caller is refused at once while the server has too much to do; who talks goes on, hangs up, and pays for exactly that', async () => {
  const { database } = callers;
  const caller = async () => await callers.caller('2.00');
  const [talking, refused, busy] = [await caller(), await caller(), await caller()];
  const running = await admitted(async () => await talking.talk());
  const begun = await admitted(async () => await refused.initiate(RINGS_FOR_EVER));

  const changes = await inTransaction(database, async (tx) => {
    await sql`select from accounts.user where id = ${busy.userId} for update`.execute(tx);
    const held = Array.from({ length: CONNECTIONS }, async () => {
      return await busy.api('PATCH', '/auth/profile', { firstName: 'Augusta' });
    });
    await expect.poll(async () => await waitingStatements(database)).toBe(CONNECTIONS);
    // Nothing can be asked of the database meanwhile, so nobody who is let in is answered.
    const soon = async (asked: Promise<unknown>) =>
      await Promise.race([asked.catch(String), new Promise((resolve) => setTimeout(resolve, 500))]);
    await expect.poll(async () => await soon(busy.api('GET', '/calls/history'))).toMatch(/503 .*"code":"busy"/);
    await expect.poll(async () => await soon(refused.initiate())).toMatch(/503 .*"code":"busy"/);

    const placed = async () =>
      await (await refused.phone.place({ number: begun.number, call: begun.id, says: 'tone' })).final();
    await expect
      .poll(async () => await soon(placed()))
      .toMatchObject({ status: 503, reason: 'overloaded', retryAfter: expect.stringMatching(/^([2-9]|\d{2,})$/) });
    running.bye();
    return held;
  });
  await Promise.allSettled(changes);

  const ended = await talking.ended(running.id);
  const paid = 2_000_000n - microsOfCents(ended.duration);
  expect(ended.reason).toBe('hangup_caller');
  expect(await talking.wallet()).toEqual({ balance: paid, held: 0n });
  // The first INVITEs may have come before there was too much to do: such a call rings until its caller ends it.
  await admitted(async () => await refused.end(begun.id));
  await expect.poll(async () => await refused.wallet()).toEqual({ balance: 2_000_000n, held: 0n });

  const after = await admitted(async () => await refused.talk());
  after.bye();
  expect((await refused.ended(after.id)).reason).toBe('hangup_caller');
});
