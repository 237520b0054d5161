import { type AutoTopUpView, micros, type Micros, type PaymentProvider, toMoney } from '@farline/contracts';
import { type Executor, inTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { dayOf } from '../../../platform/local-days.ts';
import { invalidField } from '../../../platform/problems.ts';
import { type Account, recordAuditEvent } from '../../accounts/index.ts';
import { type AutoTopUp, usualAutoTopUp } from './auto-top-up.ts';
import { addedBetween, findAutoTopUp, lockAutoTopUp, saveAutoTopUp } from './auto-top-up-store.ts';
import { findMethod } from '../record/methods-store.ts';
import { autoTopUpChanged, noPaymentMethod, paymentMethodNotFound } from '../record/payment-problems.ts';
import type { ProviderUpdateDeps } from '../updates/take-provider-update.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Writes what an account wants. Refuses to be switched on without a saved method, a cap below the amount, and what was written over
 * settings that have changed since, unless that is what they are now: it is sent again where its answer was lost.
 */
export async function changeAutoTopUp(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  wanted: Omit<AutoTopUp, 'accountId' | 'state' | 'stoppedBecause' | 'changedAt'> & {
    accountId: string;
    state: 'on' | 'off';
    /** The `version` that was shown; undefined: nobody says. */
    shown: string | undefined;
  },
): Promise<void> {
  const { shown, ...chosen } = wanted;
  const { accountId, userId, methodId } = wanted;
  if (wanted.dailyCapMicros < wanted.amountMicros) {
    throw invalidField('dailyCap', 'The daily maximum can’t be below the amount');
  }
  const changedAt = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const before = await lockAutoTopUp(tx, accountId);
    if (shown !== undefined && shown !== versionOf(before)) {
      if (before !== null && isSame(before, wanted)) return;
      throw autoTopUpChanged();
    }
    const method = await findMethod(tx, { accountId, provider: provider.name, id: methodId });
    if (method === null && methodId !== null) throw paymentMethodNotFound();
    if (method === null && wanted.state === 'on') throw noPaymentMethod();
    const settings: AutoTopUp = { ...chosen, stoppedBecause: null, changedAt };
    await saveAutoTopUp(tx, settings);
    await recordAuditEvent(tx, {
      at: changedAt,
      actor: `user:${userId}`,
      action: 'auto_top_up.changed',
      accountId,
      subject: accountId,
      ...(before === null ? {} : { before: forAudit(before) }),
      after: forAudit(settings),
    });
    await publish(tx, { type: 'auto_top_up.changed', accountId, subjectId: accountId });
  });
}

type Chosen = Pick<AutoTopUp, 'state' | 'markMicros' | 'amountMicros' | 'dailyCapMicros' | 'methodId'>;

function isSame(one: Chosen, other: Chosen): boolean {
  return (['state', 'markMicros', 'amountMicros', 'dailyCapMicros', 'methodId'] as const).every(
    (key) => one[key] === other[key],
  );
}

function forAudit({ state, markMicros, amountMicros, dailyCapMicros }: AutoTopUp) {
  const text = (amount: Micros) => amount.toString();
  return { state, mark: text(markMicros), amount: text(amountMicros), dailyCap: text(dailyCapMicros) };
}

/** Another after each change, also where it stopped by itself. */
const versionOf = (settings: AutoTopUp | null): string =>
  settings === null ? 'unset' : `${settings.changedAt.getTime()} ${settings.state}`;

/** An account's automatic top-up as its owner sees it. */
export async function viewAutoTopUp(db: Executor, account: Account, now: Date): Promise<AutoTopUpView> {
  const settings = await findAutoTopUp(db, account.id);
  const { addedMicros } = await addedBetween(db, { accountId: account.id, ...dayOf(now, account.timeZone) });
  const { markMicros, amountMicros, dailyCapMicros } = settings ?? usualAutoTopUp;
  const money = (amount: Micros) => toMoney(amount, account.currency);
  return {
    state: settings?.state ?? 'off',
    stoppedBecause: settings?.stoppedBecause ?? null,
    mark: money(markMicros),
    amount: money(amountMicros),
    dailyCap: money(dailyCapMicros),
    paymentMethodId: settings?.methodId ?? null,
    addedToday: money(addedMicros),
    version: versionOf(settings),
  };
}

/** The most that may still be added by itself from now until an instant: the rest of today's cap, and each further day's. */
export async function topUpsUntil(
  db: Executor,
  wanted: { accountId: string; timeZone: string; now: Date; until: Date },
): Promise<Micros> {
  const { accountId, timeZone, now, until } = wanted;
  const settings = await findAutoTopUp(db, accountId);
  if (settings?.state !== 'on') return micros(0n);
  const today = dayOf(now, timeZone);
  const { addedMicros } = await addedBetween(db, { accountId, ...today });
  const left = settings.dailyCapMicros > addedMicros ? settings.dailyCapMicros - addedMicros : 0n;
  const furtherDays = Math.max(0, Math.ceil((until.getTime() - today.to.getTime()) / DAY_MS));
  return micros(left + settings.dailyCapMicros * BigInt(furtherDays));
}
