import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { testDatabase } from '../testing/test-database.ts';
import { readCommand } from './read-command.ts';
import { runCommand } from './run-command.ts';

const { database } = await testDatabase();
const never = { sealing: () => expect.fail('no login is set'), password: () => expect.fail('no login is set') };
const deps = { database, clock: systemClock, operator: 'tester', secrets: never };
const run = async (...words: string[]) => await runCommand(deps, readCommand(words));

/** Somebody who has heard up to this position, and was served so long ago. */
async function aPart(name: string, position: number, minutesAgo: number): Promise<void> {
  await sql`insert into platform.subscription (name, position, served_at)
    values (${name}, ${position}, now() - make_interval(mins => ${minutesAgo}))`.execute(database);
}

async function setAside(subscription: string): Promise<void> {
  await sql`insert into platform.event_set_aside
      (subscription, position, type, subject_id, payload, occurred_at, failures, error, set_aside_at)
    values (${subscription}, 7, 'wallet.changed', 'w', '{}', now(), 10, 'Error: no', '2026-03-01T12:00:00Z')`.execute(
    database,
  );
}

test('events that lie aside are listed with their reason, and tried again when an operator says so', async () => {
  expect(await run('events')).toBe('No event lies aside.');
  // Nothing has happened since it was served: it has nothing to hear.
  await aPart('notices', 1_000_000, 600);
  await setAside('notices');

  expect(await run('events')).toBe(
    'notices: wallet.changed of w, number 7, set aside 2026-03-01T12:00:00.000Z after 10 tries: Error: no',
  );
  expect(await run('events', 'retry', 'insight')).toBe('No event lies aside for insight.');
  expect(await run('events', 'retry', 'notices')).toContain('1 event is tried again');
  expect(() => readCommand(['events', 'forget'])).toThrow('retry <part>');
});

test('events of a part that no server has any more are not tried again, and are discarded when an operator says so', async () => {
  await sql`update platform.event_counter set position = greatest(position, 100)`.execute(database);
  await aPart('renamed', 8, 60);
  await setAside('renamed');
  await setAside('forgotten');

  for (const part of ['renamed', 'forgotten']) {
    await expect(run('events', 'retry', part)).rejects.toThrow(`No server has served ${part} for ten minutes`);
    expect(await run('events', 'discard', part)).toBe(`1 event of ${part} was discarded.`);
    expect(await run('events', 'discard', part)).toBe(`No event lies aside for ${part}.`);
  }
  const { rows } = await sql<{ wanted: string[] }>`select array_agg(subscription) as wanted
    from platform.event_set_aside where is_wanted_again and subscription in ('renamed', 'forgotten')`.execute(database);
  expect(rows).toEqual([{ wanted: null }]);
  const audited = await sql`select actor, after->>'subscription' as part, after->>'discarded' as discarded
    from audit.event where action = 'events.discarded' order by id`.execute(database);
  expect(audited.rows).toEqual([
    { actor: 'operator:tester', part: 'renamed', discarded: '1' },
    { actor: 'operator:tester', part: 'forgotten', discarded: '1' },
  ]);
});
