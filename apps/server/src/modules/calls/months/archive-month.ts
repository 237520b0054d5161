import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Database, inTransaction, type Transaction, withoutTimeLimit } from '../../../platform/database.ts';
import type { Month } from './month.ts';
import {
  addMonth,
  forgetArchived,
  hasOpenCallBefore,
  holdMonth,
  KEPT_BY_MONTH,
  type KeptByMonth,
  linesOfMonth,
  putBack,
  takeMonthOut,
  waitForDisk,
} from './months-store.ts';

const AT_A_TIME = 1_000;

/** How many rows of each table went into a file, or came out of it. */
export type MonthRows = Record<KeptByMonth, number>;

const noRows = (): MonthRows => ({ leg: 0, step: 0, quality_batch: 0 });

/** The file of a table: a line of JSON for each row, compressed (RFC 1952). */
export const fileOfMonth = (folder: string, { name }: Month, table: KeptByMonth) =>
  join(folder, `calls-${name}-${table.replace('_', '-')}.ndjson.gz`);

/**
 * Writes what explains the calls of a month into a file for each table, and takes it out of the database once the files are on
 * the disk. Does neither for `open_calls`: a call that began in that month, or before, is not over. Throws what the file system says, a
 * file that is there already included, and takes nothing out then.
 */
export async function archiveMonth(
  database: Database,
  { month, folder, at, note }: { month: Month; folder: string; at: Date; note: (tx: Transaction) => Promise<void> },
): Promise<MonthRows | 'open_calls'> {
  return await withoutTimeLimit(database, async (connection) => {
    return await inTransaction(connection, async (tx) => {
      await holdMonth(tx, month);
      if (await hasOpenCallBefore(tx, month.endId)) return 'open_calls';
      await waitForDisk(tx);
      await makeFolder(folder);
      const written: string[] = [];
      try {
        const rows = noRows();
        for (const table of KEPT_BY_MONTH) rows[table] = await writeFileOf(tx, { table, month, folder, written });
        await syncFolder(folder);
        await takeMonthOut(tx, month, at);
        await note(tx);
        return rows;
      } catch (error) {
        // Nothing is taken out, for sure. (Where the last word of the transaction is lost, nobody knows, and the files stay.)
        for (const path of written) await rm(path, { force: true });
        throw error;
      }
    });
  });
}

/**
 * Puts a month's files back into the database, as they were. What is there already stays as it is, so a try that was cut off is made again. Throws
 * what the file system says, before anything is changed where a file cannot be opened.
 */
export async function restoreMonth(
  database: Database,
  { month, folder, note }: { month: Month; folder: string; note: (tx: Transaction) => Promise<void> },
): Promise<MonthRows> {
  for (const table of KEPT_BY_MONTH) await access(fileOfMonth(folder, month, table), constants.R_OK);
  // By itself: it locks the calls until it ends, and reading the files takes long.
  await inTransaction(database, async (tx) => await addMonth(tx, month));
  return await withoutTimeLimit(database, async (connection) => {
    return await inTransaction(connection, async (tx) => {
      await waitForDisk(tx);
      const rows = noRows();
      for (const table of KEPT_BY_MONTH) rows[table] = await readFileOf(tx, { table, month, folder });
      await forgetArchived(tx, month);
      await note(tx);
      return rows;
    });
  });
}

type OneFile = { table: KeptByMonth; month: Month; folder: string };

/** Says in `written` which file it has begun. */
async function writeFileOf(
  tx: Transaction,
  { table, month, folder, written }: OneFile & { written: string[] },
): Promise<number> {
  let count = 0;
  async function* text() {
    for await (const lines of linesOfMonth(tx, { table, month, atATime: AT_A_TIME })) {
      count += lines.length;
      yield `${lines.join('\n')}\n`;
    }
  }
  // `wx`: a file that is there is somebody's. `flush`: the rows are on the disk before they leave the database.
  const path = fileOfMonth(folder, month, table);
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  file.once('open', () => written.push(path));
  await pipeline(Readable.from(text()), createGzip(), file);
  return count;
}

/** A folder for nobody else, whose name is on the disk. */
async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(dirname(made));
}

/** The names of what is new in it are on the disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readFileOf(tx: Transaction, { table, month, folder }: OneFile): Promise<number> {
  const file = createReadStream(fileOfMonth(folder, month, table));
  const unzipped = createGunzip();
  const piped = pipeline(file, unzipped);
  // Whoever reads the lines hears of it; nobody else is to.
  piped.catch(() => undefined);
  let count = 0;
  let lines: string[] = [];
  for await (const line of createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })) {
    lines.push(line);
    if (lines.length < AT_A_TIME) continue;
    count += await putBack(tx, table, lines);
    lines = [];
  }
  // A file that is cut off, or is none, ends the transaction.
  await piped;
  return count + (await putBack(tx, table, lines));
}
