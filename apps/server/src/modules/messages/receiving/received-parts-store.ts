import { type RawBuilder, sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { forgetSome } from '../../../platform/forgetting/forget-all.ts';

/** Which long message a part is of. */
export type LongMessage = { bind: string; sender: string; recipient: string; reference: number; total: number };

/**
 * A part's text as PostgreSQL takes it: one that ends or begins with half of a surrogate pair, which it would refuse or replace, is escaped as in
 * JSON; so is what stands for a part that is no text, with its U+0000.
 */
const storedBody = (text: string): { body: string; isEscaped: boolean } =>
  text.isWellFormed() && !text.includes('\0')
    ? { body: text, isEscaped: false }
    : { body: JSON.stringify(text), isEscaped: true };

const ofMessage = (of: LongMessage) => sql`bind = ${of.bind} and sender = ${of.sender} and recipient = ${of.recipient}
  and reference = ${of.reference} and total = ${of.total}`;

/** Whoever has a part of a long message waits for whoever has another. */
export async function lockLongMessage(tx: Transaction, of: LongMessage): Promise<void> {
  const name = `long ${of.bind} ${of.sender} ${of.recipient} ${of.reference} ${of.total}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/**
 * Keeps a part beside those of the message of the same reference that was written down before. `known`: it waits already; `other`: another text
 * waits in its place, since telephones use their references again.
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
    where ${ofMessage(part)} and not is_done and number = ${part.number} and body = ${body} and is_escaped = ${isEscaped}`.execute(
    tx,
  );
  return same.rows.length > 0 ? 'known' : 'other';
}

/** Forgets what waits of a message, or one part of it. */
export async function forgetWaiting(tx: Transaction, of: LongMessage, number: number | null = null): Promise<void> {
  await sql`delete from messages.received_part
    where ${ofMessage(of)} and not is_done and (${number}::integer is null or number = ${number})`.execute(tx);
}

/** The texts of the parts that wait, by their numbers. */
export async function waitingParts(db: Executor, of: LongMessage): Promise<Map<number, string>> {
  return await textsOf(db, sql`${ofMessage(of)} and not is_done`);
}

/** The same of the message that was written down last, none if its last part came before `since`. */
export async function doneParts(
  db: Executor,
  { since, ...of }: LongMessage & { since: Date | null },
): Promise<Map<number, string>> {
  return await textsOf(
    db,
    sql`${ofMessage(of)} and is_done and (${since}::timestamptz is null or exists (
      select from messages.received_part late where late.bind = ${of.bind} and late.sender = ${of.sender}
        and late.recipient = ${of.recipient} and late.reference = ${of.reference} and late.total = ${of.total}
        and late.is_done and late.came_at >= ${since}))`,
  );
}

async function textsOf(db: Executor, which: RawBuilder<unknown>): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; body: string; is_escaped: boolean }>`
    select number, body, is_escaped from messages.received_part where ${which} order by number`.execute(db);
  return new Map(rows.map((row) => [row.number, row.is_escaped ? String(JSON.parse(row.body)) : row.body]));
}

/** What waits is written down, and known again instead of the message before it. */
export async function markDone(tx: Transaction, of: LongMessage): Promise<void> {
  await sql`delete from messages.received_part where ${ofMessage(of)} and is_done`.execute(tx);
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
