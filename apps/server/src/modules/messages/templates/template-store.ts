import { sql } from 'kysely';
import type { Database, Executor, Transaction } from '../../../platform/database.ts';

/** A text of an account with fields. */
export type TemplateRecord = { id: string; accountId: string; name: string; text: string; changedAt: Date };

type TemplateRow = { id: string; account_id: string; name: string; body: string; changed_at: Date };
const columns = sql`id, account_id, name, body, changed_at`;
const toTemplate = ({ id, name, ...row }: TemplateRow): TemplateRecord => ({
  id,
  name,
  accountId: row.account_id,
  text: row.body,
  changedAt: row.changed_at,
});

/** Until the end of the transaction nobody else changes the templates of an account: what is counted stays true. */
export async function lockTemplates(tx: Transaction, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`message templates ${accountId}`}, 0))`.execute(tx);
}

/** The templates of an account, in the order of their names; as many as it may have. */
export async function listTemplates(db: Executor, accountId: string): Promise<TemplateRecord[]> {
  const { rows } = await sql<TemplateRow>`select ${columns} from messages.template
    where account_id = ${accountId} order by lower(name), id`.execute(db);
  return rows.map(toTemplate);
}

/** A template of an account, or null. */
export async function findTemplate(
  db: Executor,
  { accountId, id }: { accountId: string; id: string },
): Promise<TemplateRecord | null> {
  const { rows } = await sql<TemplateRow>`select ${columns} from messages.template
    where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0] === undefined ? null : toTemplate(rows[0]);
}

/** Whether an account has another template of this name, however it is capitalised. */
export async function isNameTaken(
  db: Executor,
  { accountId, id, name }: Pick<TemplateRecord, 'accountId' | 'id' | 'name'>,
): Promise<boolean> {
  const { rows } = await sql`select id from messages.template
    where account_id = ${accountId} and lower(name) = lower(${name}) and id <> ${id}`.execute(db);
  return rows.length > 0;
}

/** Keeps a template, new or changed. */
export async function saveTemplate(tx: Transaction, template: TemplateRecord): Promise<void> {
  const { id, accountId, name, text, changedAt } = template;
  await sql`insert into messages.template (id, account_id, name, body, changed_at)
    values (${id}, ${accountId}, ${name}, ${text}, ${changedAt})
    on conflict (id) do update set name = excluded.name, body = excluded.body, changed_at = excluded.changed_at`.execute(
    tx,
  );
}

/** Removes a template of an account; gives what it was, or null. */
export async function deleteTemplate(
  db: Executor,
  { accountId, id }: { accountId: string; id: string },
): Promise<TemplateRecord | null> {
  const { rows } = await sql<TemplateRow>`delete from messages.template
    where id = ${id} and account_id = ${accountId} returning ${columns}`.execute(db);
  return rows[0] === undefined ? null : toTemplate(rows[0]);
}

/** Deletes the templates of an account. */
export async function eraseTemplates(database: Database, accountId: string): Promise<void> {
  await sql`delete from messages.template where account_id = ${accountId}`.execute(database);
}
