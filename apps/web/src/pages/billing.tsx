import { AddFunds } from '../features/payments/add-funds.tsx';
import { BalanceCard } from '../features/payments/balance-card.tsx';
import { Invoices } from '../features/invoices/invoices.tsx';
import { Ledger } from '../features/invoices/ledger.tsx';
import { AutoTopUp } from '../features/payments/auto-top-up.tsx';
import { NoPractice } from '../features/payments/no-practice.tsx';
import { Owed } from '../features/payments/owed.tsx';
import { PaymentMethods } from '../features/payments/payment-methods.tsx';
import { Payments } from '../features/payments/payments.tsx';
import { PaymentReceipt } from '../features/invoices/payment-receipt-button.tsx';
import { SetupReturn } from '../features/payments/setup-return.tsx';
import { PaymentReturn } from '../features/payments/payment-return.tsx';
import { PlanCard } from '../features/plans/plan-card.tsx';
import { UsageCard } from '../features/plans/usage-card.tsx';
import { MeterCard } from '../features/limits/meter-card.tsx';
import { useSession } from '../lib/session/session.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { billingText } from '../texts/billing.ts';

/** /billing */
export function Page() {
  const t = billingText.useText();
  usePageTitle(t('pageTitle'));
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="mx-auto max-w-4xl px-5 py-8 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="mb-6 mt-1.5 text-muted">{t('lead')}</p>
      <div className="@container grid gap-8">
        <Owed />
        <PaymentReturn />
        <SetupReturn />
        <NoPractice />
        <div className="grid gap-4 @xl:grid-cols-2">
          <BalanceCard />
          <UsageCard />
        </div>
        <PlanCard AddFunds={AddFunds} />
        <MeterCard />
        <Ledger timeZone={session.user.timeZone} />
        <PaymentMethods />
        <AutoTopUp />
        <Payments Receipt={PaymentReceipt} />
        <Invoices />
      </div>
    </div>
  );
}
