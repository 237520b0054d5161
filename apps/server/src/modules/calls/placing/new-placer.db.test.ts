import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { type Placer, userInBrowser } from '../record/placer.ts';
import { answered, type CallsWorld, callsWorld, type Customer, ended, NO_LIMITS } from '../testing/calls-world.ts';
import { authoriseCall } from './authorise-call.ts';
import { initiateCall } from './initiate-call.ts';

const { database } = await testDatabase();

// All that a new way of placing calls adds: its word, its case, and what makes its calls. No user stands behind a card.
const words = sql.raw(`('user', 'sip_phone', 'telephone', 'card')`);
await sql`alter domain calls.placer drop constraint placer_check`.execute(database);
await sql`alter domain calls.placer add constraint placer_check check (value in ${words})`.execute(database);
const aCard = () => ({ kind: 'card', id: newId(), userId: null }) as unknown as Placer;

async function callOf(world: CallsWorld, customer: Customer, placer: Placer) {
  const request = { accountId: customer.accountId, to: '+447700900123', from: undefined, defaultCountry: undefined };
  const { call } = await initiateCall(world.deps, { ...request, placer });
  const ask = world.ask(customer, call);
  const dial = async (by = placer) => await authoriseCall(world.deps, { ...ask, placer: by });
  return { id: call.id, sipCallId: ask.sipCallId, fromTag: ask.fromTag, toTag: 'to', dial };
}

test.each(['at once', 'locked'])('a card’s call is allowed %s, lengthened and paid as any other', async (how) => {
  const world = await callsWorld(database);
  const [customer, card] = [await world.customer('2.00'), aCard()];
  const call = await callOf(world, customer, card);

  // Who is refused is looked for in the table, and then so is the card.
  for (const other of how === 'locked' ? [aCard(), userInBrowser(customer.userId)] : [])
    expect(await call.dial(other)).toMatchObject({ decision: 'refuse', reason: 'not_allowed' });
  expect(await call.dial()).toMatchObject({ decision: 'allow', grantedSeconds: 180 });
  const answeredAt = world.clock.now();
  await world.report(answered(call, answeredAt));
  world.clock.passSeconds(120);
  await world.tick('due calls');
  expect(await world.call(call.id)).toMatchObject({ placer: card, grantedSeconds: 300 });
  await world.report(ended(call, { answeredAt, at: world.clock.now() }));

  expect(await world.call(call.id)).toMatchObject({ charge: { answeredSeconds: 120, costMicros: 40_000n } });
  expect(await world.wallet(customer)).toEqual({ balance: 1_960_000n, held: 0n });
});

test('the calls of a card count in limits of its own, beside those of its account', async () => {
  const world = await callsWorld(database, { limits: { ...NO_LIMITS, user: { ...NO_LIMITS.user, calls: 1 } } });
  const [customer, card] = [await world.customer('2.00'), aCard()];
  const dial = async (placer: Placer) => await (await callOf(world, customer, placer)).dial();

  expect(await dial(card)).toMatchObject({ decision: 'allow' });
  expect(await dial(card)).toMatchObject({ decision: 'refuse', reason: 'too_many_calls' });
  expect(await dial(aCard())).toMatchObject({ decision: 'allow' });
  expect(await dial(userInBrowser(customer.userId))).toMatchObject({ decision: 'allow' });
});
