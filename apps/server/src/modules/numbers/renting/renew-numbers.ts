import { micros, toMoney } from '@farline/contracts';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { eachInTurn, type ListPosition } from '../../../platform/in-turn.ts';
import type { Log } from '../../../platform/log.ts';
import { type Account, lockAccount } from '../../accounts/index.ts';
import { availableMicros, findWallet, owedBy } from '../../ledger/index.ts';
import { takeRent } from './pay-rent.ts';
import { endOfRental } from './release-number.ts';
import type { RentDeps } from './rent-number.ts';
import { daysLater, GRACE_DAYS, nextLook, nextPeriod, type Rental } from '../record/rental.ts';
import { dueRentals, lockDueRental, rentUntil, saveRental } from '../record/rentals-store.ts';

export type NumberRenewDeps = RentDeps & { log: Log };

const AT_ONCE = 100;
const NOTHING = micros(0n);
/** How often money is looked for in the days of grace, beside whenever the balance moves. */
const TRY_AGAIN_MS = 60 * 60_000;

/**
 * Begins the next month of every number whose month is over, warns before it, or releases the number; each in its own transaction, so
 * that any number of workers do it exactly once. Some each time, in turn: one that fails does not keep the others.
 */
export function createNumberRenewer(deps: NumberRenewDeps, most = AT_ONCE): () => Promise<void> {
  return eachInTurn<ListPosition & { accountId: string }>({
    most,
    read: async (after) => await dueRentals(deps.database, { now: deps.clock.now(), after, most }),
    work: async (due) =>
      await inTransaction(deps.database, async (tx) => await renewNumber(tx, { ...due, now: deps.clock.now() })),
    failed: ({ id }, error) =>
      deps.log.error({ err: error, rental: id }, 'a number could not be renewed; it stays due'),
  });
}

async function renewNumber(
  tx: Transaction,
  { id, accountId, now }: { id: string; accountId: string; now: Date },
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  const rental = await lockDueRental(tx, { id, now });
  if (account === null || rental === null) return;
  if (account.state === 'closed') return await endOfRental(tx, { rental, reason: 'account_closed', at: now });
  if (now < rental.period.to) return await warn(tx, { account, rental, now });
  if (await begin(tx, { account, rental, now })) return;
  if (rental.unpaid !== null && rental.unpaid.graceTo <= now) {
    return await endOfRental(tx, { rental, reason: 'unpaid', at: now });
  }
  await wait(tx, { account, rental, now });
}

type Renewal = { account: Account; rental: Rental; now: Date };

/** Tells that the balance, as it is now, will not do for this number and those that are renewed before it. */
async function warn(tx: Transaction, { account, rental, now }: Renewal): Promise<void> {
  const { period, monthlyMicros, currency, e164 } = rental;
  await saveRental(tx, rental, nextLook(period, now));
  const wallet = await findWallet(tx, account.walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet ${account.walletId}`);
  const free = availableMicros(wallet) - (await owedBy(tx, account.walletId));
  if (free >= (await rentUntil(tx, { accountId: account.id, until: period.to }))) return;
  await publish(tx, {
    type: 'number.due',
    accountId: account.id,
    subjectId: rental.id,
    payload: { number: e164, price: toMoney(monthlyMicros, currency), until: period.to.toISOString() },
  });
}

/** Begins the next month if the balance covers it. */
async function begin(tx: Transaction, { account, rental, now }: Renewal): Promise<boolean> {
  const renewed: Rental = { ...rental, ...nextPeriod(rental, now, account.timeZone), unpaid: null };
  if (!(await takeRent(tx, account, { rental: renewed, setupMicros: NOTHING, at: now }))) return false;
  await saveRental(tx, renewed, nextLook(renewed.period, now));
  await publish(tx, { type: 'number.changed', accountId: account.id, subjectId: account.id });
  return true;
}

/** The balance does not cover it: the number rings on for some days, and the money is looked for again. Told once. */
async function wait(tx: Transaction, { account, rental, now }: Renewal): Promise<void> {
  const unpaid = rental.unpaid ?? { since: now, graceTo: daysLater(now, GRACE_DAYS) };
  const next = Math.min(now.getTime() + TRY_AGAIN_MS, unpaid.graceTo.getTime());
  await saveRental(tx, { ...rental, unpaid }, new Date(next));
  if (rental.unpaid !== null) return;
  const { e164, monthlyMicros, currency } = rental;
  const payload = { number: e164, price: toMoney(monthlyMicros, currency), until: unpaid.graceTo.toISOString() };
  await publish(tx, { type: 'number.renewal_failed', accountId: account.id, subjectId: rental.id, payload });
  await publish(tx, { type: 'number.changed', accountId: account.id, subjectId: account.id });
}
