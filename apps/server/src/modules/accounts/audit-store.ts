import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';

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

function json(value: Record<string, unknown> | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
