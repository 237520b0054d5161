import {
  micros,
  type NumberRule,
  numberRule,
  offerKind,
  type OfferedNumber,
  type OwnNumber,
  type OwnNumbersReply,
  type RuleSummary,
  toMoney,
  type Verification,
} from '@farline/contracts';
import type { Executor } from '../../../platform/database.ts';
import type { Account } from '../../accounts/index.ts';
import { numberNotFound } from './number-problems.ts';
import { ownNumbers, type OwnRow } from './numbers-store.ts';
import type { Offer } from './offer.ts';
import { viewOrders } from './order-view.ts';
import { firstMonthEnd, GRACE_DAYS, QUARANTINE_DAYS } from './rental.ts';
import { lastRentalsOf } from './rentals-store.ts';
import { openVerificationOf, type OpenVerification, verifiedOf } from './verified-store.ts';

/** All that an account's calls can show, and how long a released number rests. */
export async function viewOwnNumbers(
  db: Executor,
  { accountId, at }: { accountId: string; at: Date },
): Promise<OwnNumbersReply> {
  const verified = (await verifiedOf(db, accountId, at)).map(({ e164, isDefault, verifiedAt, expiresAt }) => ({
    number: e164,
    isDefault,
    verifiedAt: verifiedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
  const open = await openVerificationOf(db, accountId, at);
  const numbers = await viewNumbers(db, accountId);
  const isElsewhere = verified.some(({ isDefault }) => isDefault);
  return {
    numbers: isElsewhere ? numbers.map((number) => ({ ...number, isDefault: false })) : numbers,
    verified,
    openVerification: open === null ? null : viewVerification(open),
    orders: await viewOrders(db, { accountId, at }),
    quarantineDays: QUARANTINE_DAYS,
    graceDays: GRACE_DAYS,
  };
}

/** A verification whose code can be typed. */
export const viewVerification = ({ e164, madeAt, expiresAt, ...open }: OpenVerification): Verification => ({
  ...open,
  number: e164,
  madeAt: madeAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

/** The numbers of an account, the default first. */
export async function viewNumbers(db: Executor, accountId: string): Promise<OwnNumber[]> {
  const rows = await ownNumbers(db, { accountId, e164: null });
  const [first] = rows;
  return rows.map((row) => viewOwn(row, row === first));
}

/** One number of an account. Refuses what it does not have. */
export async function viewNumber(db: Executor, wanted: { accountId: string; number: string }): Promise<OwnNumber> {
  const numbers = await viewNumbers(db, wanted.accountId);
  const found = numbers.find(({ number }) => number === wanted.number);
  if (found === undefined) throw numberNotFound();
  return found;
}

/** Where nobody chose a default, calls show the first. */
function viewOwn(row: OwnRow, isFirst: boolean): OwnNumber {
  const { country, type, monthly, per_minute: perMinute, currency, started_at: since, period_to: paidUntil } = row;
  const isRented =
    country !== null &&
    monthly !== null &&
    perMinute !== null &&
    currency !== null &&
    since !== null &&
    paidUntil !== null;
  return {
    number: row.e164,
    kind: row.kind === 'sandbox' ? 'sandbox' : 'rented',
    label: row.label,
    isDefault: isFirst && row.has_voice,
    voice: row.has_voice,
    sms: row.has_sms,
    rule: row.rule === null ? null : summaryOf(numberRule.parse(row.rule)),
    rent: isRented
      ? {
          country,
          type: offerKind.parse(type),
          monthly: toMoney(micros(monthly), currency),
          perMinute: toMoney(micros(perMinute), currency),
          since: since.toISOString(),
          paidUntil: paidUntil.toISOString(),
          pastDueUntil: row.grace_to?.toISOString() ?? null,
          goesBack: row.goes_back,
        }
      : null,
  };
}

const summaryOf = ({ doNotDisturbUntil, hours, open, closed, daysOff }: NumberRule): RuleSummary => ({
  doNotDisturbUntil,
  hours,
  open,
  closed,
  hasDaysOff: daysOff.length > 0,
});

/** Numbers that an account can rent, as their prices are now. */
export async function viewOffers(
  db: Executor,
  { offers, account, at }: { offers: readonly Offer[]; account: Pick<Account, 'id' | 'timeZone'>; at: Date },
): Promise<OfferedNumber[]> {
  const numbers = offers.map(({ e164 }) => e164);
  const last = await lastRentalsOf(db, { accountId: account.id, numbers });
  return offers.map((offer) => viewOffer(offer, firstMonthEnd(at, account.timeZone, last.get(offer.e164) ?? null)));
}

function viewOffer(offer: Offer, firstMonthTo: Date | null): OfferedNumber {
  const { e164: number, country, kind: type, hasVoice: voice, hasSms: sms, currency, documents } = offer;
  return {
    number,
    country,
    type,
    voice,
    sms,
    documents,
    monthly: toMoney(offer.monthlyMicros, currency),
    setup: toMoney(offer.setupMicros, currency),
    perMinute: toMoney(offer.perMinuteMicros, currency),
    firstMonthTo: firstMonthTo?.toISOString() ?? null,
  };
}
