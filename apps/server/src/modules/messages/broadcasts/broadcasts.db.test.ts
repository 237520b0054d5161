import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { broadcastsWorld, fileOf } from '../../../testing/money/broadcasts-world.ts';
import { NO_LIMITS } from '../../../testing/money/messages-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { inTransaction } from '../../../platform/database.ts';
import { eraseMessages } from '../erase-messages.ts';
import { askErasure } from '../inbox/erasures-store.ts';
import { countQuiet } from './quiet-places.ts';
import { cancelBroadcast, pauseBroadcast, startBroadcast } from './run-broadcast.ts';
import { changeDraft, removeBroadcast, takeRecipients } from './write-broadcast.ts';

const { database } = await testDatabase();

/** Of a Thursday in Paris. */
const NIGHT_AND_DAY = ['2026-11-26T22:30:00Z', '2026-11-26T14:00:00Z'];

type World = Awaited<ReturnType<typeof broadcastsWorld>>;

/** To whom, and what, in the order in which the carrier got it. */
const sentBy = (world: World) => world.carriers.flatMap(({ submitted }) => submitted.map(({ to, text }) => [to, text]));

async function events(accountId: string, type: string): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`select payload from platform.event
    where account_id = ${accountId} and type = ${type} order by 1`.execute(database);
  return rows.map(({ payload }) => payload);
}

test('everybody gets the text with their own fields, once, and it costs exactly what was shown', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  const file = `name,phone\nAda,+447700900101\nÉva,+447710900102\n${'x'.repeat(200)},+447720900103\n`;
  const id = await world.draft(customer, { file, text: 'Dear {name}', optOutLine: 'Reply STOP/ARRET to end' });
  // One segment, one of the GSM alphabet still, and two.
  const shown = await world.totals(id);
  expect(shown).toMatchObject({ segments: 4n, costMicros: 80_000n });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 1_000_000n, held: 0n });

  await world.start(customer, id);
  await world.turns(3);
  expect(sentBy(world).slice(0, 2)).toEqual([
    ['+447700900101', 'Dear Ada\nReply STOP/ARRET to end'],
    ['+447710900102', 'Dear Éva\nReply STOP/ARRET to end'],
  ]);
  expect(sentBy(world)).toHaveLength(4);
  expect((await world.find(customer, id)).state).toBe('completed');
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 920_000n, held: 0n });
  expect((await world.totals(id)).spentMicros).toBe(shown.costMicros);
  expect(await events(customer.accountId, 'broadcast.completed')).toEqual([{ name: 'News', sent: 3 }]);
});

test('who cannot be written to is shown with the reason and left out', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  await world.receive({ to: await world.numberOf(customer), from: '+447700900106', text: 'STOP' });
  await sql`insert into messages.thread (account_id, peer, blocked_at, changed_at)
    values (${customer.accountId}, '+447700900107', now(), now())`.execute(database);
  const rows = [
    ['Ada', '+447700900101'],
    ['Twin', '+447700900101'],
    ['', '+447700900104'],
    ['Long'.repeat(100), '+447700900105'],
    ['Stop', '+447700900106'],
    ['Blocked', '+447700900107'],
  ];
  const file = `name,phone\n${rows.map((cells) => cells.join(',')).join('\n')}\n`;
  const text = `{name}${'{name}'.repeat(4)}`;
  const id = await world.draft(customer, { file, text });
  const reasons = (await world.recipients(id)).map(({ line, state, reason }) => [line, state, reason]);
  expect(reasons).toEqual([
    [2, 'waiting', null],
    [3, 'left_out', 'duplicate'],
    [4, 'left_out', 'field_missing'],
    [5, 'left_out', 'message_too_long'],
    [6, 'left_out', 'recipient_opted_out'],
    [7, 'left_out', 'recipient_blocked'],
  ]);

  // Another text needs no name: who lacked one can be written to.
  const { accountId } = customer;
  await changeDraft(world.deps, { accountId, id }, { text: 'Hello' });
  expect((await world.totals(id)).counts).toEqual(
    new Map([
      ['waiting', 3],
      ['left_out', 3],
    ]),
  );
});

