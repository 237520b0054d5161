import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import type { Problem } from '../../../platform/problems.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { messagesWorld, testCarrier } from '../../../testing/money/messages-world.ts';
import { recordAnswers } from './take-delivery-receipts.ts';

const { database } = await testDatabase();
const LONG = 'a'.repeat(400);

test('a message holds its price when it is written, and is charged when the carrier takes it', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const written = await world.write(customer);
  expect(written).toMatchObject({ state: 'queued', segments: 1, isPractice: true });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 1_000_000n, held: 20_000n });

  await world.send();
  expect(await world.message(written.id)).toMatchObject({ state: 'sent', paid: { chargedMicros: 20_000n } });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 980_000n, held: 0n });

  await world.receipt('sandbox-1');
  expect(await world.message(written.id)).toMatchObject({ state: 'delivered', reason: null });
});

test('a message that no carrier takes costs nothing, and the next carrier is tried before that', async () => {
  const [first, second] = [testCarrier('one', { isSandbox: true }), testCarrier('two', { isSandbox: true })];
  const world = await messagesWorld(database, { carriers: [first, second] });
  const customer = await world.customer('1.00');
  first.answers.push({ outcome: 'refused', status: 'ESME_RINVDSTADR' });
  const taken = await world.write(customer);
  await world.send();
  world.clock.pass(1_000);
  await world.send();
  expect(await world.message(taken.id)).toMatchObject({ state: 'sent', refusedBy: ['one'] });
  expect(second.submitted).toHaveLength(1);

  for (const carrier of [first, second]) carrier.answers.push({ outcome: 'refused', status: 'ESME_RINVDSTADR' });
  const refused = await world.write(customer);
  await world.send();
  world.clock.pass(1_000);
  await world.send();
  expect(await world.message(refused.id)).toMatchObject({
    state: 'failed',
    reason: 'refused',
    paid: { chargedMicros: 0n },
  });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 980_000n, held: 0n });
});

test('a carrier that wants it later gets it later, and each part once', async () => {
  const carrier = testCarrier('sandbox', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push(
    { outcome: 'accepted', carrierMessageId: 'first' },
    { outcome: 'later', why: 'ESME_RTHROTTLED' },
    { outcome: 'later', why: 'ESME_RTHROTTLED' },
  );
  const written = await world.write(customer, LONG);
  expect(written.segments).toBe(3);
  await world.send();
  expect(await world.message(written.id)).toMatchObject({ state: 'queued', paid: { chargedMicros: null } });
  await world.send();
  expect(carrier.submitted).toHaveLength(3);

  world.clock.pass(1_000);
  await world.send();
  expect(carrier.submitted).toHaveLength(5);
  expect(carrier.submitted.map(({ concatenation }) => concatenation?.number)).toEqual([1, 2, 3, 2, 3]);
  expect(new Set(carrier.submitted.map(({ concatenation }) => concatenation?.reference)).size).toBe(1);
  expect(await world.message(written.id)).toMatchObject({ state: 'sent', paid: { chargedMicros: 60_000n } });
});

test('what the carrier may have taken is not sent again; its money is held until a receipt or two days decide', async () => {
  const carrier = testCarrier('sandbox', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'unknown' }, { outcome: 'unknown' });
  const delivered = await world.write(customer, 'one', { to: '+447700900001' });
  const never = await world.write(customer, 'two', { to: '+447700900002' });
  await world.send();
  world.clock.passSeconds(3_600);
  await world.send();
  await world.settleLeftBehind();
  expect(carrier.submitted).toHaveLength(2);
  expect(await world.message(delivered.id)).toMatchObject({ state: 'unknown', reason: 'unanswered' });
  expect((await world.wallet(customer.walletId)).held).toBe(40_000n);

  await world.receipt('nobody knew this id', 'delivered', {
    peer: '+447700900001',
    number: await world.numberOf(customer),
  });
  expect(await world.message(delivered.id)).toMatchObject({ state: 'delivered', paid: { chargedMicros: 20_000n } });

  world.clock.passSeconds(49 * 3_600);
  await world.settleLeftBehind();
  expect(await world.message(never.id)).toMatchObject({ state: 'unknown', paid: { chargedMicros: 0n } });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 980_000n, held: 0n });
});

test('a sender that dies in the middle leaves its message unknown, and sends nothing twice', async () => {
  const carrier = testCarrier('sandbox', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push(() => Promise.reject(new Error('the process died here')));
  const written = await world.write(customer);
  await world.send();
  await world.send();
  expect(await world.message(written.id)).toMatchObject({ state: 'queued' });
  world.clock.passSeconds(121);
  await world.settleLeftBehind();
  await world.send();
  expect(carrier.submitted).toHaveLength(1);
  expect(await world.message(written.id)).toMatchObject({ state: 'unknown', reason: 'unanswered' });
});

test('nothing is sent while no carrier is up, and after four hours it is given up for nothing', async () => {
  const carrier = testCarrier('sandbox', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.isUp = false;
  const written = await world.write(customer);
  await world.send();
  expect(await world.message(written.id)).toMatchObject({ state: 'queued', tries: 0 });
  carrier.answers.push({ outcome: 'later', why: 'ESME_RMSGQFUL' });
  carrier.isUp = true;
  await world.send();
  carrier.isUp = false;
  world.clock.passSeconds(4 * 3_600 + 60);
  await world.settleLeftBehind();
  expect(await world.message(written.id)).toMatchObject({ state: 'failed', reason: 'unreachable_carrier' });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 1_000_000n, held: 0n });
});

