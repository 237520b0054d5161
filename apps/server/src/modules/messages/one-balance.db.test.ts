import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eachSideBySide } from '../../platform/concurrency/each-side-by-side.ts';
import { apiCustomer } from '../../testing/api-customer.ts';
import { answered, ended, messagesWorld, type Placed } from '../../testing/money/messages-world.ts';
import { testApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';

// Texts and calls are paid from one balance, however many come at once.
const app = await testApp();
const { database } = await testDatabase();
const to = '+447700900123';

test('one request that arrives ten times at once is one message', async () => {
  const customer = await apiCustomer(app);
  const send = async () =>
    await customer.fetch('/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'at-once' },
      body: JSON.stringify({ to, text: 'Hi' }),
    });
  const answers = await Promise.all(Array.from({ length: 10 }, send));
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  const path = `/messages/threads/${encodeURIComponent(to)}/messages`;
  expect((await customer.ask('GET', path)).body).toMatchObject({ items: [{ text: 'Hi' }] });
});

test('two hundred texts and calls side by side spend no more than the one balance that they share', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  await sql`update accounts.account set state = 'active' where id = ${customer.accountId}`.execute(database);
  const refusals: unknown[] = [];
  const allowed: Placed[] = [];
  let written = 0;
  await eachSideBySide(
    Array.from({ length: 200 }, (_, number) => number),
    {
      most: 40,
      work: async (number) => {
        if (number % 2 === 0) {
          // No two are neighbours: what is counted here is money alone.
          await world.write(customer, 'Hi', { to: `+44${100 + number}00900123` });
          return (written += 1);
        }
        const call = await world.placeCall(customer);
        return call.decision.decision === 'allow' ? allowed.push(call) : refusals.push({ code: call.decision.reason });
      },
      failed: (error) => refusals.push(error),
    },
  );
  expect(refusals).toHaveLength(200 - written - allowed.length);
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'out_of_credit' });
  const { balance, held } = await world.wallet(customer.walletId);
  expect(balance).toBe(1_000_000n);
  expect(held).toBeLessThanOrEqual(balance);
  expect(written + allowed.length).toBeGreaterThan(0);

  await world.send();
  await talkAMinute(world, allowed);
  // Two cents a text, and two cents a minute.
  const spent = 20_000n * BigInt(written + allowed.length);
  expect(spent).toBeLessThanOrEqual(1_000_000n);
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 1_000_000n - spent, held: 0n });
});

async function talkAMinute(world: Awaited<ReturnType<typeof messagesWorld>>, calls: readonly Placed[]) {
  const answeredAt = world.clock.now();
  for (const call of calls) await world.report(answered(call, answeredAt));
  world.clock.passSeconds(60);
  for (const call of calls) await world.report(ended(call, { answeredAt, at: world.clock.now() }));
}

test('what texts hold cannot be talked away, and what calls hold cannot be written away', async () => {
  const world = await messagesWorld(database);
  const [writer, caller] = [await world.customer('0.02'), await world.customer('0.02')];
  await world.write(writer);
  const refused = await world.placeCall(writer).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'out_of_credit' });

  expect((await world.placeCall(caller)).decision.decision).toBe('allow');
  await expect(world.write(caller)).rejects.toMatchObject({ code: 'out_of_credit' });
});
