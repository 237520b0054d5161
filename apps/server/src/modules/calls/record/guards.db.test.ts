import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { callsWorld, ended } from '../testing/calls-world.ts';

const { database } = await testDatabase();

const change = async (id: string, set: string) => {
  await sql`update calls.call set ${sql.raw(set)} where id = ${id}`.execute(database);
};

test.each([
  ['a state that is none', "state = 'lost'", 'call_state'],
  ['an answer without its instant', "state = 'answered'", 'cannot be answered so'],
  ['an end without a reason', "state = 'ended', ended_at = now()", 'cannot be ended so'],
  ['a price before the end', 'cost_micros = 5', 'cannot be authorised so'],
  ['a negative price', 'cost_micros = -5', 'micros'],
  ['a caller id that is no number', "from_number = '12'", 'e164'],
  ['an ordered end without a reason', 'end_order_at = now()', 'cannot be authorised so'],
  ['a currency that is none', "currency = 'dollars'", 'currency'],
])('the database refuses %s', async (_what, set, words) => {
  const world = await callsWorld(database);
  const call = await world.place(await world.customer('2.00'));

  await expect(change(call.id, set)).rejects.toThrow(words);
});

test.each([
  ['its price', 'cost_micros = cost_micros + 1'],
  ['its seconds', 'answered_seconds = answered_seconds - 1'],
  ['its reason', "reason = 'busy'"],
  [
    'its end',
    "state = 'answered', ended_at = null, reason = null, ended_by = null, cost_micros = null, answered_seconds = null",
  ],
])('a call that has ended keeps %s, whoever asks', async (_what, set) => {
  const world = await callsWorld(database);
  const call = await world.talk(await world.customer('2.00'));
  const answeredAt = world.clock.now();
  await world.report(ended(call, { answeredAt, at: new Date(answeredAt.getTime() + 5_000) }));

  await expect(change(call.id, set)).rejects.toThrow('stays as it was charged');
});
