import { micros, PROVIDER_SEARCH_RATE_LIMIT } from '@farline/contracts';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/ids.ts';
import { tooManyRequests } from '../../../platform/problems.ts';
import { takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import { type Account, findAccount, lockAccount, recordAuditEvent } from '../../accounts/index.ts';
import { payOwed, placeHold } from '../../ledger/index.ts';
import { nationalDigits, numberFacts } from '../record/number-facts.ts';
import {
  numberInDoubt,
  numberNeedsPayment,
  numberNotOffered,
  numberPriceChanged,
  numberTaken,
  numberUnpaidFirst,
  providerSilent,
  tooManyNumbers,
  tooManyOrders,
} from '../record/number-problems.ts';
import type { Offer } from '../record/offer.ts';
import { isMoreExpensive, MOST_RENTED, notCovered, type NumberOrder } from '../renting/rent-number.ts';
import { countRentals, renterOf } from '../record/rentals-store.ts';
import { driveOrder } from './drive-orders.ts';
import type { OrderDeps } from './order-deps.ts';
import {
  insertOrder,
  notToBeHad,
  openOrderOf,
  orderFacts,
  saveHold,
  saveOrderedOffer,
} from '../record/orders-store.ts';
import type { ProviderOrder } from '../record/provider-order.ts';
import { offerOf } from './provider-prices.ts';

/** What a number costs at its provider is spent for good: nobody orders and releases without an end. */
const MOST_ORDERS_A_DAY = 10;
const DAY_MS = 24 * 60 * 60_000;
/** The worker takes it on if whoever ordered it is gone by then. */
const ORPHAN_AFTER_MS = 5_000;

/**
 * Orders a number from the provider at the prices that were shown or lower ones: its money is set aside, the order is placed, and the number is
 * the account's once the provider says so; where it has not said yet, the order is pending. Refuses what the catalogue refuses, and says
 * so when the provider cannot be asked: then nothing was taken. The number of an order that the account has open is not ordered again.
 */
export async function orderFromProvider(deps: OrderDeps, wanted: NumberOrder): Promise<void> {
  const { number: e164, accountId } = wanted;
  const own = { accountId, e164 };
  if (await isOrderedAlready(deps.database, own)) return;
  const account = await findAccount(deps.database, accountId);
  if (account === null) throw new Error(`there is no account ${accountId}`);
  await refuseWhoMayNot(deps, deps.database, account);
  const offer = await quoteOf(deps, account, e164).catch(async (error: unknown) => {
    // The same order that came at the same moment may have it by now.
    if (await isOrderedAlready(deps.database, own)) return null;
    throw error;
  });
  if (offer === null) return;
  if (isMoreExpensive(offer, wanted)) throw numberPriceChanged(offer);
  const order = await inTransaction(deps.database, async (tx) => await begin(deps, tx, { wanted, offer }));
  if (order !== null) await driveOrder({ ...deps, isSeen: true }, order);
}

/** Whether the account has the number, or an order of it that is open: then this is the same order come again. Refuses what is somebody else's. */
async function isOrderedAlready(
  db: OrderDeps['database'] | Transaction,
  { accountId, e164 }: { accountId: string; e164: string },
): Promise<boolean> {
  const renter = await renterOf(db, e164);
  if (renter === accountId) return true;
  if (renter !== null) throw numberTaken(e164);
  const open = await openOrderOf(db, e164);
  if (open === null) return false;
  if (open.accountId !== accountId || open.state === 'releasing') throw numberTaken(e164);
  if (open.state === 'lost') throw numberInDoubt(e164);
  return true;
}

async function refuseWhoMayNot(
  deps: OrderDeps,
  db: OrderDeps['database'] | Transaction,
  account: Account,
): Promise<void> {
  if (account.state !== 'active') throw numberNeedsPayment();
  const since = new Date(deps.clock.now().getTime() - DAY_MS);
  const facts = await orderFacts(db, { accountId: account.id, since });
  // Grace is time that the provider is paid for: one number at a time has it.
  if (facts.hasUnpaid) throw numberUnpaidFirst();
  if (facts.begun >= MOST_ORDERS_A_DAY) throw tooManyOrders(MOST_ORDERS_A_DAY);
  if (facts.waiting + (await countRentals(db, account.id)) >= MOST_RENTED) throw tooManyNumbers(MOST_RENTED);
}

/** What the provider asks for the number now, with the operator's prices. */
async function quoteOf({ source, database, clock }: OrderDeps, account: Account, e164: string): Promise<Offer> {
  const { provider, prices } = source;
  const facts = numberFacts(e164);
  if (facts === null || !prices.countries.includes(facts.country)) throw numberNotOffered(e164);
  const taken = await notToBeHad(database, { numbers: [e164], accountId: account.id, at: clock.now() });
  if (taken.has(e164)) throw numberTaken(e164);
  await countAsSearch({ database, clock }, account);
  const found = await provider.quote({ e164, country: facts.country, digits: nationalDigits(e164) });
  if (found.state === 'unavailable') throw providerSilent();
  const [number] = found.numbers;
  const { currency } = account;
  const offer = number === undefined ? null : offerOf(number, { prices, carrier: provider.name, currency });
  if (offer === null) throw numberNotOffered(e164);
  return offer;
}

/** The provider is asked as by a search, and the two are bounded together. */
async function countAsSearch(
  { database, clock }: Pick<OrderDeps, 'database' | 'clock'>,
  { id }: Account,
): Promise<void> {
  const limit = { ...PROVIDER_SEARCH_RATE_LIMIT, key: `${PROVIDER_SEARCH_RATE_LIMIT.name}:${id}` };
  const waitSeconds = await takeFromRateLimit(database, limit, clock.now());
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

/** Sets the money aside and writes the order down; null: the account has it already. */
async function begin(
  deps: OrderDeps,
  tx: Transaction,
  { wanted, offer }: { wanted: NumberOrder; offer: Offer },
): Promise<ProviderOrder | null> {
  const at = deps.clock.now();
  const account = await lockAccount(tx, wanted.accountId);
  if (account === null) throw new Error(`there is no account ${wanted.accountId}`);
  if (await isOrderedAlready(tx, { accountId: account.id, e164: offer.e164 })) return null;
  await refuseWhoMayNot(deps, tx, account);
  const order: ProviderOrder = {
    id: newId(at),
    accountId: account.id,
    userId: wanted.userId,
    offer,
    holdId: null,
    state: 'begun',
    reason: null,
    providerOrderId: null,
    providerNumberId: null,
    rentalId: null,
    begunAt: at,
    submittedAt: null,
    settledAt: null,
    releasingAt: null,
    releasedAt: null,
    tries: 0,
  };
  if (!(await insertOrder(tx, order, new Date(at.getTime() + ORPHAN_AFTER_MS)))) throw numberTaken(offer.e164);
  if (!(await saveOrderedOffer(tx, { offer, accountId: account.id, at }))) throw numberTaken(offer.e164);
  await setMoneyAside(tx, { account, order, at });
  await recordAuditEvent(tx, {
    at,
    actor: `user:${wanted.userId}`,
    action: 'number.ordered',
    accountId: account.id,
    subject: order.id,
    after: { number: offer.e164, monthly: wanted.monthly, setup: wanted.setup, perMinute: wanted.perMinute },
  });
  await publish(tx, { type: 'number.changed', accountId: account.id, subjectId: account.id });
  return order;
}

async function setMoneyAside(
  tx: Transaction,
  { account, order, at }: { account: Account; order: ProviderOrder; at: Date },
): Promise<void> {
  const { walletId } = account;
  const { monthlyMicros, setupMicros } = order.offer;
  const wantedMicros = micros(monthlyMicros + setupMicros);
  if (wantedMicros === 0n) return;
  await payOwed(tx, { walletId, cause: { type: 'owed_paid', id: order.id }, at });
  const cause = { type: 'number', id: order.id };
  const held = await placeHold(tx, { walletId, wantedMicros, leastMicros: wantedMicros, cause, at });
  if (!held.allowed) throw await notCovered(tx, account, order.offer);
  await saveHold(tx, { id: order.id, holdId: held.holdId });
}
