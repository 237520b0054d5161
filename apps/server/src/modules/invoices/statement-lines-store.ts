// Lines of statements are written before their invoice, in its transaction, and never changed.
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { jsonOf } from './invoice.ts';

/** Where a line stands: in which group of its statement's sums (0: no call), and the how-manieth of the statement it is. */
export type PlacedLine<Line> = { group: number; place: number; line: Line };

/** Writes lines of a statement. */
export async function insertLines(
  tx: Transaction,
  { invoiceId, lines }: { invoiceId: string; lines: readonly PlacedLine<unknown>[] },
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into billing.statement_line (invoice_id, group_number, place, line)
    select ${invoiceId}::uuid, * from unnest(${lines.map(({ group }) => group)}::integer[],
      ${lines.map(({ place }) => place)}::integer[], ${lines.map(({ line }) => jsonOf(line))}::jsonb[])`.execute(tx);
}

/** The lines of a group of a statement behind the place `after`, in order of time, at most `most`; not parsed. */
export async function linesAfter(
  db: Executor,
  wanted: { invoiceId: string; group: number; after: number; most: number },
): Promise<PlacedLine<unknown>[]> {
  const { rows } = await sql<PlacedLine<unknown>>`
    select group_number as "group", place, line from billing.statement_line
    where invoice_id = ${wanted.invoiceId} and group_number = ${wanted.group} and place > ${wanted.after}
    order by place limit ${wanted.most}`.execute(db);
  return rows;
}
