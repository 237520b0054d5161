import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { keptLog } from '../../testing/kept-log.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { createDispatcher, currentPosition, forgetOldEvents, isKeptSince, publish } from '../events.ts';
import { handOutPositions } from '../events-store.ts';
import { newId } from '../ids.ts';

const { database } = await testDatabase();
const { log, lines } = keptLog('warn');
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

/** Runs a server with this subscriber until it has heard what is there. */
async function serve(name: string): Promise<string[]> {
  const taken: string[] = [];
  const dispatcher = createDispatcher(database, log);
  dispatcher.subscribe({
    name,
    types: ['session.ended'],
    receive: async (_tx, event) => void taken.push(event.subjectId),
  });
  await dispatcher.start();
  const mark = newId();
  await publish(database, { type: 'session.ended', accountId: null, subjectId: mark });
  await expect.poll(() => taken, { timeout: 20_000 }).toContain(mark);
  await dispatcher.stop();
  return taken.filter((subject) => subject !== mark);
}

async function happen(subjectId: string): Promise<void> {
  await publish(database, { type: 'session.ended', accountId: null, subjectId });
  await handOutPositions(database);
}

test('a subscriber that is down for days loses nothing; one that nobody serves any more holds nothing back', async () => {
  await sql`delete from platform.subscription`.execute(database);
  await serve('down-for-days');
  const reached = await currentPosition(database);
  await happen('while it was down');

  await forgetOldEvents(database, inHours(13 * 24));
  expect(await isKeptSince(database, reached)).toBe(true);
  expect(await serve('down-for-days')).toEqual(['while it was down']);

  const last = await currentPosition(database);
  await happen('when it was retired');
  await forgetOldEvents(database, inHours(15 * 24));
  expect(await isKeptSince(database, last)).toBe(false);

  expect(lines).toEqual([]);
  expect(await serve('down-for-days')).toEqual([]);
  expect(lines.join('')).toContain('it misses events');
});

test('a subscriber that is served again counts from its start on, however long it was away', async () => {
  await sql`delete from platform.subscription`.execute(database);
  await serve('away');
  await happen('long ago');
  await sql`update platform.subscription set served_at = served_at - interval '100 days'`.execute(database);
  const before = await currentPosition(database);

  // It starts, and old events are forgotten before it came to look.
  const dispatcher = createDispatcher(database, log);
  dispatcher.subscribe({ name: 'away', types: [], receive: async () => undefined });
  await dispatcher.start();
  await dispatcher.stop();
  await forgetOldEvents(database, inHours(49));
  expect(await isKeptSince(database, before - 1)).toBe(true);
  expect(await serve('away')).toEqual(['long ago']);
});
