import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { messagesWorld, PEER, testCarrier } from '../../../testing/money/messages-world.ts';

const { database } = await testDatabase();
const LONG = 'a'.repeat(400);

test('a receipt that comes before the response, or twice, counts once', async () => {
  const carrier = testCarrier('early', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push(async () => {
    await world.receipt('id-1', 'delivered', { bind: 'early' });
    await world.receipt('id-1', 'enroute', { bind: 'early' });
    return { outcome: 'accepted', carrierMessageId: 'id-1' };
  });
  const written = await world.write(customer);
  await world.send();
  expect(await world.message(written.id)).toMatchObject({ state: 'delivered', paid: { chargedMicros: 20_000n } });
  await world.receipt('id-1', 'undelivered', { bind: 'early' });
  expect(await world.message(written.id)).toMatchObject({ state: 'delivered' });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 980_000n, held: 0n });
});

test('a receipt that came long before a message is not of it, though its carrier uses that id again', async () => {
  const carrier = testCarrier('again', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  await world.receipt('id-1', 'expired', { bind: 'again' });
  world.clock.passSeconds(86_400);
  carrier.answers.push({ outcome: 'accepted', carrierMessageId: 'id-1' });
  const written = await world.write(customer);
  await world.send();
  expect(await world.message(written.id)).toMatchObject({ state: 'sent', paid: { chargedMicros: 20_000n } });
  await world.receipt('id-1', 'delivered', { bind: 'again' });
  expect(await world.message(written.id)).toMatchObject({ state: 'delivered', paid: { returnedMicros: 0n } });
});

test('a receipt of an id that was used before, to another person, is of the message whose response comes after it', async () => {
  const carrier = testCarrier('used', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'accepted', carrierMessageId: 'id-1' }, async () => {
    await world.receipt('id-1', 'undelivered', { bind: 'used', peer: '+447700900456' });
    return { outcome: 'accepted', carrierMessageId: 'id-1' };
  });
  const old = await world.write(customer);
  await world.send();
  await world.receipt('id-1', 'delivered', { bind: 'used' });
  world.clock.passSeconds(86_400);
  const fresh = await world.write(customer, 'Hello', { to: '+447700900456' });
  await world.send();
  expect(await world.message(fresh.id)).toMatchObject({ state: 'undelivered' });
  expect(await world.message(old.id)).toMatchObject({ state: 'delivered' });
});

test('a receipt that comes before its response takes the place of one that came long before under that id', async () => {
  const carrier = testCarrier('anew', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  await world.receipt('id-1', 'expired', { bind: 'anew', peer: '+447700900456' });
  world.clock.passSeconds(86_400);
  carrier.answers.push(async () => {
    await world.receipt('id-1', 'delivered', { bind: 'anew' });
    return { outcome: 'accepted', carrierMessageId: 'id-1' };
  });
  const written = await world.write(await world.customer('1.00'));
  await world.send();
  expect(await world.message(written.id)).toMatchObject({ state: 'delivered', paid: { chargedMicros: 20_000n } });
});

test('a long message is delivered when all of its parts are', async () => {
  const world = await messagesWorld(database, { carriers: [testCarrier('long', { isSandbox: true })] });
  const customer = await world.customer('1.00');
  const written = await world.write(customer, LONG);
  await world.send();
  for (const part of ['long-3', 'long-1']) await world.receipt(part, 'delivered', { bind: 'long' });
  expect((await world.message(written.id)).state).toBe('sent');
  await world.receipt('long-2', 'delivered', { bind: 'long' });
  expect((await world.message(written.id)).state).toBe('delivered');
});

test('what expires or is refused after all is given back, part by part; what could not be delivered is not', async () => {
  const world = await messagesWorld(database, { carriers: [testCarrier('back', { isSandbox: true })] });
  const customer = await world.customer('1.00');
  const written = await world.write(customer, LONG);
  await world.send();
  expect((await world.wallet(customer.walletId)).balance).toBe(940_000n);
  await world.receipt('back-1', 'expired', { bind: 'back' });
  await world.receipt('back-1', 'expired', { bind: 'back' });
  await world.receipt('back-2', 'undelivered', { bind: 'back' });
  await world.receipt('back-3', 'rejected', { bind: 'back' });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 980_000n, held: 0n });
  expect(await world.message(written.id)).toMatchObject({
    state: 'undelivered',
    reason: 'expired',
    paid: { chargedMicros: 60_000n, returnedMicros: 40_000n },
  });
});

