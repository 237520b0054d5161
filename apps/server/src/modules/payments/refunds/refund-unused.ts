import { type Micros, micros, type PaymentProvider } from '@farline/contracts';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Executor } from '../../../platform/database.ts';
import { type Account, lockAccount } from '../../accounts/index.ts';
import {
  availableMicros,
  type Credit,
  creditsOf,
  findWallet,
  lastEntryOf,
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
import { sumOf, takeOldest, traceUnused, type UnusedPart, unusedParts } from './unused-credit.ts';

/** So many lines of a wallet are looked at at once, and so often: what came before them is taken to be spent. */
const LINES_AT_ONCE = 1_000;
const MOST_LOOKS = 100;

/** What could be given back of an account's credit now, and to which payments. */
export async function refundableOf(
  db: Executor,
  provider: PaymentProvider,
  account: Account,
): Promise<{ amountMicros: Micros; parts: UnusedPart[] }> {
  const { parts } = await traceNewest(db, provider, { account, upTo: null });
  return { amountMicros: sumOf(parts), parts };
}

/** Looks at what came into a wallet, the newest first, until that is as much as can be spent: an account may have had years of returned charges. */
async function traceNewest(
  db: Executor,
  provider: PaymentProvider,
  { account: { id: accountId, walletId }, upTo }: { account: Account; upTo: bigint | null },
): Promise<{ credits: Credit[]; parts: UnusedPart[] }> {
  const wallet = await findWallet(db, walletId);
  const spendableMicros = wallet === null ? micros(0n) : lessOwed(wallet, await owedBy(db, walletId));
  const credits: Credit[] = [];
  const left = new Map<string, Micros>();
  let before = upTo === null ? null : upTo + 1n;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const page = await creditsOf(db, { walletId, after: 0n, before, lines: LINES_AT_ONCE });
    credits.push(...page.credits);
    const payments = await paymentsOf(db, { accountId, ids: paymentIdsIn(page.credits) });
    for (const [id, amountMicros] of leftOf(payments, provider)) left.set(id, amountMicros);
    before = page.before;
    if (before === null || traceUnused(spendableMicros, credits, left).olderMicros === 0n) break;
  }
  return { credits, parts: unusedParts(spendableMicros, credits, left) };
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
  // Before anything is locked: calls and texts of the account wait for whoever has its wallet.
  const lastEntry = await lastEntryOf(tx, walletId);
  const { credits: before } = await traceNewest(tx, provider, { account, upTo: lastEntry });
  const payments = await lockPayments(tx, { accountId: account.id, ids: paymentIdsIn(before) });
  await lockAccount(tx, account.id);
  const wallet = await lockWallet(tx, walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet ${walletId}`);
  const earlier = key === null ? [] : await refundsOfRequest(tx, { userId, key });
  if (earlier.length > 0) return await begunBefore(tx, account, earlier);

  const since = await creditsOf(tx, { walletId, after: lastEntry, before: null, lines: LINES_AT_ONCE });
  const credits = [...since.credits, ...before];
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

/** What a request has begun that comes again. */
async function begunBefore(
  tx: Transaction,
  { id: accountId }: Account,
  earlier: readonly { id: string; paymentId: string }[],
): Promise<{ payment: Payment; refund: Refund }[]> {
  const ids = new Set(earlier.map(({ id }) => id));
  const payments = await paymentsOf(tx, { accountId, ids: earlier.map(({ paymentId }) => paymentId) });
  return payments.flatMap((payment) =>
    payment.refunds.filter(({ id }) => ids.has(id)).map((refund) => ({ payment, refund })),
  );
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
