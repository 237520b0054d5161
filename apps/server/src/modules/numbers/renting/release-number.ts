import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { lockAccount, recordAuditEvent } from '../../accounts/index.ts';
import { numberNotFound, sandboxNumberStays } from '../record/number-problems.ts';
import { ownNumbers, removeNumber } from '../record/numbers-store.ts';
import { sendBack } from '../record/orders-store.ts';
import type { RentDeps } from './rent-number.ts';
import { daysLater, QUARANTINE_DAYS, type Rental, type RentalEnd } from '../record/rental.ts';
import { endRental, lockRentalOf } from '../record/rentals-store.ts';

/** Gives a rented number back at once, when its user asks for it. Of the month that is paid nothing is given back. */
export async function releaseNumber(
  deps: RentDeps,
  wanted: { accountId: string; userId: string; number: string },
): Promise<void> {
  const { accountId, number } = wanted;
  const at = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, accountId);
    const rental = await lockRentalOf(tx, { accountId, e164: number });
    if (rental === null) {
      const [own] = await ownNumbers(tx, { accountId, e164: number });
      throw own === undefined ? numberNotFound() : sandboxNumberStays();
    }
    await endOfRental(tx, { rental, reason: 'released', at });
    const by = { at, actor: `user:${wanted.userId}`, action: 'number.released' };
    await recordAuditEvent(tx, { ...by, accountId, subject: rental.id, before: { number } });
  });
}

/** Ends a rental that its transaction has locked: the number is nobody's, rests or goes back to its provider, and its account is told. */
export async function endOfRental(
  tx: Transaction,
  { rental, reason, at }: { rental: Rental; reason: RentalEnd; at: Date },
): Promise<void> {
  const { accountId, e164 } = rental;
  const restsUntil = daysLater(at, QUARANTINE_DAYS);
  await endRental(tx, { rental, reason, at, restsUntil });
  await removeNumber(tx, { e164, accountId });
  const goesBack = await sendBack(tx, { rentalId: rental.id, at });
  await publish(tx, { type: 'number.changed', accountId, subjectId: accountId });
  if (reason === 'account_closed') return;
  const payload = { number: e164, reason, until: goesBack ? null : restsUntil.toISOString() };
  await publish(tx, { type: 'number.ended', accountId, subjectId: rental.id, payload });
}
