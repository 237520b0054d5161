import { type Micros, micros, type PaymentProvider } from '@farline/contracts';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Executor } from '../../../platform/database.ts';
import { type Account, lockAccount } from '../../accounts/index.ts';
import {
  availableMicros,
  creditsOf,
  findWallet,
  lockWallet,
  owedBy,
  payOwed,
  postTransfer,
} from '../../ledger/index.ts';
import { askToRefund } from './ask-to-refund.ts';
import { settleTrunkRight } from '../updates/settle-trunk-right.ts';
import { disputedOf, type Payment, refundedOf } from '../record/payment.ts';
import { nothingToRefund, refundTooLarge } from '../record/payment-problems.ts';
import type { Refund } from '../record/payment-returns.ts';
import { lockPayments, paymentsOf, savePayment } from '../record/payments-store.ts';
import { insertRefund, refundsOfRequest } from '../record/refunds-store.ts';
import type { ProviderUpdateDeps } from '../updates/take-provider-update.ts';
import { sumOf, takeOldest, type UnusedPart, unusedParts } from './unused-credit.ts';

/** Older credits than the newest so many are taken to be spent. */
const MOST_CREDITS = 1_000;

/** What could be given back of an account's credit now, and to which payments. */
export async function refundableOf(
  db: Executor,
  provider: PaymentProvider,
  account: Account,
): Promise<{ amountMicros: Micros; parts: UnusedPart[] }> {
  const credits = await creditsOf(db, { walletId: account.walletId, most: MOST_CREDITS });
  const payments = await paymentsOf(db, { accountId: account.id, ids: paymentIdsIn(credits) });
  const wallet = await findWallet(db, account.walletId);
  const owed = await owedBy(db, account.walletId);
  const parts = wallet === null ? [] : unusedParts(lessOwed(wallet, owed), credits, leftOf(payments, provider));
  return { amountMicros: sumOf(parts), parts };
}

/**
 * Gives unused credit back to the payments that it came from, the oldest first; without an amount all of it. The money is
 * out of the wallet before the provider is asked, so nobody can spend it meanwhile; what the provider then refuses comes
 * back. The same key of the same user gives it back once. Refuses more than is left: credit that was given is nobody's.
 */
export async function refundUnused(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  wanted: { account: Account; userId: string; amountMicros: Micros | null; key: string | null },
): Promise<Refund[]> {
  const begun = await inTransaction(deps.database, async (tx) => await takeOut(deps, provider, tx, wanted));
  for (const { payment, refund } of begun) await askToRefund(deps, provider, { payment, refund });
  const ids = begun.map(({ payment }) => payment.id);
  const payments = await paymentsOf(deps.database, { accountId: wanted.account.id, ids });
  const wantedIds = new Set(begun.map(({ refund }) => refund.id));
  return payments.flatMap((payment) => payment.refunds).filter((refund) => wantedIds.has(refund.id));
}

async function takeOut(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  tx: Transaction,
  wanted: { account: Account; userId: string; amountMicros: Micros | null; key: string | null },
): Promise<{ payment: Payment; refund: Refund }[]> {
  const { account, userId, key } = wanted;
  const { walletId } = account;
  const at = deps.clock.now();
  const before = await creditsOf(tx, { walletId, most: MOST_CREDITS });
  const payments = await lockPayments(tx, { accountId: account.id, ids: paymentIdsIn(before) });
  await lockAccount(tx, account.id);
  const wallet = await lockWallet(tx, walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet ${walletId}`);
  const earlier = key === null ? new Set() : await refundsOfRequest(tx, { userId, key });
  if (earlier.size > 0) {
    return payments.flatMap((payment) =>
      payment.refunds.filter((refund) => earlier.has(refund.id)).map((refund) => ({ payment, refund })),
    );
  }

  const credits = await creditsOf(tx, { walletId, most: MOST_CREDITS });
  const owed = await payOwed(tx, { walletId, cause: { type: 'owed_paid', id: newId(at) }, at });
  const parts = unusedParts(lessOwed(wallet, owed.paidMicros), credits, leftOf(payments, provider));
  const all = sumOf(parts);
  if (all === 0n) throw nothingToRefund();
  const taken = takeOldest(parts, wanted.amountMicros ?? all);
  if (taken === null) throw refundTooLarge({ amountMicros: all, currency: wallet.unit });

  const begun: { payment: Payment; refund: Refund }[] = [];
  for (const { paymentId, amountMicros } of taken) {
    const payment = payments.find((one) => one.id === paymentId);
    if (payment === undefined) throw new Error(`payment ${paymentId} is given back and was not locked`);
    const refund = newRefund({ userId, amountMicros, at });
    const given: Payment = { ...payment, refunds: [...payment.refunds, refund] };
    await insertRefund(tx, { payment, refund, requestKey: key, lookAt: at });
    // The refund itself is written: what is left to write is how much of the payment was given back.
    await savePayment(tx, given, given);
    const posted = await postTransfer(tx, {
      cause: { type: 'refund', id: refund.id },
      unit: wallet.unit,
      at,
      entries: [
        { walletId, amountMicros: micros(-amountMicros) },
        { houseAccount: 'payments', amountMicros },
      ],
    });
    if (!posted.posted) throw new Error(`wallet ${walletId} had less than was unused`);
    begun.push({ payment: given, refund });
  }
  await settleTrunkRight(tx, { accountId: account.id, at });
  return begun;
}

const newRefund = ({ userId, amountMicros, at }: { userId: string; amountMicros: Micros; at: Date }): Refund => ({
  id: newId(at),
  providerId: null,
  userId,
  amountMicros,
  state: 'starting',
  createdAt: at,
  endedAt: null,
});

/** What can be spent of a wallet once it has paid what it owes. */
function lessOwed(wallet: Parameters<typeof availableMicros>[0], owedMicros: Micros): Micros {
  const rest = availableMicros(wallet) - owedMicros;
  return micros(rest > 0n ? rest : 0n);
}

function paymentIdsIn(credits: { cause: { type: string; id: string } }[]): string[] {
  return credits.filter(({ cause }) => cause.type === 'payment').map(({ cause }) => cause.id);
}

/** What each payment has that was neither given back nor taken back; only of those that this provider took. */
function leftOf(payments: Payment[], provider: PaymentProvider): Map<string, Micros> {
  return new Map(
    payments
      .filter((payment) => payment.provider === provider.name && payment.state === 'succeeded')
      .map((payment) => {
        const left = payment.amountMicros - refundedOf(payment) - disputedOf(payment);
        return [payment.id, micros(left > 0n ? left : 0n)] as const;
      }),
  );
}
