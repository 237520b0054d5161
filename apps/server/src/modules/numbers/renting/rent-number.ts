import { type Micros, micros, parseDecimal } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Problem } from '../../../platform/problems.ts';
import { type Account, lockAccount, recordAuditEvent } from '../../accounts/index.ts';
import { availableMicros, findWallet } from '../../ledger/index.ts';
import { giveNumber } from './give-number.ts';
import {
  inWords,
  numberNeedsPayment,
  numberNotCovered,
  numberNotOffered,
  numberPriceChanged,
  numberTaken,
  tooManyNumbers,
} from '../record/number-problems.ts';
import type { Offer } from '../record/offer.ts';
import { lockOffer } from '../record/offers-store.ts';
import { takeRent } from './pay-rent.ts';
import type { Rental } from '../record/rental.ts';
import { countRentals, renterOf } from '../record/rentals-store.ts';

export type RentDeps = { database: Database; clock: Clock };

/** An order: the prices are those that were shown. */
export type NumberOrder = {
  accountId: string;
  userId: string;
  number: string;
  monthly: string;
  setup: string;
  perMinute: string;
};

/** Far more than an office needs; lists of an account's numbers stay short. */
export const MOST_RENTED = 100;

/**
 * Rents a number to an account, all or nothing: the first month and the set-up are taken from its money, at the prices that were
 * shown or lower ones, and those stay. Days of grace that the account left unpaid are counted in that month. Refuses what somebody else
 * has or had of late, a more expensive price, and accounts on trial. Who has the number already keeps it, and pays nothing more.
 */
export async function rentNumber(deps: RentDeps, order: NumberOrder): Promise<void> {
  const renter = await renterOf(deps.database, order.number);
  if (renter !== null && renter !== order.accountId) throw numberTaken(order.number);
  const at = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const account = await lockAccount(tx, order.accountId);
    if (account === null) throw new Error(`there is no account ${order.accountId}`);
    if ((await renterOf(tx, order.number)) === account.id) return;
    if (account.state !== 'active') throw numberNeedsPayment();
    const offer = await lockOffer(tx, order.number, { accountId: account.id, currency: account.currency, now: at });
    if (offer === null) throw numberNotOffered(order.number);
    if ((await renterOf(tx, order.number)) !== null) throw numberTaken(order.number);
    if (isMoreExpensive(offer, order)) throw numberPriceChanged(offer);
    if ((await countRentals(tx, account.id)) >= MOST_RENTED) throw tooManyNumbers(MOST_RENTED);
    const rental = await take(tx, { account, offer, at });
    await recordAuditEvent(tx, {
      at,
      actor: `user:${order.userId}`,
      action: 'number.rented',
      accountId: account.id,
      subject: rental.id,
      after: { number: offer.e164, monthly: order.monthly, setup: order.setup, perMinute: order.perMinute },
    });
    await publish(tx, { type: 'number.changed', accountId: account.id, subjectId: account.id });
  });
}

/** Whether a number costs more than was shown, in any of its prices. */
export const isMoreExpensive = (offer: Offer, order: Pick<NumberOrder, 'monthly' | 'setup' | 'perMinute'>): boolean =>
  offer.monthlyMicros > shown(order.monthly) ||
  offer.setupMicros > shown(order.setup) ||
  offer.perMinuteMicros > shown(order.perMinute);

/** The contract has seen that it is an amount. */
const shown = (amount: string): Micros => parseDecimal(amount) ?? micros(0n);

async function take(
  tx: Transaction,
  { account, offer, at }: { account: Account; offer: Offer; at: Date },
): Promise<Rental> {
  const rental = await giveNumber(tx, { account, offer, at });
  if (await takeRent(tx, account, { rental, setupMicros: offer.setupMicros, at })) return rental;
  throw await notCovered(tx, account, offer);
}

/** The refusal of whoever cannot pay the first month and the set-up. */
export async function notCovered(tx: Transaction, account: Account, offer: Offer): Promise<Problem> {
  const { monthlyMicros, setupMicros, currency } = offer;
  const wallet = await findWallet(tx, account.walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet ${account.walletId}`);
  const due = micros(monthlyMicros + setupMicros);
  return numberNotCovered(inWords(due, currency), inWords(availableMicros(wallet), currency));
}
