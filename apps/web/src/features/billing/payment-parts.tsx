import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryClient } from '../../lib/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { paymentMethodsQuery } from './billing-queries.ts';

/** What payments are taken from. */
export function PaymentMethods() {
  const t = billingText.useText();
  const methods = useQuery(paymentMethodsQuery, queryClient);
  return (
    <Part title={t('methodsTitle')} isPending={methods.isPending}>
      {methods.isError && (
        <Failed
          error={methods.error}
          fallback={t('methodsFailed')}
          safe={t('notTouched')}
          onTryAgain={() => void methods.refetch()}
        />
      )}
      {methods.data?.length === 0 && <p className="text-muted">{t('methodsEmpty')}</p>}
      <ul>
        {methods.data?.map((method) => (
          <li key={method.id} className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0">
            <CreditCard aria-hidden className="size-5 text-muted" />
            <span className="flex-1">{method.label}</span>
            {method.isDefault && <span className="text-note text-muted">{t('methodDefault')}</span>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, isPending, children }: { title: string; isPending: boolean; children: ReactNode }) {
  return (
    <Card aria-label={title}>
      <h2 className="mb-3 text-title font-semibold">{title}</h2>
      {isPending ? <Skeleton className="h-12 w-full" /> : children}
    </Card>
  );
}
