import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const LOOK_EVERY_MS = 50;

export type Books = {
  /** Waits until every call that was placed has ended, `withinMs` at most; gives how many have not. */
  waitUntilEnded(withinMs: number): Promise<number>;
  /** The calls that were placed and have not ended, and who may end them: who placed them, or is called. */
  openCalls(): Promise<{ id: string; userId: string }[]>;
  /** What the records and the ledger say of each other; `errors` is empty when they agree. */
  audit(): Promise<{ calls: number; chargedMicros: bigint; errors: string[] }>;
  close(): Promise<void>;
};

const OPEN = `select count(*)::int as open from calls.call where state not in ('ended', 'initiated')`;

/** What must be nought, whatever happened: each is a count of wrong rows. */
const MUST_BE_NONE = {
  'calls that have not ended': OPEN.replace('as open', 'as wrong'),
  'holds that are still open': `select count(*)::int as wrong from ledger.hold where state = 'open'`,
  'money still held in wallets': `select count(*)::int as wrong from ledger.wallet where held <> 0`,
  'answered calls that were not charged once, at their price': `
    select count(*)::int as wrong from calls.call
    where cost_micros > 0 and 1 <> (
      select count(*) from ledger.transfer join ledger.entry on entry.transfer_id = transfer.id
      where cause_type = 'call' and cause_id = call.id::text
        and wallet_id = call.payer_wallet_id and amount = -call.cost_micros)`,
  'calls whose charge does not follow from their times': 'select count(*)::int as wrong from calls.wrongly_charged',
  'messages that are not settled': `
    select count(*)::int as wrong from messages.message where direction = 'outbound' and settled_at is null`,
  'messages that were not charged once, at their price': `
    select count(*)::int as wrong from messages.message
    where charged > 0 and 1 <> (
      select count(*) from ledger.transfer join ledger.entry on entry.transfer_id = transfer.id
      where cause_type = 'message' and cause_id = message.id::text
        and wallet_id = message.payer_wallet_id and amount = -message.charged)`,
  'charges for messages that have no record': `
    select count(*)::int as wrong from ledger.transfer where cause_type = 'message'
      and not exists (select from messages.message where message.id::text = transfer.cause_id)`,
  'charges for calls that have no record': `
    select count(*)::int as wrong from ledger.transfer where cause_type = 'call'
      and not exists (select from calls.call where call.id::text = transfer.cause_id)`,
  'wallets whose balance is not the sum of their entries': `
    select count(*)::int as wrong from ledger.wallet where balance <> (
      select coalesce(sum(amount), 0) from ledger.entry where wallet_id = wallet.id)`,
  'transfers that do not sum to zero': `
    select count(*)::int as wrong from (
      select from ledger.entry group by transfer_id having sum(amount) <> 0) unbalanced`,
  'entries in which trial credit and money meet': `
    select count(*)::int as wrong from ledger.entry
    where (unit like 'trial:%') <> (house_account = 'trial_credit') and house_account is not null and at > (
      select ran_at from migrations.file where name = '0057_ledger_trial.sql')`,
  'calls that a wallet paid which is not theirs to pay': `
    select count(*)::int as wrong from calls.call join ledger.wallet on wallet.id = payer_wallet_id
    where is_paid_by_trial <> (wallet.unit like 'trial:%') or is_paid_by_trial and not is_practice`,
};

/** Reads the tables of calls and money side by side, as an auditor would. */
export async function openBooks(databaseUrl: string): Promise<Books> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    async waitUntilEnded(withinMs) {
      const deadline = performance.now() + withinMs;
      for (;;) {
        const { rows } = await client.query<{ open: number }>(OPEN);
        const open = rows[0]?.open ?? 0;
        if (open === 0 || performance.now() > deadline) return open;
        await wait(LOOK_EVERY_MS);
      }
    },
    async openCalls() {
      const { rows } = await client.query<{ id: string; userId: string }>(
        `select id, coalesce(user_id, (select "user".id from accounts.user where "user".account_id = call.account_id limit 1)) as "userId"
         from calls.call where state not in ('ended', 'initiated')`,
      );
      return rows;
    },
    async audit() {
      const errors: string[] = [];
      for (const [what, statement] of Object.entries(MUST_BE_NONE)) {
        const { rows } = await client.query<{ wrong: number }>(statement);
        if (rows[0]?.wrong !== 0) errors.push(`${rows[0]?.wrong} ${what}`);
      }
      const { rows } = await client.query<{ calls: number; charged: string; earned: string }>(`
        select (select count(*)::int from calls.call where answered_at is not null) as calls,
          (select coalesce(sum(cost_micros), 0)::bigint from calls.call) as charged,
          (select coalesce(sum(amount), 0)::bigint from ledger.entry join ledger.transfer on transfer.id = transfer_id
            where house_account in ('revenue', 'trial_credit') and cause_type = 'call') as earned`);
      const sums = rows[0];
      if (sums === undefined) throw new Error('the sums gave no row');
      // Practice is charged against the house's trial credit, in a unit that is no money.
      if (sums.charged !== sums.earned) errors.push(`calls cost ${sums.charged} micros, the house has ${sums.earned}`);
      return { calls: sums.calls, chargedMicros: BigInt(sums.charged), errors };
    },
    close: async () => await client.end(),
  };
}
