import type { User } from '@farline/contracts/auth';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { AddFunds } from '../features/payments/add-funds.tsx';
import { FundsByAddress } from '../features/payments/funds-by-address.tsx';
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
import { PageParts } from '../ui/page-parts.tsx';

const PARTS = ['overview', 'plan', 'payments', 'invoices'] as const;
type Part = (typeof PARTS)[number];

const pathOf = (part: Part): string => (part === 'overview' ? '/billing' : `/billing/${part}`);

/** /billing and /billing/<part> */
export function Page() {
  const t = billingText.useText();
  const session = useSession();
  const { part = 'overview' } = useParams();
  const shown = PARTS.find((name) => name === part);
  usePageTitle(shown === undefined || shown === 'overview' ? t('pageTitle') : `${t(shown)} · ${t('pageTitle')}`);
  if (shown === undefined) return <Navigate to="/billing" replace />;
  if (session.status !== 'signed-in') return null;
  return (
    <div className="mx-auto max-w-4xl px-5 py-8 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="mt-1.5 text-muted">{t('lead')}</p>
      <PageParts label={t('sections')} parts={PARTS.map((name) => ({ to: pathOf(name), word: t(name) }))} />
      <div className="@container grid gap-8">
        <Owed />
        {/* What became of a payment is told until the next thing is done. */}
        <PaymentReturn key={shown} />
        <SetupReturn />
        <NoPractice />
        <FundsByAddress />
        {contentOf(shown, session.user)}
      </div>
    </div>
  );
}

function contentOf(part: Part, user: User): ReactNode {
  switch (part) {
    case 'overview':
      return (
        <>
          <div className="grid gap-4 @xl:grid-cols-2">
            <BalanceCard />
            <UsageCard />
          </div>
          <MeterCard />
          <Ledger user={user} />
        </>
      );
    case 'plan':
      return <PlanCard AddFunds={AddFunds} />;
    case 'payments':
      return (
        <>
          <BalanceCard />
          <PaymentMethods />
          <AutoTopUp />
          <Payments Receipt={PaymentReceipt} />
        </>
      );
    case 'invoices':
      return <Invoices />;
  }
}
