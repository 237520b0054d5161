import type { CountedCall } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { callColumns, type CallRow, toCallRecord } from '../record/call-row.ts';
import { countedCall } from '../record/counted-call.ts';

/**
 * The calls of all accounts before the call `before`, newest first, at most `most` looked at: those that have ended with
 * their facts. `next` is the last one looked at; null when there was none left.
 */
export async function endedCallsBefore(
  database: Executor,
  wanted: { before: string; most: number },
): Promise<{ calls: { id: string; accountId: string; facts: CountedCall }[]; next: string | null }> {
  const { rows } = await sql<CallRow>`
    select ${callColumns} from calls.call where id < ${wanted.before}
    order by id desc limit ${wanted.most}`.execute(database);
  const calls = rows.map(toCallRecord).flatMap((call) => {
    const facts = countedCall(call);
    return facts === null ? [] : [{ id: call.id, accountId: call.accountId, facts }];
  });
  return { calls, next: rows.at(-1)?.id ?? null };
}
