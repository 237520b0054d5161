import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type DestinationKind, destinationKind } from '@farline/contracts';
import { type Database, inTransaction } from '../../platform/database.ts';
import type { Destination } from './destination.ts';
import { addMissingRates, insertRateTable, loadedChecksum, ratesOfTable, replaceDestinations } from './rating-store.ts';
import { readSamplePrices, SAMPLE_CURRENCY, SAMPLE_RATE_TABLE, sampleRates } from './sample-rates.ts';
import { readSampleSegmentPrices } from './sample-segment-rates.ts';
import { addMissingSegmentRates, segmentRatesOfTable } from './segment-rates-store.ts';
import { addToUntouched, callRateLine, isLoadedWhole, segmentRateLine } from './untouched-samples.ts';

const DATA = new URL('../../../data/', import.meta.url);
/** Long past, so that a clock set wrong finds prices too. */
const SINCE_EVER = new Date('2020-01-01T00:00:00Z');

/**
 * Loads destinations.csv whenever it has changed, and gives the sample rate table a rate for each kind of number that
 * has none, and for messages to each country, unless an operator changed any; rates that are there stay. With the same files it
 * changes nothing. All or nothing of calls, and of messages; for the migration lock.
 */
export async function seedRating(database: Database, data: URL = DATA): Promise<void> {
  await seedCalls(database, data);
  await seedMessages(database, data);
}

async function seedCalls(database: Database, data: URL): Promise<void> {
  const destinationsCsv = await readFile(new URL('destinations.csv', data), 'utf8');
  const samplesCsv = await readFile(new URL('sample-rates.csv', data), 'utf8');
  const file = { name: 'destinations.csv and sample-rates.csv', checksum: checksum(destinationsCsv + samplesCsv) };
  if (await isLoadedWhole(database, file)) return;

  const destinations = readDestinations(destinationsCsv);
  const rates = sampleRates(readSamplePrices(samplesCsv), kindsOf(destinations), SINCE_EVER);
  const wanted = { table: SAMPLE_RATE_TABLE, at: SINCE_EVER };
  await inTransaction(database, async (tx) => {
    if ((await loadedChecksum(tx, file.name)) !== file.checksum) await replaceDestinations(tx, destinations);
    await addToUntouched(tx, {
      file,
      given: rates.map(callRateLine),
      there: async () => (await ratesOfTable(tx, wanted)).map(callRateLine),
      add: async () => {
        await insertRateTable(tx, { name: SAMPLE_RATE_TABLE, currency: SAMPLE_CURRENCY, isSample: true });
        await addMissingRates(tx, SAMPLE_RATE_TABLE, rates);
      },
    });
  });
}

async function seedMessages(database: Database, data: URL): Promise<void> {
  const csv = await readFile(new URL('sample-message-rates.csv', data), 'utf8');
  const file = { name: 'sample-message-rates.csv', checksum: checksum(csv) };
  if (await isLoadedWhole(database, file)) return;

  const dated = { prefix: '', effectiveFrom: SINCE_EVER, effectiveTo: null };
  const rates = readSampleSegmentPrices(csv).map((price) => ({ ...price, ...dated }));
  const wanted = { table: SAMPLE_RATE_TABLE, at: SINCE_EVER };
  await inTransaction(database, async (tx) => {
    await addToUntouched(tx, {
      file,
      given: rates.map(segmentRateLine),
      there: async () => (await segmentRatesOfTable(tx, wanted)).map(segmentRateLine),
      add: async () => await addMissingSegmentRates(tx, SAMPLE_RATE_TABLE, rates),
    });
  });
}

type LoadedDestination = Destination & { countryCode: string };

/** Reads data/destinations.csv; throws on a line that is not as its head says. */
export function readDestinations(csv: string): LoadedDestination[] {
  const [, ...lines] = csv.trim().split('\n');
  return lines.map((line) => {
    const match = /^([1-9]\d{0,14}),([A-Z]{2}|001),([a-z_]+),(?:"((?:[^"]|"")*)"|([^"]*))$/.exec(line.trimEnd());
    const [, prefix, countryCode, kind, quoted, plain] = match ?? [];
    const known = destinationKind.safeParse(kind);
    if (prefix === undefined || countryCode === undefined || !known.success) {
      throw new Error(`destinations.csv has a line that cannot be read: ${line}`);
    }
    const operator = quoted?.replaceAll('""', '"') ?? plain ?? '';
    return { prefix, countryCode, kind: known.data, operator: operator === '' ? null : operator };
  });
}

function kindsOf(destinations: readonly LoadedDestination[]): Iterable<{ countryCode: string; kind: DestinationKind }> {
  return new Map(
    destinations.map(({ countryCode, kind }) => [`${countryCode} ${kind}`, { countryCode, kind }]),
  ).values();
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
