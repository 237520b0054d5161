import { sql } from 'kysely';
import { type Database, inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { usd } from '../../../testing/money/usd.ts';
import { type Account, activateAccount, openAccount } from '../../accounts/index.ts';
import { findWallet, topUp } from '../../ledger/index.ts';
import { allocateSandboxNumber } from '../allocate-sandbox-number.ts';
import { numberEvents } from '../hear-money.ts';
import type { Offer } from '../record/offer.ts';
import { saveOffers } from '../record/offers-store.ts';
import { releaseNumber } from '../renting/release-number.ts';
import { createNumberRenewer } from '../renting/renew-numbers.ts';
import { rentNumber } from '../renting/rent-number.ts';

const HOUR_MS = 60 * 60_000;

let given = 0;
/** A number that no other test has, at a dollar a month. */
export function anOffer(over: Partial<Offer> = {}): Offer {
  given += 1;
  return {
    e164: `+1415555${String(given).padStart(4, '0')}`,
    ...{ country: 'US', kind: 'fixed', carrier: 'carrier-1', currency: 'USD', documents: null },
    ...{ monthlyMicros: usd(1), setupMicros: usd(0), perMinuteMicros: usd(0), hasVoice: true, hasSms: true },
    ...over,
  };
}

/** Accounts and numbers on a test's database, and a clock that stands still until the test lets time pass. */
export function numbersWorld(database: Database, begins = '2026-03-10T09:30:00Z') {
  let ms = new Date(begins).getTime();
  const clock = { now: () => new Date(ms) };
  const deps = { database, clock, log: createLog('silent') };

  return {
    ...{ clock, deps },
    passTo: (at: string) => void (ms = Date.parse(at)),
    passDays: (days: number) => void (ms += days * 24 * HOUR_MS),
    account: async (dollars: number, options: { timeZone?: string; isTrial?: boolean } = {}) =>
      await anAccount(database, { ...options, dollars, at: clock.now() }),
    offer: async (over: Partial<Offer> = {}) => {
      const offer = anOffer(over);
      await inTransaction(database, async (tx) => await saveOffers(tx, [offer], clock.now()));
      return offer.e164;
    },
    rent: async (
      account: Account,
      number: string,
      shown: { monthly?: string; setup?: string; perMinute?: string } = {},
    ) => {
      const { monthly = '1', setup = '0', perMinute = '0' } = shown;
      await rentNumber(deps, { accountId: account.id, userId: newId(), number, monthly, setup, perMinute });
    },
    release: async (account: Account, number: string) =>
      await releaseNumber(deps, { accountId: account.id, userId: newId(), number }),
    renew: createNumberRenewer(deps),
    /** What the worker hears when a balance has moved. */
    hearMoney: async (account: Account) => {
      const event = { type: 'wallet.changed' as const, payload: {}, subjectId: account.walletId, position: 1 };
      const heard = { ...event, id: newId(), accountId: account.id, occurredAt: clock.now() };
      await inTransaction(database, async (tx) => await numberEvents({ clock }).receiveAll(tx, [heard]));
    },
    pay: async (account: Account, dollars: number) => await pay(database, { account, dollars, at: clock.now() }),
    balance: async (account: Account) => (await findWallet(database, account.walletId))?.balanceMicros,
    /** Whose a number is now; null: nobody's. */
    owner: async (e164: string): Promise<string | null> => {
      const { rows } = await sql<{ account_id: string }>`
        select account_id from numbers.number where e164 = ${e164}`.execute(database);
      return rows[0]?.account_id ?? null;
    },
    /** The ends of the months that were paid for a number, in order. */
    paidUntil: async (account: Account): Promise<string[]> => {
      const { rows } = await sql<{ period_to: Date }>`
        select period_to from numbers.rent_charge where account_id = ${account.id} order by id`.execute(database);
      return rows.map((row) => row.period_to.toISOString());
    },
    /** What was taken for numbers, in the ledger. */
    taken: async (account: Account): Promise<bigint[]> => {
      const { rows } = await sql<{ amount: bigint }>`
        select amount from ledger.entry join ledger.transfer on transfer.id = entry.transfer_id
        where wallet_id = ${account.walletId} and cause_type = 'number' order by entry.id`.execute(database);
      return rows.map((row) => row.amount);
    },
    told: async (account: Account) => await toldOf(database, account),
    /** As far as numbers can tell. */
    close: async ({ id }: Account) =>
      void (await sql`update accounts.account set state = 'closed' where id = ${id}`.execute(database)),
  };
}

/** What an account was told of its numbers, in order. */
async function toldOf(database: Database, account: Account): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from platform.event
    where account_id = ${account.id} and type like 'number.%' and type <> 'number.changed' order by id`.execute(
    database,
  );
  return rows.map(({ type }) => type);
}

async function anAccount(
  database: Database,
  wanted: { dollars: number; timeZone?: string; isTrial?: boolean; at: Date },
): Promise<Account> {
  const { dollars, timeZone = 'UTC', isTrial = false, at } = wanted;
  const settings = {
    ...{ currency: 'USD', rateTable: 'sample', trialCreditMicros: usd(0) },
    ...{ tokenSecret: '', publicUrl: '', rateLimitsPerAddress: false },
  };
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: `${newId()}@example.com`, phone: null };
  const signUp = { passwordHash: '$argon2id$', address: '127.0.0.1', emailConfirmedAt: at, device: null, at };
  return await inTransaction(database, async (tx) => {
    const opening = { settings, allocateNumber: allocateSandboxNumber };
    const { account } = await openAccount(opening, tx, { ...person, ...signUp });
    await sql`update accounts.account set time_zone = ${timeZone} where id = ${account.id}`.execute(tx);
    if (!isTrial) await activateAccount(tx, { accountId: account.id, actor: 'operator:grace', at });
    if (dollars > 0) await pay(tx, { account, dollars, at });
    return { ...account, timeZone };
  });
}

async function pay(
  db: Parameters<typeof topUp>[0],
  paid: { account: Account; dollars: number; at: Date },
): Promise<void> {
  const { account, dollars, at } = paid;
  const cause = { type: 'operator_credit', id: newId() };
  await topUp(db, { walletId: account.walletId, amountMicros: usd(dollars), from: 'operator_credit', cause, at });
}
