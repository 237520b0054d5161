import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';

/** Locks: the account's trial before the claims, one claim after another in the order mailbox, device, card. */

/** Whether an account got its trial credit: once it is decided, it is given once or never. */
export type Trial = {
  accountId: string;
  /** `taken`: given, and what was unused was taken again. */
  state: 'waiting' | 'given' | 'withheld' | 'taken';
  because: 'mailbox' | 'device' | 'card' | null;
  /** SHA-256 of the mark of the browser that the account was opened with. */
  device: Buffer | null;
};
type TrialRow = { account_id: string; state: Trial['state']; because: Trial['because']; device: Buffer | null };

/** Writes that an account waits for its trial credit. */
export async function insertTrial(tx: Transaction, wanted: { trial: Trial; at: Date }): Promise<void> {
  const { accountId, state, because, device } = wanted.trial;
  await sql`insert into accounts.trial (account_id, state, because, device, at)
    values (${accountId}, ${state}, ${because}, ${device}, ${wanted.at})`.execute(tx);
}

/** The trial of an account, or null. */
export async function findTrial(database: Executor, accountId: string): Promise<Trial | null> {
  const { rows } = await sql<TrialRow>`
    select account_id, state, because, device from accounts.trial where account_id = ${accountId}`.execute(database);
  return rows[0] === undefined ? null : toTrial(rows[0]);
}

/** The trial of an account, locked until the end of the transaction, or null. */
export async function lockTrial(tx: Transaction, accountId: string): Promise<Trial | null> {
  const { rows } = await sql<TrialRow>`
    select account_id, state, because, device from accounts.trial where account_id = ${accountId} for update`.execute(
    tx,
  );
  return rows[0] === undefined ? null : toTrial(rows[0]);
}

/** Writes what was decided of a trial. */
export async function saveTrial(tx: Transaction, trial: Trial, at: Date): Promise<void> {
  await sql`update accounts.trial set state = ${trial.state}, because = ${trial.because}, at = ${at}
    where account_id = ${trial.accountId}`.execute(tx);
}

/** Claims a mailbox, a browser or a card for an account's trial, unless another has it; gives whose it is. */
export async function claimTrial(
  tx: Transaction,
  claim: { kind: 'mailbox' | 'device' | 'card'; hash: Buffer; accountId: string; at: Date },
): Promise<string> {
  await sql`insert into accounts.trial_claim (kind, hash, account_id, at)
    values (${claim.kind}, ${claim.hash}, ${claim.accountId}, ${claim.at}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ account_id: string }>`
    select account_id from accounts.trial_claim where kind = ${claim.kind} and hash = ${claim.hash}`.execute(tx);
  return rows[0]?.account_id ?? claim.accountId;
}

const toTrial = (row: TrialRow): Trial => ({
  accountId: row.account_id,
  state: row.state,
  because: row.because,
  device: row.device,
});