test('a carrier that does not know what became of a message may know it later, also before its response', async () => {
  const carrier = testCarrier('unsure', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'accepted', carrierMessageId: 'u-1' }, async () => {
    await world.receipt('u-2', 'unknown', { bind: 'unsure' });
    await world.receipt('u-2', 'delivered', { bind: 'unsure' });
    return { outcome: 'accepted', carrierMessageId: 'u-2' };
  });
  const first = await world.write(customer, 'one');
  await world.send();
  await world.receipt('u-1', 'unknown', { bind: 'unsure' });
  expect(await world.message(first.id)).toMatchObject({ state: 'sent', paid: { chargedMicros: 20_000n } });
  await world.receipt('u-1', 'delivered', { bind: 'unsure' });
  expect(await world.message(first.id)).toMatchObject({ state: 'delivered' });

  const second = await world.write(customer, 'two');
  await world.send();
  expect(await world.message(second.id)).toMatchObject({ state: 'delivered' });
});

test('a receipt of another carrier with the same id changes nothing', async () => {
  const world = await messagesWorld(database, { carriers: [testCarrier('mine', { isSandbox: true })] });
  const customer = await world.customer('1.00');
  const written = await world.write(customer);
  await world.send();
  await world.receipt('mine-1', 'rejected', { bind: 'theirs' });
  expect(await world.message(written.id)).toMatchObject({ state: 'sent', paid: { returnedMicros: 0n } });
});

test('a receipt is of an unknown message only while no other response to that person is awaited', async () => {
  const carrier = testCarrier('lost', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'unknown' }, async () => {
    await world.receipt('of the second', 'delivered', { bind: 'lost', number: await world.numberOf(customer) });
    return { outcome: 'accepted', carrierMessageId: 'of the second' };
  });
  const first = await world.write(customer, 'one');
  await world.send();
  const second = await world.write(customer, 'two');
  await world.send();
  expect(await world.message(first.id)).toMatchObject({ state: 'unknown', peer: PEER });
  expect(await world.message(second.id)).toMatchObject({ state: 'delivered' });
});

test('a receipt that came while another response was awaited finds its unknown message afterwards', async () => {
  const carrier = testCarrier('later', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'unknown' }, async () => {
    await world.receipt('of the first', 'delivered', { bind: 'later', number: await world.numberOf(customer) });
    return { outcome: 'accepted', carrierMessageId: 'of the second' };
  });
  const first = await world.write(customer, 'one');
  await world.send();
  const second = await world.write(customer, 'two');
  await world.send();
  await world.settleLeftBehind();
  expect(await world.message(first.id)).toMatchObject({ state: 'delivered', paid: { chargedMicros: 20_000n } });
  expect(await world.message(second.id)).toMatchObject({ state: 'sent' });
});

test('of two unknown texts to one person each receipt finds the one that begins as it says', async () => {
  const carrier = testCarrier('quoting', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'unknown' }, { outcome: 'unknown' });
  const first = await world.write(customer, "I'm on my way. Shall I bring something?");
  await world.send();
  const second = await world.write(customer, "I'm at the door");
  await world.send();
  const over = { bind: 'quoting', number: await world.numberOf(customer) };
  await world.receipt('q-2', 'delivered', { ...over, beginning: "I'm at the door" });
  expect((await world.message(first.id)).state).toBe('unknown');
  await world.receipt('q-1', 'undelivered', { ...over, beginning: "I'm on my way. Shall" });
  expect(await world.message(first.id)).toMatchObject({ state: 'undelivered' });
  expect(await world.message(second.id)).toMatchObject({ state: 'delivered' });
});

