import type { Keyword } from '@farline/sms';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database.ts';

type Whose = { accountId: string; peer: string };

/** Whether an account has ever written to somebody, answers to keywords left out of account. */
export async function hasWrittenTo(tx: Transaction, { accountId, peer }: Whose): Promise<boolean> {
  const { rows } = await sql`select from messages.message
    where account_id = ${accountId} and peer = ${peer} and direction = 'outbound' and answers is null limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * How many people an account has answered since an instant that it never wrote to, at most `most`. Whoever asks is the only one for this
 * account until the end of the transaction, so that those who write at the same moment are counted.
 */
export async function countAnsweredStrangers(
  tx: Transaction,
  { accountId, since, most }: { accountId: string; since: Date; most: number },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`strangers ${accountId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ answered: number }>`select count(*)::integer as answered from (
    select from messages.thread where account_id = ${accountId} and stranger_answered_at > ${since} limit ${most}) strangers`.execute(
    tx,
  );
  return rows[0]?.answered ?? 0;
}

/** A keyword got no answer after all, and why: the next one may have it, on the same day too. */
export async function noteUnanswered(
  tx: Transaction,
  { accountId, peer, keyword, reason }: Whose & { keyword: Keyword; reason: string },
): Promise<void> {
  await sql`
    update messages.thread set unanswered_keyword = ${keyword}, unanswered_reason = ${reason}, answered_at = answered_at - ${keyword}::text,
      stranger_answered_at = case when answered_at - ${keyword}::text <> '{}' then stranger_answered_at end
    where account_id = ${accountId} and peer = ${peer}`.execute(tx);
}

/** Somebody has an answer now. Whether a word of theirs had been without one. */
export async function clearUnanswered(tx: Transaction, { accountId, peer }: Whose): Promise<boolean> {
  const { rows } = await sql`update messages.thread set unanswered_keyword = null, unanswered_reason = null
    where account_id = ${accountId} and peer = ${peer} and unanswered_keyword is not null returning peer`.execute(tx);
  return rows.length > 0;
}
