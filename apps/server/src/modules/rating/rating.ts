import type { Micros } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { startTicks } from '../../platform/ticks.ts';
import { estimateCost, type CallCost } from './estimate-cost.ts';
import { type GroupOf, groupFinder, type WholeGroup, wholeGroups } from './destination-group.ts';
import { readDialledNumber } from './dialled-number.ts';
import type { Destination } from './destination.ts';
import { allGroupMembers, allLowerRates } from './groups-store.ts';
import { lowerBook } from './lower-rates.ts';
import { buildRateBook, type RateBook, type RateTable } from './rate-book.ts';
import { type NumberRating, type RatedNumber, rateNumber } from './rate-number.ts';
import { numberRefused } from './rating-problems.ts';
import { allDestinations, allRateTables, ratesOfTable } from './rating-store.ts';
import { type SegmentPrice, segmentPrice } from './segment-price.ts';
import { segmentRatesOfTable } from './segment-rates-store.ts';

const LOOK_EVERY_MS = 1_000;

/** A number as somebody typed it, to be read in their country and priced by their rate table. */
export type TypedNumber = { typed: string; defaultCountry?: string | undefined; rateTable: string };

export type Rating = {
  /** Reads the rates into memory, and from then on looks each second whether they changed. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Reads what changed, now. */
  refresh(): Promise<void>;
  /** The price of a number (E.164, or `*43`), or why it cannot be called. From memory. */
  rateNumber(number: string, rateTable: string): NumberRating;
  /** The price of a number as typed. Throws the Problem that says why it cannot be called. */
  rateTyped(number: TypedNumber): RatedNumber;
  /** The price of a number as typed, also of one that is closed until somebody opens it. Throws for what is no number. */
  lookUp(number: TypedNumber): { rated: RatedNumber; isOpen: boolean };
  /** What a segment of a message to a number (E.164) costs; null: messages to there are not priced. From memory. */
  messageRate(number: string, rateTable: string): SegmentPrice | null;
  /** What a call to a number would cost. `availableMicros` null: nobody is signed in. */
  estimateCost(call: {
    rated: RatedNumber;
    durationSeconds: number;
    availableMicros: Micros | null;
    /** Seconds that are free of the payer's allowances, by destination group. */
    includedSeconds?: ReadonlyMap<string, number>;
  }): CallCost;
  /** The group that a destination belongs to: what an allowance is for. Null: no allowance covers it. */
  groupOf: GroupOf;
  /** The groups that there are, by name. */
  groups(): ReadonlyMap<string, WholeGroup>;
  /** How much less a minute costs by this rate table than by the one that it is based on, in percent. */
  percentOff(rateTable: string): number;
  /** The rate table as it counts now. */
  book(rateTable: string): RateBook;
};

/** Prices from memory: one book a rate table, swapped whole when the table changes or a rate's date comes. */
export function createRating(deps: { database: Database; clock: Clock; log: Log }): Rating {
  let books = new Map<string, RateBook>();
  let groupOf: GroupOf = () => null;
  let groups: ReadonlyMap<string, WholeGroup> = new Map();
  let percentOff: ReadonlyMap<string, number> = new Map();
  let ticks: { stop: () => Promise<void> } | undefined;

  const book = (rateTable: string): RateBook => {
    const found = books.get(rateTable);
    if (found === undefined) throw new Error(`there is no rate table "${rateTable}" in memory`);
    return found;
  };
  const lookUp = (number: TypedNumber) => lookUpIn(book(number.rateTable), number);
  const rateTyped = (number: TypedNumber): RatedNumber => {
    const { rated, isOpen } = lookUp(number);
    if (!isOpen) throw numberRefused('destination_closed');
    return rated;
  };
  const refresh = oneAfterAnother(async () => {
    const at = deps.clock.now();
    const tables = [...(await allRateTables(deps.database)), ...(await allLowerRates(deps.database))];
    if (!areStale(books, tables, at)) return;
    const read = await readRates(deps.database, at);
    books = read.books;
    groupOf = groupFinder(read.members);
    groups = wholeGroups(read.members);
    percentOff = read.percentOff;
    deps.log.info({ tables: [...books.values()].map(({ name, version }) => ({ name, version })) }, 'rates read');
  });

  return {
    async start() {
      await refresh();
      ticks = startTicks([{ name: 'rates', everyMs: LOOK_EVERY_MS, run: refresh }], deps.log);
    },
    async stop() {
      await ticks?.stop();
    },
    refresh,
    lookUp,
    rateNumber: (number, rateTable) => rateNumber(book(rateTable), number),
    rateTyped,
    messageRate: (number, rateTable) => segmentPrice(book(rateTable), number),
    estimateCost: (call) => {
      const { rated } = call;
      const group = groupOf(rated.destination);
      const seconds = group === null ? 0 : (call.includedSeconds?.get(group.name) ?? 0);
      const included = group === null || seconds === 0 ? null : { group: group.title, seconds };
      return estimateCost(rated, call.durationSeconds, { availableMicros: call.availableMicros, included });
    },
    groupOf: (destination) => groupOf(destination),
    groups: () => groups,
    percentOff: (rateTable) => percentOff.get(rateTable) ?? 0,
    book,
  };
}

function lookUpIn(book: RateBook, { typed, defaultCountry }: TypedNumber): { rated: RatedNumber; isOpen: boolean } {
  const dialled = readDialledNumber(typed, defaultCountry);
  if (dialled.kind === 'refused') throw numberRefused(dialled.reason);
  const rating = rateNumber(book, dialled.number);
  if (rating.allowed) return { rated: rating.rated, isOpen: true };
  if (rating.reason !== 'destination_closed') throw numberRefused(rating.reason);
  return { rated: rating.rated, isOpen: false };
}

/** Of two runs at once, the one that read earlier could end later and put old prices back: the second waits. */
function oneAfterAnother(run: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    const next = last.then(run);
    last = next.catch(() => undefined);
    return next;
  };
}

function areStale(books: Map<string, RateBook>, tables: RateTable[], at: Date): boolean {
  return (
    tables.length !== books.size ||
    tables.some((table) => {
      const book = books.get(table.name);
      return book === undefined || book.version !== table.version || (book.staleAt !== null && book.staleAt <= at);
    })
  );
}

/** Tables, rates and destinations as one instant has them, so that a book's version is the version of its rates. */
async function readRates(database: Database, at: Date) {
  const read = database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return await read.execute(async (tx) => {
    const destinations: Destination[] = await allDestinations(tx);
    const books = new Map<string, RateBook>();
    for (const table of await allRateTables(tx)) {
      const rates = await ratesOfTable(tx, { table: table.name, at });
      const segmentRates = await segmentRatesOfTable(tx, { table: table.name, at });
      books.set(table.name, buildRateBook({ table, destinations, rates, segmentRates, at }));
    }
    const lower = await allLowerRates(tx);
    for (const { basedOn, percentOff, ...table } of lower) {
      const base = books.get(basedOn);
      if (base !== undefined) books.set(table.name, lowerBook(base, table, percentOff));
    }
    return {
      books,
      members: await allGroupMembers(tx),
      percentOff: new Map(lower.map(({ name, percentOff }) => [name, percentOff])),
    };
  });
}
