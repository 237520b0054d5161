import type { EventPayload, PaymentProvider } from '@farline/contracts';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { type NewEvent, publish } from '../../../platform/events.ts';
import { dayOf, utcDay } from '../../../platform/local-days.ts';
import { type Account, findAccount } from '../../accounts/index.ts';
import { availableMicros, findWallet } from '../../ledger/index.ts';
import { hasSpentUnusually } from '../../limits/index.ts';
import { type AutoTopUp, decide, type StopReason } from './auto-top-up.ts';
import {
  addedBetween,
  lockAutoTopUp,
  noteCapTold,
  noteLooked,
  saveAutoTopUp,
  takeToLookAt,
  wasDeclinedSince,
  wasRefundedSince,
} from './auto-top-up-store.ts';
import { isDisputed } from '../record/disputes-store.ts';
import type { Method } from '../record/method.ts';
import { findMethod } from '../record/methods-store.ts';
import { askToPay } from '../paying/pay-by-method.ts';
import type { Payment } from '../record/payment.ts';
import { insertPayment } from '../record/payments-store.ts';
import { newPayment, PATIENCE_MS } from '../paying/start-payment.ts';
import type { ProviderUpdateDeps } from '../updates/take-provider-update.ts';

const AT_ONCE = 20;
/** A server that died while it looked is followed by another after so long. */
const LOOK_LASTS_MS = 30_000;

/** Looks at balances that moved, and adds money where what can be spent is below the mark. One that fails does not keep the others. */
export async function topUpAutomatically(deps: ProviderUpdateDeps, provider: PaymentProvider): Promise<void> {
  const now = deps.clock.now();
  const takenUntil = new Date(now.getTime() + LOOK_LASTS_MS);
  const due = await takeToLookAt(deps.database, { most: AT_ONCE, now, againAt: takenUntil });
  for (const accountId of due) {
    try {
      const begun = await inTransaction(deps.database, async (tx) => {
        return await lookAt(provider, tx, { accountId, takenUntil, now });
      });
      if (begun !== null) await askToPay(deps, provider, { ...begun, payer: 'absent' });
    } catch (error) {
      deps.log.error({ err: error, account: accountId }, 'a balance could not be looked at; it comes again');
    }
  }
}

type Begun = { payment: Payment; method: Method };

/** Decides and writes a payment down in one transaction: whoever else looks waits, and then sees that it is under way. */
async function lookAt(
  provider: PaymentProvider,
  tx: Transaction,
  { accountId, takenUntil, now }: { accountId: string; takenUntil: Date; now: Date },
): Promise<Begun | null> {
  const settings = await lockAutoTopUp(tx, accountId);
  const account = await findAccount(tx, accountId);
  if (settings?.state !== 'on' || account === null || account.state === 'closed') return null;
  const wallet = await findWallet(tx, account.walletId);
  if (wallet === null) throw new Error(`account ${accountId} has no wallet ${account.walletId}`);

  const today = dayOf(now, account.timeZone);
  const { addedMicros, isUnderWayAt } = await addedBetween(tx, { accountId, ...today });
  const saved = { accountId, provider: provider.name };
  const since = settings.changedAt;
  // One that another provider keeps can't be charged: the default one is, as the page shows.
  const method =
    (await findMethod(tx, { ...saved, id: settings.methodId })) ?? (await findMethod(tx, { ...saved, id: null }));
  const decision = decide(settings, {
    availableMicros: availableMicros(wallet),
    addedTodayMicros: addedMicros,
    // What is under way at a provider that isn't used any more has no end that anybody here will hear of.
    isUnderWay: isUnderWayAt(provider.name),
    wasRefunded: await wasRefundedSince(tx, { accountId, since }),
    hasMethod: method !== null,
    wasDeclined: await wasDeclinedSince(tx, { accountId, since }),
    isDisputed: await isDisputed(tx, { accountId, since, purpose: 'auto_top_up', methodId: null }),
    isSpendingUnusual: await hasSpentUnusually(tx, { accountId, since, now }),
  });
  const again = decision.does === 'wait_for_tomorrow' ? today.to : null;
  await noteLooked(tx, { accountId, takenUntil, againAt: again });

  switch (decision.does) {
    case 'nothing':
      return null;
    case 'stop':
      await stopAutoTopUp(tx, settings, { because: decision.because, at: now });
      return null;
    case 'wait_for_tomorrow':
      if (await noteCapTold(tx, { accountId, day: utcDay(today.from) })) {
        await publish(tx, told(settings, 'daily_cap'));
      }
      return null;
    case 'add':
      return method === null ? null : await begin(provider, tx, { settings, account, method, now });
  }
}

async function begin(
  provider: PaymentProvider,
  tx: Transaction,
  { settings, account, method, now }: { settings: AutoTopUp; account: Account; method: Method; now: Date },
): Promise<Begun> {
  const { userId, amountMicros } = settings;
  const purpose = { type: 'auto_top_up', id: null } as const;
  const payment = await insertPayment(tx, {
    payment: newPayment(provider, { account, userId, amountMicros, purpose, methodId: method.id }, now),
    requestKey: null,
    lookAt: new Date(now.getTime() + PATIENCE_MS),
  });
  return { payment, method };
}

/** Stops it until somebody switches it on again, and tells why. */
export async function stopAutoTopUp(
  tx: Transaction,
  settings: AutoTopUp,
  { because, at }: { because: StopReason; at: Date },
): Promise<void> {
  await saveAutoTopUp(tx, { ...settings, state: 'stopped', stoppedBecause: because, changedAt: at });
  // The dispute itself is told already.
  if (because !== 'disputed') await publish(tx, told(settings, because));
}

function told(
  { accountId }: AutoTopUp,
  reason: EventPayload<'auto_top_up.stopped'>['reason'],
): NewEvent<'auto_top_up.stopped'> {
  return { type: 'auto_top_up.stopped', accountId, subjectId: accountId, payload: { reason } };
}
