import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';

/** A receipt as it was signed. */
export type StoredReceipt = {
  id: string;
  content: string;
  signature: string;
  key: { id: string; publicKey: string };
};
type ReceiptRow = { id: string; content: string; signature: string; key_id: string; public_key: string };

/** Remembers the public half of a key, from its first use on. */
export async function rememberKey(db: Executor, key: { id: string; publicKey: string; at: Date }): Promise<void> {
  await sql`insert into billing.receipt_key (id, public_key, first_used_at)
    values (${key.id}, ${key.publicKey}, ${key.at}) on conflict do nothing`.execute(db);
}

export type StoredKey = { id: string; publicKey: string; firstUsedAt: Date };

/** Every key that receipts were signed with, the first first. */
export async function allKeys(db: Executor): Promise<StoredKey[]> {
  const { rows } = await sql<{ id: string; public_key: string; first_used_at: Date }>`
    select id, public_key, first_used_at from billing.receipt_key order by first_used_at, id limit 1000`.execute(db);
  return rows.map((row) => ({ id: row.id, publicKey: row.public_key, firstUsedAt: row.first_used_at }));
}

/** Writes the receipt of a cause; one that is there stays as it is. */
export async function insertReceipt(
  db: Executor,
  receipt: {
    id: string;
    accountId: string;
    causeType: string;
    causeId: string;
    content: string;
    keyId: string;
    signature: string;
    at: Date;
  },
): Promise<void> {
  await sql`
    insert into billing.receipt (id, account_id, cause_type, cause_id, content, key_id, signature, issued_at)
    values (${receipt.id}, ${receipt.accountId}, ${receipt.causeType}, ${receipt.causeId}, ${receipt.content},
      ${receipt.keyId}, ${receipt.signature}, ${receipt.at})
    on conflict (cause_type, cause_id) do nothing`.execute(db);
}

/** The receipt of a cause, or null. */
export async function receiptOfCause(db: Executor, cause: { type: string; id: string }): Promise<StoredReceipt | null> {
  const { rows } = await sql<ReceiptRow>`
    select receipt.id, content, signature, key_id, public_key
    from billing.receipt join billing.receipt_key on receipt_key.id = key_id
    where cause_type = ${cause.type} and cause_id = ${cause.id}`.execute(db);
  return toReceipt(rows[0]);
}

/** The receipt with this id, or null. */
export async function findReceipt(db: Executor, id: string): Promise<StoredReceipt | null> {
  const { rows } = await sql<ReceiptRow>`
    select receipt.id, content, signature, key_id, public_key
    from billing.receipt join billing.receipt_key on receipt_key.id = key_id
    where receipt.id = ${id}`.execute(db);
  return toReceipt(rows[0]);
}

/** An account's receipts after the receipt `after` of this instant, oldest first. */
export async function receiptsAfter(
  db: Executor,
  wanted: { accountId: string; after: { at: Date; id: string } | null; most: number },
): Promise<(StoredReceipt & { at: Date })[]> {
  const { rows } = await sql<ReceiptRow & { issued_at: Date }>`
    select receipt.id, content, signature, key_id, public_key, issued_at
    from billing.receipt join billing.receipt_key on receipt_key.id = key_id
    where account_id = ${wanted.accountId}
      and (issued_at, receipt.id) > (${wanted.after?.at ?? '-infinity'}::timestamptz, ${wanted.after?.id ?? ''}::text)
    order by issued_at, receipt.id limit ${wanted.most}`.execute(db);
  return rows.flatMap((row) => {
    const receipt = toReceipt(row);
    return receipt === null ? [] : [{ ...receipt, at: row.issued_at }];
  });
}

function toReceipt(row: ReceiptRow | undefined): StoredReceipt | null {
  if (row === undefined) return null;
  const { id, content, signature, key_id: keyId, public_key: publicKey } = row;
  return { id, content, signature, key: { id: keyId, publicKey } };
}

/** Deletes the receipts of the messages of accounts: each names who the message was for. Those of calls stay, as the calls do. */
export async function deleteMessageReceipts(tx: Transaction, accountIds: string[]): Promise<void> {
  await sql`delete from billing.receipt
    where account_id = any (${accountIds}::uuid[]) and cause_type = 'message'`.execute(tx);
}
