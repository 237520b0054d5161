import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { NIL } from '../../../platform/in-turn.ts';
import { storedJson } from '../../../platform/stored-json.ts';

const AT_ONCE = 500;

/** What is remembered for ever of an operator's act or a security change. Never carries a password, a hash or a token. */
export type AuditEvent = {
  /** `user:<id>`, `operator:<name>` or `system`. */
  actor: string;
  /** What was done, as word.word: `user.password_changed`. */
  action: string;
  accountId: string | null;
  /** The user, wallet or other thing that it was done to. */
  subject: string | null;
  /** The network address that it came from, if any. */
  address?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Writes an audit event in the transaction of the change itself: both are there, or neither. */
export async function recordAuditEvent(tx: Executor, event: AuditEvent & { at: Date }): Promise<void> {
  await sql`insert into audit.event (id, at, actor, action, account_id, subject, address, before, after)
    values (${newId(event.at)}, ${event.at}, ${event.actor}, ${event.action}, ${event.accountId}, ${event.subject},
      ${event.address ?? null}, ${json(event.before)}::jsonb, ${json(event.after)}::jsonb)`.execute(tx);
}

/** When something was last done to an account with these facts after it, since an instant; null: it was not. */
export async function lastDoneAt(
  tx: Executor,
  done: { accountId: string; action: string; after: Record<string, unknown>; since: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select at from audit.event
    where account_id = ${done.accountId} and action = ${done.action} and at > ${done.since}
      and after @> ${json(done.after)}::jsonb
    order by at desc limit 1`.execute(tx);
  return rows[0]?.at ?? null;
}

/** What an account's users and its operators did that touched its security, oldest first. */
export async function* auditEventsOf(database: Executor, accountId: string): AsyncGenerator<unknown> {
  let after: string | null = null;
  for (;;) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select id, at, actor, action, subject, address, before, after from audit.event
      where account_id = ${accountId} and id > ${after ?? NIL}::uuid
      order by id limit ${AT_ONCE}`.execute(database);
    yield* rows;
    after = rows.at(-1)?.id ?? null;
    if (rows.length < AT_ONCE) return;
  }
}

function json(value: Record<string, unknown> | undefined): string | null {
  return value === undefined ? null : storedJson(value);
}
