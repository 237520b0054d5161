import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { operatorSecrets } from '../../../operator/operator-secrets.ts';
import { readCommand } from '../../../operator/read-command.ts';
import { readOperatorConfig } from '../../../platform/settings/operator.ts';
import { runCommand } from '../../../operator/run-command.ts';
import { inTransaction } from '../../../platform/database.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import type { CallTerms } from '../../rating/index.ts';
import { callsWorld, CENT_A_SECOND, CENTS_2, ended } from '../testing/calls-world.ts';
import { eachWithoutCalls } from '../testing/no-calls.ts';
import { wronglyCharged } from './wrongly-charged-store.ts';

const { database } = await testDatabase();
eachWithoutCalls(database);

const ODD: CallTerms = {
  currency: 'USD',
  perMinuteMicros: micros(12_345n),
  connectionMicros: micros(7_000n),
  minimumSeconds: 30,
  firstSeconds: 30,
  nextSeconds: 6,
};

async function talked(terms: CallTerms, ms: number) {
  const world = await callsWorld(database, { terms });
  const call = await world.talk(await world.customer('10.00'));
  const answeredAt = world.clock.now();
  world.clock.pass(ms);
  await world.report(ended(call, { answeredAt, at: world.clock.now() }));
  return call.id;
}

test('calls of every length and price are charged as their times say', async () => {
  for (const terms of [CENT_A_SECOND, CENTS_2, ODD]) {
    for (const ms of [0, 1, 999, 1_000, 1_001, 29_500, 60_000, 60_001, 66_100, 140_400]) await talked(terms, ms);
  }

  expect(await wronglyCharged(database, 10)).toEqual([]);
});

test.each(["ended_at = ended_at - interval '5 s'", 'cost_micros = 410000', 'answered_seconds = 41'])(
  'a call that somebody damaged is found, and the operator is told: %s',
  async (damage) => {
    const id = await talked(CENT_A_SECOND, 42_000);
    const operator = {
      database,
      clock: { now: () => new Date() },
      operator: 'grace',
      secrets: operatorSecrets(readOperatorConfig({}), () => expect.unreachable()),
    };
    expect(await runCommand(operator, readCommand(['charges']))).toMatch(/^Every call is charged as its times/);

    await inTransaction(database, async (tx) => {
      await sql`alter table calls.call disable trigger change_of_call_is_guarded`.execute(tx);
      await sql`update calls.call set ${sql.raw(damage)} where id = ${id}`.execute(tx);
      await sql`alter table calls.call enable trigger change_of_call_is_guarded`.execute(tx);
    });

    expect(await runCommand(operator, readCommand(['charges']))).toContain(`${id}: 4`);
  },
);
