import type { Micros } from '@farline/contracts';
import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { type Account, findAccount, openAccount } from '../../modules/accounts/index.ts';
import { findWallet, topUp } from '../../modules/ledger/index.ts';
import { type changePlan, type PlanChangeDeps, changePlan as change } from '../../modules/plans/change-plan.ts';
import { createAllowanceExpirer } from '../../modules/plans/expire-allowances.ts';
import { type PlanViewDeps, subscriptionOf } from '../../modules/plans/plan-view.ts';
import { createPlanRenewer } from '../../modules/plans/renew-plans.ts';
import { usd } from './usd.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Accounts with plans on a test's database, and a clock that stands still until the test lets days pass. */
export function planWorld(database: Database) {
  let ms = new Date('2026-03-10T09:30:00Z').getTime();
  const clock = { now: () => new Date(ms) };
  const deps: PlanChangeDeps & PlanViewDeps = {
    database,
    clock,
    rating: { groups: () => new Map(), percentOff: () => 0 },
  };
  const renewDeps = { database, clock, log: createLog('silent'), savedMethods: null };

  return {
    clock,
    deps,
    renewDeps,
    passDays: (days: number) => void (ms += days * DAY_MS),
    account: async (dollars: number): Promise<Account> => await anAccount(database, clock.now(), dollars),
    change: async (account: Account, planId: string, quoted: string | null = null) =>
      await change(deps, { accountId: account.id, userId: newId(), planId, quoted } satisfies Parameters<
        typeof changePlan
      >[1]),
    renew: createPlanRenewer(renewDeps),
    expire: createAllowanceExpirer(renewDeps),
    view: async (account: Account) => await subscriptionOf(deps, account),
    rateTable: async (account: Account) => (await findAccount(database, account.id))?.rateTable,
    balance: async (account: Account): Promise<Micros | undefined> =>
      (await findWallet(database, account.walletId))?.balanceMicros,
    pay: async (account: Account, dollars: number) =>
      await topUp(database, {
        walletId: account.walletId,
        amountMicros: usd(dollars),
        from: 'payments',
        cause: { type: 'payment', id: newId() },
        at: clock.now(),
      }),
    /** What was told of an account's plan, in order. */
    told: async (account: Account): Promise<string[]> => {
      const { rows } = await sql<{ type: string }>`
        select type from platform.event
        where account_id = ${account.id} and type like 'plan.%' and type <> 'plan.changed' order by id`.execute(
        database,
      );
      return rows.map((row) => row.type);
    },
    /** What was taken for plans, in the ledger. */
    taken: async (account: Account): Promise<bigint[]> => {
      const { rows } = await sql<{ amount: bigint }>`
        select amount from ledger.entry join ledger.transfer on transfer.id = entry.transfer_id
        where wallet_id = ${account.walletId} and cause_type = 'plan' order by entry.id`.execute(database);
      return rows.map((row) => row.amount);
    },
  };
}

async function anAccount(database: Database, at: Date, dollars: number): Promise<Account> {
  const settings = {
    currency: 'USD',
    rateTable: 'sample',
    trialCreditMicros: usd(0),
    tokenSecret: '',
    publicUrl: '',
    rateLimitsPerAddress: false,
  };
  return await inTransaction(database, async (tx) => {
    const customer = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `${newId()}@example.com`,
      phone: null,
      passwordHash: '$argon2id$',
      address: '127.0.0.1',
      emailConfirmedAt: at,
      device: null,
      at,
    };
    const { account } = await openAccount({ settings, allocateNumber: async () => '+999000000001' }, tx, customer);
    const { walletId } = account;
    const cause = { type: 'operator_credit', id: newId() };
    if (dollars > 0) {
      await topUp(tx, { walletId, amountMicros: usd(dollars), from: 'operator_credit', cause, at });
    }
    return account;
  });
}
