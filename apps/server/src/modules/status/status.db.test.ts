import { statusReply } from '@farline/contracts';
import { expect, test } from 'vitest';
import { openDatabase } from '../../platform/database.ts';
import { createHttpServer } from '../../platform/http-server.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { createStatus, type StatusChecks } from './index.ts';
import { createMeasuring } from './measure.ts';
import type { Reading } from './reading.ts';
import { reportStatus } from './report-status.ts';
import { saveReadings } from './status-store.ts';

const NOON = new Date('2026-03-10T12:00:00.000Z');
const yes = async () => true;
const no = async () => false;

test('before anything was measured no share is claimed, and nothing is said of now', async () => {
  const { database } = await testDatabase();

  const report = await reportStatus({ database, clock: clockAt(NOON), latest: () => null });

  expect(report).toMatchObject({ status: 'ok', since: null, overall: { last30Days: { share: null } } });
  expect(report.components.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown']);
});

test('availability is what was measured since the first measurement; what nobody measured counts as not available', async () => {
  const { database } = await testDatabase();
  // 100 slots: in the last 10 the engine failed, 20 in the middle were never measured.
  await saveReadings(
    database,
    slots(100)
      .filter((_slot, index) => index < 40 || index >= 60)
      .map((slot, _index, all) => ({ slot, web: true, engine: !all.slice(-10).includes(slot), database: true })),
  );

  const report = await reportStatus({ database, clock: clockAt(NOON), latest: () => null });

  expect(report.since).toBe(slots(100)[0]?.toISOString());
  expect(report.overall.last24Hours).toEqual({ share: 0.7, measuredSeconds: 800, unmeasuredSeconds: 200 });
  expect(report.overall.last30Days.share).toBe(0.7);
  expect(named(report, 'web').last24Hours.share).toBe(0.8);
  expect(named(report, 'engine')).toMatchObject({ state: 'failing', last24Hours: { share: 0.7 } });
  expect(report).toMatchObject({ status: 'failing', message: 'Not answering: the voice engine.' });
});

test('the last 24 hours forget what is older, the last 30 days show it by UTC day', async () => {
  const { database } = await testDatabase();
  const twoDays = slots(2 * 8_640);
  const yesterday = new Date(NOON.getTime() - 24 * 3_600_000);
  await saveReadings(
    database,
    twoDays.map((slot) => ({ slot, web: slot >= yesterday, engine: null, database: true })),
  );

  const report = await reportStatus({ database, clock: clockAt(NOON), latest: () => null });

  const web = named(report, 'web');
  expect(web.last24Hours).toEqual({ share: 1, measuredSeconds: 86_400, unmeasuredSeconds: 0 });
  expect(web.last30Days.share).toBe(0.5);
  expect(web.days.map(({ day, availability }) => [day, availability.share])).toEqual([
    ['2026-03-08', 0],
    ['2026-03-09', 0.5],
    ['2026-03-10', 1],
  ]);
  expect(named(report, 'engine').state).toBe('unknown');
});

test('a slot is measured once, however often the tick runs', async () => {
  const { database } = await testDatabase();
  const clock = clockAt(NOON);
  let asked = 0;
  const web = async () => {
    asked += 1;
    return true;
  };
  const measuring = createMeasuring({ database, clock, checks: { web, database: yes } });

  for (const afterMs of [0, 2_000, 9_999, 10_000]) {
    clock.set(new Date(NOON.getTime() + afterMs));
    await measuring.measure();
  }

  expect(asked).toBe(2);
  clock.set(new Date(NOON.getTime() + 20_000));
  const report = await reportStatus({ database, clock, latest: measuring.latest });
  expect(report.overall.last24Hours).toEqual({ share: 1, measuredSeconds: 20, unmeasuredSeconds: 0 });
});

test('what is seen while the database is away is written when it is back', async () => {
  const { database } = await testDatabase();
  const clock = clockAt(NOON);
  const checks: StatusChecks = { web: yes, database: no };
  const measuring = createMeasuring({ database, clock, checks });

  await measuring.measure();
  clock.set(new Date(NOON.getTime() + 10_000));
  checks.database = yes;
  await measuring.measure();

  clock.set(new Date(NOON.getTime() + 20_000));
  const report = await reportStatus({ database, clock, latest: measuring.latest });
  expect(named(report, 'database').last24Hours).toEqual({ share: 0.5, measuredSeconds: 20, unmeasuredSeconds: 0 });
  expect(named(report, 'web').last24Hours.share).toBe(1);
});

test('of what two servers see in one slot, the worst is kept', async () => {
  const { database } = await testDatabase();
  const reading: Reading = { slot: NOON, web: true, engine: null, database: true };

  await saveReadings(database, [reading]);
  await saveReadings(database, [{ ...reading, engine: false }]);
  await saveReadings(database, [{ ...reading, engine: true }]);

  const report = await reportStatus({
    database,
    clock: clockAt(new Date(NOON.getTime() + 10_000)),
    latest: () => null,
  });
  expect(report.components.map(({ state }) => state)).toEqual(['ok', 'failing', 'ok']);
});

test('the paths answer with what they found, to anybody, from anywhere', async () => {
  const { server } = await statusServer({ synthesise: async () => ({ bytes: 41_212, durationMs: 2_570 }) });

  const speech = await server.inject('/polly-test');
  const stored = await server.inject('/db-test');
  const status = await server.inject('/status');

  expect(speech.statusCode).toBe(200);
  expect(speech.json()).toMatchObject({ status: 'ok', service: 'speech', bytes: 41_212, spokenMs: 2_570 });
  expect(stored.json()).toMatchObject({ status: 'ok', service: 'database', message: 'The database writes and reads.' });
  expect(statusReply.parse(status.json()).measuredEverySeconds).toBe(10);
  expect(status.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
});

test('speech that fails, or says nothing, is failing', async () => {
  const broken = await statusServer({
    synthesise: async () => await Promise.reject(new Error('espeak-ng is missing')),
  });
  const silent = await statusServer({ synthesise: async () => ({ bytes: 44, durationMs: 0 }) });

  for (const { server } of [broken, silent]) {
    const reply = await server.inject('/polly-test');
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({ status: 'failing', bytes: null, spokenMs: null });
    expect(reply.body).not.toContain('espeak');
  }
});

test('a hundred people who ask at once have one sentence spoken', async () => {
  let spoken = 0;
  const { server } = await statusServer({
    synthesise: async () => {
      spoken += 1;
      return { bytes: 1_000, durationMs: 100 };
    },
  });

  await Promise.all(Array.from({ length: 100 }, async () => await server.inject('/polly-test')));

  expect(spoken).toBe(1);
});

test('a database that is away is said, with nothing about its past', async () => {
  const gone = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', poolSize: 2, name: 'test' });
  const { server } = await statusServer({ database: gone });

  const stored = await server.inject('/db-test');
  const status = await server.inject('/status');

  expect(stored.statusCode).toBe(503);
  expect(stored.json()).toMatchObject({ status: 'failing', message: 'The database isn’t answering.' });
  expect(status.statusCode).toBe(503);
  expect(status.json()).toMatchObject({ since: null, message: 'Not answering: the database.' });
  await gone.destroy();
});

test('a browser that opens /status gets the page, not the JSON', async () => {
  const { server } = await statusServer({});

  const page = await server.inject({ url: '/status', headers: { accept: 'text/html,application/xhtml+xml' } });

  expect(page.body).toBe('the page');
  expect(page.headers['vary']).toContain('accept');
});

async function statusServer(given: Partial<Parameters<typeof createStatus>[0]>) {
  const database = given.database ?? (await testDatabase()).database;
  const log = createLog('silent');
  const server = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
  server.setNotFoundHandler(async () => 'the page');
  const status = createStatus({
    database,
    clock: clockAt(NOON),
    checks: {},
    synthesise: async () => ({ bytes: 1, durationMs: 1 }),
    ...given,
  });
  await server.register(status.routes);
  return { server, status };
}

/** The beginnings of the last so many whole slots before noon, oldest first. */
function slots(count: number): Date[] {
  return Array.from({ length: count }, (_none, index) => new Date(NOON.getTime() - (count - index) * 10_000));
}

function named(report: Awaited<ReturnType<typeof reportStatus>>, name: string) {
  const component = report.components.find((one) => one.name === name);
  if (component === undefined) throw new Error(`no component ${name}`);
  return component;
}

function clockAt(at: Date) {
  let now = at;
  return {
    now: () => now,
    set: (next: Date) => {
      now = next;
    },
  };
}
