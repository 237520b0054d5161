import { paymentReply } from '@farline/contracts';
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Database } from '../../../platform/database.ts';
import type { aPayer } from '../../../testing/money/payer.ts';

const SUCCEEDS = '4242424242424242';

type Payer = Awaited<ReturnType<typeof aPayer>>;
type Provider = { lay: (payUrl: string, number: string) => Promise<unknown> };

/** Adds five dollars, as a person does who tries again: with the same key, until there is an answer. Then it is paid. */
export async function addFive(payer: Payer, provider: Provider, key: string): Promise<void> {
  const ask = async () => {
    const answer = await payer
      .fetch('/billing/add-funds', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: '{"amount":5}',
      })
      .catch(() => null);
    return answer?.ok === true ? paymentReply.parse(await answer.json()).payment : null;
  };
  const payment = await vi.waitUntil(ask, { timeout: 100_000, interval: 100 });
  if (payment.payUrl !== null) await provider.lay(payment.payUrl, SUCCEEDS);
}

/** Requests that a death cut off are given up at once, instead of after a minute; payments without updates are due. */
export async function hurryAfterDeath(database: Database): Promise<void> {
  await sql`update platform.idempotency set started_at = started_at - interval '2 minutes'
    where status is null`.execute(database);
  await sql`update billing.payment set look_at = now() where ended_at is null`.execute(database);
}

/** How many payments these accounts have that succeeded, how many of them are booked, and what of the books is wrong. */
export async function booksOf(
  database: Database,
  payers: Payer[],
): Promise<{ begun: number; succeeded: number; booked: number; wrong: number; unbalanced: number }[]> {
  const ids = payers.map(({ accountId }) => accountId);
  const { rows } = await sql<{
    begun: number;
    succeeded: number;
    booked: number;
    wrong: number;
    unbalanced: number;
  }>`
    with payment as (select id, state from billing.payment where account_id = any (${ids}::uuid[]))
    select (select count(*)::int from payment) as begun,
      (select count(*)::int from payment where state = 'succeeded') as succeeded,
      (select count(*)::int from ledger.transfer
        where cause_type = 'payment' and cause_id in (select id::text from payment)) as booked,
      (select count(*)::int from ledger.wallet where balance <> (
        select coalesce(sum(amount), 0) from ledger.entry where wallet_id = wallet.id)) as wrong,
      (select count(*)::int from (
        select from ledger.entry group by transfer_id, unit having sum(amount) <> 0) transfers) as unbalanced`.execute(
    database,
  );
  return rows;
}
