import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database.ts';
import { placeEachSql } from '../../ledger/index.ts';
import { claimEachSql } from '../../limits/index.ts';
import { addMessagesSql } from '../inbox/threads-store.ts';
import type { ToSave } from './judge-sending.ts';

/**
 * Saves messages that may be sent, of which no two are of one account: what each costs is set aside and counted, and each is put on top of its
 * thread. All of them in one statement, which fails as `isLimitPassed` knows. Their wallets are locked, and have what they cost.
 */
export async function saveMessages(tx: Transaction, toSave: readonly ToSave[], at: Date): Promise<void> {
  if (toSave.length === 0) return;
  const holds = toSave.flatMap((one) => one.holds);
  const claims = toSave.map(({ claim }) => claim);
  const messages = toSave.map(({ message }) => message);
  await sql`
    with ${addMessagesSql(messages, { unread: 0 })}
    select ${placeEachSql(holds, at)}, ${claimEachSql(claims, at)}`.execute(tx);
}
