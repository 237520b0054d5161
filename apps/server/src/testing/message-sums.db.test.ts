import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { countEarlierMessages } from '../modules/insight/count-earlier-messages.ts';
import { callSumsOfPerson, countCalls } from '../modules/insight/insight-store.ts';
import { createInsight } from '../modules/insight/index.ts';
import { countMessages, messageSums, messageSumsByCountry } from '../modules/insight/message-insight-store.ts';
import {
  messageSumsByPerson,
  messageSumsOfPerson,
  messageSumsByStart,
  type MessageSums,
} from '../modules/insight/message-insight-store.ts';
import { countedMessagesBefore } from '../modules/messages/index.ts';
import type { DeliveryReceipt } from '../modules/messages/record/carrier.ts';
import { likelyCountryOf } from '../modules/rating/index.ts';
import { createDispatcher, publish } from '../platform/events.ts';
import { newId } from '../platform/ids.ts';
import { messagesWorld, testCarrier } from './money/messages-world.ts';
import { drawing } from './money/random-provider.ts';
import { testDatabase } from './test-database.ts';

const { database } = await testDatabase();
const always = { from: new Date('2000-01-01T00:00:00Z'), before: new Date('2100-01-01T00:00:00Z') };
const sources = { database, clock: { now: () => new Date() }, countryOf: likelyCountryOf, countedMessagesBefore };
const insight = createInsight({
  ...sources,
  requireUser: async () => undefined,
  findAccount: async () => null,
  endedCallsBefore: async () => ({ calls: [], next: null }),
});

/** Hears events as the product does, until it is stopped. */
async function hearing(): Promise<{ stop(): Promise<void> }> {
  const dispatcher = createDispatcher(database, pino({ level: 'silent' }));
  for (const subscription of insight.subscriptions) dispatcher.subscribe(subscription);
  await dispatcher.start();
  return dispatcher;
}

async function spentOnMessages(walletId: string): Promise<bigint> {
  const { rows } = await sql<{ spent: string }>`
    select coalesce(-sum(amount), 0)::text as spent from ledger.entry join ledger.transfer on transfer.id = transfer_id
    where wallet_id = ${walletId} and cause_type in ('message', 'message_refund')`.execute(database);
  return BigInt(rows[0]?.spent ?? '0');
}

const PEERS = ['+447700900123', '+447700900124', '+33612345678', '+81312345678'] as const;
const WORDS = ['delivered', 'undelivered', 'expired', 'rejected', 'enroute'] as const;