test('a kill at any moment, two servers and a double click send nobody two messages', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('5.00');
  const id = await world.draft(customer, { file: fileOf(9) });
  await Promise.all([world.start(customer, id), world.start(customer, id)]);
  // As if who had the turn had died in it, and another had come back to it at once.
  for (let round = 0; round < 6; round++) {
    await sql`update messages.broadcast set turn_at = ${world.clock.now()} where id = ${id} and state = 'running'`.execute(
      database,
    );
    await Promise.all([world.feedBroadcasts(), world.feedBroadcasts()]);
    world.clock.passSeconds(61);
  }
  await world.send();
  const recipients = sentBy(world).map(([to]) => to);
  expect(new Set(recipients).size).toBe(9);
  expect(recipients).toHaveLength(9);
  expect((await world.find(customer, id)).state).toBe('completed');
});

test('when the balance ends it pauses and says so, and after a top-up it goes on where it was', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('0.05');
  const id = await world.draft(customer, { file: fileOf(4) });
  await world.start(customer, id);
  await world.turns(2);
  expect(await world.find(customer, id)).toMatchObject({ state: 'paused', stop: { reason: 'out_of_credit' } });
  expect(await events(customer.accountId, 'broadcast.paused')).toEqual([{ name: 'News', reason: 'out_of_credit' }]);
  expect(sentBy(world)).toHaveLength(2);
  expect((await world.wallet(customer.walletId)).held).toBe(0n);

  await world.topUp(customer, '1.00');
  await world.start(customer, id);
  await world.turns(2);
  expect(sentBy(world)).toHaveLength(4);
  expect((await world.find(customer, id)).state).toBe('completed');
});

test('a spending limit pauses it, with nothing held beyond', async () => {
  const limits = { account: { ...NO_LIMITS.account, dayMicros: micros(30_000n) }, user: NO_LIMITS.user };
  const world = await broadcastsWorld(database, { limits });
  const customer = await world.customer('1.00');
  const id = await world.draft(customer, { file: fileOf(3) });
  await world.start(customer, id);
  await world.turns(2);
  expect(await world.find(customer, id)).toMatchObject({ state: 'paused', stop: { reason: 'limit_day' } });
  expect(sentBy(world)).toHaveLength(1);
});

test('paused it sends nothing, resumed it goes on, cancelled it is over', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  const id = await world.draft(customer, { file: fileOf(9) });
  await world.start(customer, id);
  await world.turns(1);
  const first = sentBy(world).length;
  await pauseBroadcast(world.deps, { accountId, id });
  await world.turns(2);
  expect(sentBy(world)).toHaveLength(first);
  await world.start(customer, id);
  await world.turns(1);
  expect(sentBy(world).length).toBeGreaterThan(first);
  const then = sentBy(world).length;
  await cancelBroadcast(world.deps, { accountId, id });
  await world.turns(2);
  expect(sentBy(world)).toHaveLength(then);
  await expect(world.start(customer, id)).rejects.toMatchObject({ code: 'broadcast_over' });
});

test('single messages go before those of a broadcast that were written earlier', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  const id = await world.draft(customer, { file: fileOf(3) });
  await world.start(customer, id);
  await world.feedBroadcasts();
  world.clock.passSeconds(5);
  await world.write(customer, 'Urgent');
  await world.send();
  expect(sentBy(world)[0]?.[1]).toBe('Urgent');
});

test('a pace keeps room for single messages, also on trial', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('5.00');
  const id = await world.draft(customer, { file: fileOf(60) });
  await world.start(customer, id);
  for (let second = 0; second < 60; second += 5) {
    await world.feedBroadcasts();
    world.clock.passSeconds(5);
  }
  expect(await world.totals(id)).toMatchObject({
    counts: new Map([
      ['queued', 12],
      ['waiting', 48],
    ]),
  });
  expect((await world.write(customer, 'Me too')).state).toBe('queued');
});

test('while no carrier takes anything, what is written for it stays bounded', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('5.00');
  for (const carrier of world.carriers) carrier.isUp = false;
  const id = await world.draft(customer, { file: fileOf(40) });
  await world.start(customer, id);
  for (let turn = 0; turn < 12; turn++) {
    await world.feedBroadcasts();
    world.clock.passSeconds(61);
  }
  expect((await world.totals(id)).counts.get('queued')).toBe(30);
});

