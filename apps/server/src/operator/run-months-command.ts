import { recordAuditEvent } from '../modules/accounts/index.ts';
import { archiveMonth, keptMonths, type Month, type MonthRows, monthOf, restoreMonth } from '../modules/calls/index.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { OperatorError } from './operator-error.ts';
import type { MonthsCommand } from './read-command.ts';

/** What was taken back or asked late about a call comes within this time of its month. */
const SETTLED_AFTER_MS = 31 * 24 * 60 * 60_000;

/** Lists the months whose calls are explained here, or moves one into files or back; gives the sentences that tell what is now true. */
export async function runMonthsCommand(
  database: Database,
  { act }: MonthsCommand,
  by: { actor: string; at: Date },
): Promise<string> {
  if (act.kind === 'list') return await listMonths(database);
  const month = monthOf(act.month);
  if (month === null)
    throw new OperatorError(`"${act.month}" is no month: write it as \`months\` lists it, like 2026-03.`);
  const note = async (tx: Transaction) =>
    await recordAuditEvent(tx, {
      ...by,
      action: `month.${act.kind}d`,
      accountId: null,
      subject: null,
      after: { month: month.name },
    });
  try {
    return await (act.kind === 'archive' ? archive : restore)(database, { month, folder: act.folder, at: by.at, note });
  } catch (error) {
    throw inWords(error);
  }
}

async function listMonths(database: Database): Promise<string> {
  const months = await keptMonths(database);
  return months.map(({ name, bytes }) => `${name}: ${(Number(bytes) / 1_000_000).toFixed(1)} MB`).join('\n');
}

type Move = { month: Month; folder: string; at: Date; note: (tx: Transaction) => Promise<void> };

async function archive(database: Database, move: Move): Promise<string> {
  const { month, folder, at } = move;
  if (!(await keptMonths(database)).some(({ name }) => name === month.name)) {
    throw new OperatorError(`There’s no data for ${month.name} here: see npm run operator -- months.`);
  }
  if (month.end.getTime() + SETTLED_AFTER_MS > at.getTime()) {
    throw new OperatorError(`${month.name} hasn’t been over for 31 days: what happened in it may still change.`);
  }
  const rows = await archiveMonth(database, move);
  if (rows === 'open_calls') throw new OperatorError(`A call that began in ${month.name} or before isn’t over yet.`);
  return `The details of the calls of ${month.name} were moved to ${folder}: ${counted(rows)}. The calls themselves, what they cost and every statement are still in the database.`;
}

async function restore(database: Database, move: Move): Promise<string> {
  const rows = await restoreMonth(database, move);
  return `The details of the calls of ${move.month.name} are back in the database: ${counted(rows)}. The files weren’t touched.`;
}

const counted = ({ leg, step, quality_batch: batches }: MonthRows) =>
  [some(leg, 'leg'), some(step, 'step'), some(batches, 'quality record')].join(', ');
const some = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What the disk or a lock says, as a sentence. */
function inWords(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const path = 'path' in error ? String(error.path) : 'The folder';
  switch (error.code) {
    case 'EEXIST':
      return new OperatorError(`${path} is there already: give another folder, or move it away. Nothing was changed.`);
    case 'ENOENT':
      return new OperatorError(`${path} isn’t there. Nothing was changed.`);
    case 'EACCES':
    case 'EROFS':
    case 'ENOSPC':
      return new OperatorError(`${path} can’t be written (${error.code}). Nothing was changed.`);
    case 'Z_BUF_ERROR':
    case 'Z_DATA_ERROR':
      return new OperatorError('One of the files is damaged. Nothing was changed.');
    case '55P03':
      return new OperatorError(
        'Somebody is reading those calls, and has been for a while. Nothing was changed; try again.',
      );
    default:
      return error;
  }
}
