import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { forgetSome } from '../../../platform/forgetting/forget-all.ts';

/** Which long message a part is of. */
export type LongMessage = { bind: string; sender: string; recipient: string; reference: number; total: number };

/**
 * A part's text as PostgreSQL takes it: one that ends or begins with half of a surrogate pair, which it would refuse or replace, is escaped as in
 * JSON.
 */
const storedBody = (text: string): { body: string; isEscaped: boolean } =>
  text.isWellFormed() ? { body: text, isEscaped: false } : { body: JSON.stringify(text), isEscaped: true };

const ofMessage = (of: LongMessage) => sql`bind = ${of.bind} and sender = ${of.sender} and recipient = ${of.recipient}
  and reference = ${of.reference} and total = ${of.total}`;

/** Whoever has a part of a long message waits for whoever has another. */
export async function lockLongMessage(tx: Transaction, of: LongMessage): Promise<void> {
  const name = `long ${of.bind} ${of.sender} ${of.recipient} ${of.reference} ${of.total}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/**
 * Keeps a part. `known`: it was there, or its message is whole already; `other`: its place is taken by another text, since telephones use their
 * references again.
 */
export async function keepPart(
  tx: Transaction,
  part: LongMessage & { number: number; text: string; at: Date },
): Promise<'kept' | 'known' | 'other'> {
  const { body, isEscaped } = storedBody(part.text);
  const { rows } = await sql`
    insert into messages.received_part (bind, sender, recipient, reference, total, number, body, is_escaped, came_at)
    values (${part.bind}, ${part.sender}, ${part.recipient}, ${part.reference}, ${part.total}, ${part.number}, ${body}, ${isEscaped},
      ${part.at})
    on conflict do nothing returning number`.execute(tx);
  if (rows.length > 0) return 'kept';
  const same = await sql`select from messages.received_part
    where ${ofMessage(part)} and number = ${part.number} and body = ${body} and is_escaped = ${isEscaped}`.execute(tx);
  return same.rows.length > 0 ? 'known' : 'other';
}

/** Forgets a message, so that another one may have its reference. */
export async function forgetMessage(tx: Transaction, of: LongMessage): Promise<void> {
  await sql`delete from messages.received_part where ${ofMessage(of)}`.execute(tx);
}

/** The texts of the parts that wait, by their numbers. */
export async function waitingParts(db: Executor, of: LongMessage): Promise<Map<number, string>> {
  const { rows } = await sql<{
    number: number;
    body: string;
    is_escaped: boolean;
  }>`select number, body, is_escaped from messages.received_part
    where ${ofMessage(of)} and not is_done order by number`.execute(db);
  return new Map(rows.map((row) => [row.number, row.is_escaped ? String(JSON.parse(row.body)) : row.body]));
}

/** The message is written down: what comes of it again is not. */
export async function markDone(tx: Transaction, of: LongMessage): Promise<void> {
  await sql`update messages.received_part set is_done = true where ${ofMessage(of)}`.execute(tx);
}

/** How many parts wait for others, of everything that was sent to a number. */
export async function countWaiting(db: Executor, recipient: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from messages.received_part
    where recipient = ${recipient} and not is_done`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Long messages of which nothing came since an instant, and which are not whole, the oldest first; at most 100. `recipient`: of those to this
 * number the oldest alone, however lately its last part came.
 */
export async function incompleteSince(
  db: Executor,
  wanted: { before: Date } | { recipient: string },
): Promise<LongMessage[]> {
  const isOf = 'recipient' in wanted ? sql`recipient = ${wanted.recipient}` : sql`true`;
  const isOver = 'recipient' in wanted ? sql`true` : sql`max(came_at) < ${wanted.before}`;
  const { rows } = await sql<LongMessage>`select bind, sender, recipient, reference, total from messages.received_part
    where not is_done and ${isOf} group by bind, sender, recipient, reference, total having ${isOver}
    order by max(came_at) limit ${'recipient' in wanted ? 1 : 100}`.execute(db);
  return rows;
}

/** Keeps the id by which a carrier names what came in; false: it has told of it before. */
export async function keepReceivedId(
  tx: Transaction,
  { bind, carrierMessageId, at }: { bind: string; carrierMessageId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into messages.received_id (bind, carrier_id, came_at)
    values (${bind}, ${carrierMessageId}, ${at}) on conflict do nothing returning bind`.execute(tx);
  return rows.length > 0;
}

/** Forgets ids of what came in before an instant, some at a time; gives how many. */
export async function forgetReceivedIds(db: Executor, before: Date): Promise<number> {
  return await forgetSome(db, 'messages.received_id', sql`came_at < ${before}`);
}

/** Forgets parts of messages that were written down before an instant. */
export async function forgetParts(db: Executor, before: Date): Promise<void> {
  await sql`delete from messages.received_part where is_done and came_at < ${before}`.execute(db);
}