test('an account runs one broadcast at a time', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  const [one, other] = [
    await world.draft(customer, { file: fileOf(9) }),
    await world.draft(customer, { file: fileOf(9) }),
  ];
  const tries = await Promise.allSettled([world.start(customer, one), world.start(customer, other)]);
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('what a broadcast sends stands in each thread, and does not push people to the top of the inbox', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  const file = 'name,phone\nAda,+447700900123\n';
  const id = await world.draft(customer, { file });
  await world.start(customer, id);
  await world.turns(1);
  expect((await world.thread(customer)).map(({ text, broadcastId }) => [text, broadcastId])).toEqual([
    ['Dear Ada', id],
  ]);
  const { rows } = await sql`select peer from messages.thread
    where account_id = ${customer.accountId} and last_message_id is not null`.execute(database);
  expect(rows).toEqual([]);
});

test('what runs cannot be changed or removed, and what is over can be removed while its messages stay', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  const whose = { accountId: customer.accountId, id: await world.draft(customer, { file: fileOf(1) }) };
  await world.start(customer, whose.id);
  const file = { bytes: Buffer.from(fileOf(2)), defaultCountry: undefined };
  await expect(changeDraft(world.deps, whose, { text: 'Other' })).rejects.toMatchObject({
    code: 'broadcast_not_draft',
  });
  await expect(takeRecipients(world.deps, whose, file)).rejects.toMatchObject({ code: 'broadcast_not_draft' });
  await expect(removeBroadcast(world.deps, whose)).rejects.toMatchObject({ code: 'broadcast_under_way' });
  await world.turns(2);
  await removeBroadcast(world.deps, whose);
  expect(await world.thread(customer, '+447700900100')).toHaveLength(1);
});

test('where people are is known for those who have hours without advertising, and written to all the same', async () => {
  const world = await broadcastsWorld(database);
  const { lookUp } = world.deps.rating;
  world.deps.rating.lookUp = (asked) => {
    const { rated, ...found } = lookUp(asked);
    const countryCode = asked.typed.startsWith('+33') ? 'FR' : 'GB';
    return { ...found, rated: { ...rated, destination: { ...rated.destination, countryCode } } };
  };
  const customer = await world.customer('1.00');
  const id = await world.draft(customer, {
    file: 'name,phone\nAda,+447700900101\nÉva,+33612345678\nZoé,+33612345679\n',
  });

  const { quietPlaces } = await world.totals(id);
  expect(quietPlaces).toEqual([{ countryCode: 'FR', timeZones: ['Europe/Paris'], count: 2 }]);
  expect(NIGHT_AND_DAY.map((instant) => countQuiet(quietPlaces, new Date(instant)))).toEqual([2, 0]);

  await world.start(customer, id);
  await world.turns(1);
  expect(sentBy(world).map(([to]) => to)).toHaveLength(3);
  expect((await world.totals(id)).quietPlaces).toEqual([]);
});

test('ten thousand people are read, priced and looked at again', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  const lines = Array.from({ length: 10_000 }, (_, at) => `P${at},+4477${String(10_000_000 + at)}`);
  const id = await world.draft(customer, { file: `name,phone\n${lines.join('\n')}` });
  const { segments, costMicros, counts } = await world.totals(id);
  expect(counts.get('waiting')).toBe(10_000);
  expect([segments, costMicros]).toEqual([10_000n, 200_000_000n]);
});

test('who closes an account takes its broadcasts along', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  const id = await world.draft(customer, { file: fileOf(3) });
  await inTransaction(database, async (tx) => await askErasure(tx, [customer.accountId]));
  await eraseMessages(world.deps);
  expect(await world.recipients(id)).toEqual([]);
});

test('it is not started for more than was shown, and the new cost is there to be seen', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  const id = await world.draft(customer, { file: fileOf(2) });
  const shown = await world.costOf(id);
  world.price.perSegmentMicros = micros(30_000n);
  await expect(startBroadcast(world.deps, { accountId, id }, shown)).rejects.toMatchObject({ code: 'price_changed' });
  expect((await world.totals(id)).costMicros).toBe(60_000n);
  await world.start(customer, id);
  await world.turns(1);
  expect((await world.wallet(customer.walletId)).balance).toBe(940_000n);
});