/** Somebody whose messages are taken, refused, delivered, given back and answered, in an order that nobody chose. */
async function somebodyWhoWrites(seed: number) {
  const draw = drawing(seed);
  const carrier = testCarrier(`random-${seed}`, { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('5.00');
  const number = await world.numberOf(customer);
  await world.include(customer, 5);
  const ids: string[] = [];
  let received = 0;
  const pick = <One>(from: readonly [One, ...One[]]): One => from[draw(from.length)] ?? from[0];
  const word = async () => {
    const carrierId = ids[draw(ids.length)];
    const state: DeliveryReceipt['state'] = pick(WORDS);
    if (carrierId !== undefined) await world.receipt(carrierId, state, { bind: carrier.name });
  };
  const acts = [
    async () => void (await world.write(customer, 'a'.repeat(1 + draw(400)), { to: pick(PEERS) })),
    async () => {
      for (let answer = draw(3); answer > 0; answer--) {
        carrier.answers.push(
          draw(4) === 0
            ? { outcome: 'refused', status: 'ESME_RINVDSTADR' }
            : { outcome: 'accepted', carrierMessageId: `${seed}-${answer}-${carrier.submitted.length}` },
        );
      }
      const before = carrier.submitted.length;
      await world.send();
      const { rows } = await sql<{ carrier_id: string }>`
        select carrier_id from messages.part where bind = ${carrier.name} and carrier_id is not null
        order by carrier_id`.execute(database);
      if (carrier.submitted.length > before) ids.splice(0, ids.length, ...rows.map((row) => row.carrier_id));
    },
    word,
    word,
    async () => {
      await world.receive({ to: number, from: pick([...PEERS, 'FARLINE']), text: `Hi ${received}` });
      received += 1;
    },
  ] as const;
  return {
    world,
    customer,
    received: () => received,
    act: async () => {
      world.clock.pass(1_000);
      await pick(acts)();
    },
    settle: async () => {
      world.clock.pass(60_000);
      await world.send();
    },
  };
}

const sumOf = (lines: readonly MessageSums[]) => ({
  sent: lines.reduce((sum, { sent }) => sum + sent, 0),
  received: lines.reduce((sum, { received }) => sum + received, 0),
  spendMicros: lines.reduce((sum, { spendMicros }) => sum + spendMicros, 0n),
});

test('what messages came to agrees with the ledger, whatever was refused, given back, and told twice', async () => {
  const heard = await hearing();
  const people = await Promise.all([3, 11, 42].map(somebodyWhoWrites));
  for (const person of people) {
    for (let step = 0; step < 80; step++) await person.act();
    await person.settle();
  }

  for (const { world, customer, received } of people) {
    const { accountId, walletId } = customer;
    const { rows } = await sql<{ sent: number }>`select count(*)::int as sent from messages.message
      where account_id = ${accountId} and direction = 'outbound' and state not in ('queued', 'failed')`.execute(
      database,
    );
    const expected = {
      sent: rows[0]?.sent ?? 0,
      received: received(),
      spendMicros: await spentOnMessages(walletId),
    };
    expect(expected.sent).toBeGreaterThan(5);
    expect(expected.spendMicros).toBe(5_000_000n - (await world.wallet(walletId)).balance);
    const span = { accountId, ...always };
    await expect.poll(async () => await messageSums(database, span)).toEqual(expected);
    const countries = await messageSumsByCountry(database, span);
    expect(sumOf(countries)).toEqual(expected);
    expect(['GB', 'FR', 'JP', null]).toEqual(expect.arrayContaining(countries.map(({ countryCode }) => countryCode)));
    expect(countries.find(({ countryCode }) => countryCode === null)?.sent ?? 0).toBe(0);
    const byPerson = await messageSumsByPerson(database, span);
    expect(sumOf(byPerson)).toEqual(expected);
    for (const { peer, ...sums } of byPerson) {
      expect(await messageSumsOfPerson(database, { accountId, peer })).toEqual(sums);
    }
    const starts = [always.from, world.clock.now()];
    const byStart = await messageSumsByStart(database, { accountId, starts, before: always.before });
    expect(sumOf([...byStart.values()])).toEqual(expected);
  }
  await heard.stop();
  await fromBeforeAnybodyListened(people.map(({ customer }) => customer.accountId));
});

/** The same sums are made of the messages alone, and those that are there already count once. */
async function fromBeforeAnybodyListened(accountIds: string[]): Promise<void> {
  const sums = async () =>
    await Promise.all(accountIds.map(async (accountId) => await messageSums(database, { accountId, ...always })));
  const before = await sums();
  await sql`delete from insight.message where account_id = any (${accountIds.slice(1)}::uuid[])`.execute(database);
  let looks = 0;
  let isDone = false;
  while (!isDone && looks < 20) {
    looks += 1;
    await countEarlierMessages(sources);
    const { rows } = await sql<{ is_done: boolean }>`select is_done from insight.earlier_messages`.execute(database);
    isDone = rows[0]?.is_done === true;
  }
  expect(isDone).toBe(true);
  expect(await sums()).toEqual(before);
}

test('of an account that is closed no message and no person is kept, of what comes later neither', async () => {
  const heard = await hearing();
  const accountId = newId();
  const facts = {
    direction: 'outbound' as const,
    peer: PEERS[0],
    at: '2026-04-10T11:50:00.000Z',
    chargedMicros: '20000',
    returnedMicros: '0',
  };
  const sent = async () => (await messageSums(database, { accountId, ...always })).sent;
  const counted = { accountId, countryCode: 'GB', facts };
  await countMessages(database, [
    { ...counted, id: newId() },
    { ...counted, id: newId() },
  ]);
  expect(await sent()).toBe(2);
  const call = { startedAt: facts.at, endedAt: facts.at, isAnswered: true, answeredSeconds: 60, costMicros: '20000' };
  const called = { ...call, countryCode: 'GB', kind: 'mobile' as const, peer: PEERS[0] };
  const calls = async () => (await callSumsOfPerson(database, { accountId, peer: PEERS[0] })).calls;
  await countCalls(database, [{ id: newId(), accountId, facts: called }]);
  expect(await calls()).toBe(1);

  await publish(database, { type: 'account.closed', accountId, subjectId: accountId });
  const forget = insight.ticks.find(({ name }) => name === 'forget messages of closed accounts');
  await expect
    .poll(async () => {
      await forget?.run(new AbortController().signal);
      return await sent();
    })
    .toBe(0);
  expect(await calls()).toBe(0);
  await countMessages(database, [{ ...counted, id: newId() }]);
  await countCalls(database, [{ id: newId(), accountId, facts: called }]);
  expect(await sent()).toBe(0);
  expect(await calls()).toBe(0);
  await heard.stop();
});