test('of many who send at once with money for five, five are sent, and nobody owes', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('0.10');
  const tries = await Promise.allSettled(Array.from({ length: 30 }, async () => await world.write(customer)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const refusals = tries.flatMap((tried) => (tried.status === 'rejected' ? [(tried.reason as Problem).code] : []));
  expect(new Set(refusals)).toEqual(new Set(['out_of_credit']));
  await Promise.all([world.send(), world.send(), world.send()]);
  expect(world.carriers[0]?.submitted).toHaveLength(5);
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 0n, held: 0n });
});

test('two senders that take one message at once submit each part once', async () => {
  const carrier = testCarrier('sandbox', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push(async () => {
    // The first one's time is over while it waits for the carrier.
    world.clock.passSeconds(121);
    await world.send();
    return { outcome: 'accepted', carrierMessageId: 'once' };
  });
  const written = await world.write(customer);
  await world.send();
  expect(carrier.submitted).toHaveLength(1);
  expect(await world.message(written.id)).toMatchObject({ state: 'sent', paid: { chargedMicros: 20_000n } });
});

test('an answer comes from the number that was written to, while that is the account’s', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const [first, rented] = [await world.numberOf(customer), '+447700900555'];
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${rented}, ${customer.accountId}, 'bought', now())`.execute(database);
  await sql`update numbers.number set is_default = true where e164 = ${first}`.execute(database);
  expect((await world.write(customer)).number).toBe(first);

  await world.receive({ to: rented });
  expect((await world.write(customer)).number).toBe(rented);
  expect((await world.write(customer, 'Hello', { from: first })).number).toBe(first);
  await world.receive({ to: rented });
  await sql`delete from numbers.number where e164 = ${rented}`.execute(database);
  expect((await world.write(customer)).number).toBe(first);
  // What waits here would be taken by the carrier of the next test.
  await world.send();
});

test('a sender that dies after a receipt of another part came leaves nothing held for ever', async () => {
  const carrier = testCarrier('torn', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'accepted', carrierMessageId: 'p1' }, { outcome: 'later', why: 'ESME_RTHROTTLED' });
  const written = await world.write(customer, 'a'.repeat(200));
  await world.send();
  world.clock.pass(1_000);
  carrier.answers.push(async () => {
    await world.receipt('p1', 'delivered', { bind: 'torn' });
    throw new Error('the process died here');
  });
  await world.send();
  world.clock.passSeconds(121);
  await world.settleLeftBehind();
  expect((await world.message(written.id)).state).toBe('unknown');
  world.clock.passSeconds(49 * 3_600);
  await world.settleLeftBehind();
  expect(await world.message(written.id)).toMatchObject({ paid: { chargedMicros: 20_000n } });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 980_000n, held: 0n });
});

test('one message that cannot be carried on holds up no other', async () => {
  const carrier = testCarrier('sandbox', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push(() => Promise.reject(new Error('nobody expected this')));
  const messages = [await world.write(customer), await world.write(customer)];
  await world.send();
  const states = await Promise.all(messages.map(async ({ id }) => (await world.message(id)).state));
  // They are sent side by side: either may be the first that the carrier is asked for.
  expect(states.toSorted()).toEqual(['queued', 'sent']);
});

test('one whose money cannot be settled keeps no other from being charged, and is charged as soon as it can be', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const [broken, ...others] = await Promise.all(Array.from({ length: 6 }, async () => await world.write(customer)));
  const holdOf = async (id: string | undefined, holdId: string) =>
    await sql`update messages.message set hold_id = ${holdId} where id = ${id}`.execute(database);
  await holdOf(broken?.id, '00000000-0000-7000-8000-000000000000');
  const sending = world.send();
  const states = async () => await Promise.all(others.map(async ({ id }) => (await world.message(id)).state));
  await expect.poll(states).toEqual(others.map(() => 'sent'));
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 900_000n, held: 20_000n });
  await holdOf(broken?.id, broken?.paid?.holdId ?? '');
  await sending;
  expect(await world.message(broken?.id ?? '')).toMatchObject({ state: 'sent', paid: { chargedMicros: 20_000n } });
  expect(world.carriers[0]?.submitted).toHaveLength(6);
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 880_000n, held: 0n });
});

test('a message that its carrier is slow with holds up none that is written later', async () => {
  const carrier = testCarrier('sandbox', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  carrier.answers.push(async () => {
    await isAnswered;
    return { outcome: 'accepted', carrierMessageId: 'slow' };
  });
  const slow = await world.write(customer, 'slow');
  const sending = world.send();
  await expect.poll(() => carrier.submitted.length).toBe(1);
  const later = await world.write(customer, 'later');
  await expect.poll(async () => (await world.message(later.id)).state).toBe('sent');
  expect(await world.message(slow.id)).toMatchObject({ state: 'queued' });
  answer();
  await sending;
  expect(await world.message(slow.id)).toMatchObject({ state: 'sent' });
});

test('what a carrier said counts for the try it was said of, however late it is written down again', async () => {
  const carrier = testCarrier('sandbox', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  const written = await world.write(customer);
  const outcomes = [{ number: 1, state: 'waiting' as const, carrierId: null, error: 'ESME_RTHROTTLED' }];
  const first = { messageId: written.id, bind: 'sandbox', submittedAt: world.clock.now(), outcomes };
  carrier.answers.push({ outcome: 'later', why: 'ESME_RTHROTTLED' }, async () => {
    // Its sender did not hear that it was committed.
    const again = { answers: [first], carriers: [carrier], at: world.clock.now() };
    await inTransaction(database, async (tx) => await recordAnswers(tx, again));
    return { outcome: 'accepted', carrierMessageId: 'second try' };
  });
  for (const _ of [1, 2, 3]) {
    await world.send();
    world.clock.pass(2_000);
  }
  expect(carrier.submitted).toHaveLength(2);
  expect(await world.message(written.id)).toMatchObject({ state: 'sent', paid: { chargedMicros: 20_000n } });
});
