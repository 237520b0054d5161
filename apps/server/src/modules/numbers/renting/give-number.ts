import type { Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Account } from '../../accounts/index.ts';
import { numberTaken } from '../record/number-problems.ts';
import { insertNumber } from '../record/numbers-store.ts';
import type { Offer } from '../record/offer.ts';
import { nextLook, orderedPeriod, type Rental } from '../record/rental.ts';
import { lastRentalsOf, saveRental } from '../record/rentals-store.ts';
import { tellFormer } from '../record/tell-former.ts';
import { deleteVerified, deleteVerifiedOfOthers, lockNumber } from '../record/verified-store.ts';

/** Makes a number an account's, for a month from now. Its price is taken by whoever asks, in the same transaction. */
export async function giveNumber(
  tx: Transaction,
  { account, offer, at }: { account: Account; offer: Offer; at: Date },
): Promise<Rental> {
  const { e164, monthlyMicros, perMinuteMicros, currency, hasVoice, hasSms } = offer;
  const last = await lastRentalsOf(tx, { accountId: account.id, numbers: [e164] });
  const rental: Rental = {
    id: newId(at),
    accountId: account.id,
    e164,
    currency,
    startedAt: at,
    unpaid: null,
    monthlyMicros,
    perMinuteMicros,
    ...orderedPeriod(at, account.timeZone, last.get(e164) ?? null),
  };
  await saveRental(tx, rental, nextLook(rental.period, at));
  if (!(await insertNumber(tx, { e164, accountId: account.id, kind: 'bought', hasVoice, hasSms, at }))) {
    throw numberTaken(e164);
  }
  await lockNumber(tx, e164);
  await deleteVerified(tx, { e164, accountId: account.id });
  const formerAccountId = await deleteVerifiedOfOthers(tx, { e164, accountId: account.id });
  if (formerAccountId !== null) await tellFormer(tx, { accountId: formerAccountId, e164, reason: 'rented' });
  return rental;
}