test('a receipt that quotes a message, and came while another response was awaited, finds it afterwards', async () => {
  const carrier = testCarrier('quoted', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  const over = { bind: 'quoted', number: await world.numberOf(customer) };
  carrier.answers.push({ outcome: 'unknown' }, async () => {
    await world.receipt('q-2', 'delivered', { ...over, beginning: 'two\0' });
    return { outcome: 'unknown' };
  });
  const first = await world.write(customer, 'one');
  await world.send();
  const second = await world.write(customer, 'two');
  await world.send();
  await world.settleLeftBehind();
  expect(await world.message(first.id)).toMatchObject({ state: 'unknown' });
  expect(await world.message(second.id)).toMatchObject({ state: 'delivered' });
});

test('the only unknown message to somebody is found also where the carrier wrote another sender into its receipt', async () => {
  const carrier = testCarrier('rewriting', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const [customer, other] = [await world.customer('1.00'), await world.customer('1.00')];
  carrier.answers.push({ outcome: 'unknown' }, { outcome: 'unknown' }, { outcome: 'unknown' });
  const over = { bind: 'rewriting', number: '40404' };
  const written = await world.write(customer);
  await world.send();
  await world.receipt('of another', 'delivered', { ...over, number: await world.numberOf(other) });
  expect(await world.message(written.id)).toMatchObject({ state: 'unknown' });
  await world.receipt('r-1', 'delivered', over);
  expect(await world.message(written.id)).toMatchObject({ state: 'delivered', paid: { chargedMicros: 20_000n } });

  world.clock.passSeconds(1);
  const both = [await world.write(customer), await world.write(other)];
  await world.send();
  await world.receipt('r-2', 'delivered', over);
  for (const { id } of both) expect(await world.message(id)).toMatchObject({ state: 'unknown' });
});

test('an unknown message that was settled takes no more receipts', async () => {
  const carrier = testCarrier('old', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'unknown' }, { outcome: 'unknown' });
  const old = await world.write(customer, 'one');
  await world.send();
  world.clock.passSeconds(49 * 3_600);
  await world.settleLeftBehind();
  const fresh = await world.write(customer, 'two');
  await world.send();
  await world.receipt('of the fresh one', 'delivered', { bind: 'old', number: await world.numberOf(customer) });
  expect(await world.message(old.id)).toMatchObject({ state: 'unknown', paid: { chargedMicros: 0n } });
  expect(await world.message(fresh.id)).toMatchObject({ state: 'delivered', paid: { chargedMicros: 20_000n } });
});

test('what went to a carrier as one is found again as one', async () => {
  const carrier = testCarrier('whole', { isSandbox: true, takesWhole: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'unknown' });
  const written = await world.write(customer, LONG);
  await world.send();
  await world.receipt('all of it', 'delivered', { bind: 'whole', number: await world.numberOf(customer) });
  expect(carrier.submitted).toHaveLength(1);
  expect(await world.message(written.id)).toMatchObject({ state: 'delivered', paid: { chargedMicros: 60_000n } });
});

test('receipts that come at the same moment each count as if they came alone', async () => {
  const carrier = testCarrier('many', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customers = await Promise.all([world.customer('1.00'), world.customer('1.00')]);
  const written = [];
  for (const which of ['a', 'b', 'c', 'd']) {
    for (const customer of customers) written.push(await world.write(customer, which));
  }
  carrier.answers.push(...written.map(({ id }) => ({ outcome: 'accepted' as const, carrierMessageId: id })));
  carrier.submitted.length = 0;
  await world.send();
  const ids = written.map(({ id }) => id);
  const { rows } = await sql<{ message_id: string; carrier_id: string }>`
    select message_id, carrier_id from messages.part where message_id = any (${ids}::uuid[])`.execute(database);
  const idOf = new Map(rows.map((row) => [row.message_id, row.carrier_id]));
  const told = [
    ['delivered', 'delivered'],
    ['expired'],
    ['undelivered', 'delivered'],
    ['enroute', 'delivered'],
  ] as const;
  await Promise.all([
    ...written.flatMap(({ id, text }) =>
      (told['abcd'.indexOf(text)] ?? []).map(
        async (state) => await world.receipt(idOf.get(id) ?? '', state, { bind: 'many' }),
      ),
    ),
    world.receipt('nobody knows it', 'delivered', { bind: 'many' }),
  ]);
  const states = await Promise.all(written.map(async ({ id }) => (await world.message(id)).state));
  expect(states).toEqual(['delivered', 'undelivered', 'undelivered', 'delivered'].flatMap((state) => [state, state]));
  for (const { walletId } of customers) {
    // Three of four were paid: what expired is given back.
    expect(await world.wallet(walletId)).toEqual({ balance: 940_000n, held: 0n });
  }
});
