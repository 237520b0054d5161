import { formatMonth } from '../../lib/format/format.ts';
import type { PaymentMethodView } from '@farline/contracts/payments/payment-methods';
import { useQuery } from '@tanstack/react-query';
import { CreditCard, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { paymentsText } from '../../texts/payments.ts';
import { billingText } from '../../texts/billing.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { openPayTab } from './pay-tab.ts';
import { forgetMeter, fundsQuery, paymentMethodsQuery } from './payment-queries.ts';
import { SetupNotice } from './setup-return.tsx';

/** The saved cards: the one that is used first, how long each is good, and the way to another. */
export function PaymentMethods() {
  const t = paymentsText.useText();
  const billing = billingText.useText();
  const methods = useQuery(paymentMethodsQuery, queryClient);
  const funds = useQuery(fundsQuery, queryClient);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [besideId, setBesideId] = useState<string | null>(null);
  const isOff = funds.data?.payments === 'not_configured';

  const add = async (): Promise<void> => {
    const tab = openPayTab();
    setAdding(true);
    setFailure(null);
    try {
      const { setup } = await api('POST /billing/payment-methods', { body: {} });
      if (setup.addUrl === null || tab.go(setup.addUrl) === 'here') return;
      setBesideId(setup.id);
      setAdding(false);
    } catch (error) {
      tab.drop();
      setFailure(failureOf(error, t('methodAddFailed')));
      setAdding(false);
    }
  };

  return (
    <Card aria-label={t('methodsTitle')} data-testid="payment-methods">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-title font-semibold">{t('methodsTitle')}</h2>
        {!isOff && (
          <Button look="quiet" size="small" disabled={isAdding} onClick={() => void add()}>
            <Plus aria-hidden className="size-4" />
            {isAdding ? t('methodAdding') : t('methodAdd')}
          </Button>
        )}
      </div>
      <div className="contents">
        <FailureBox failure={failure} />
        {besideId !== null && <SetupNotice id={besideId} />}
      </div>
      {methods.isPending && <Skeleton className="h-12 w-full" />}
      {methods.isError && (
        <Failed
          error={methods.error}
          fallback={t('methodsFailed')}
          safe={billing('notTouched')}
          onTryAgain={() => void methods.refetch()}
        />
      )}
      {methods.data?.length === 0 && <p className="text-muted">{isOff ? t('methodsOff') : t('methodsEmpty')}</p>}
      <ul>
        {methods.data?.map((method) => (
          <MethodLine key={method.id} method={method} onFailure={setFailure} />
        ))}
      </ul>
      {!isOff && <p className="mt-3 text-note text-muted">{t('methodsNote')}</p>}
    </Card>
  );
}

const EXPIRY = { good: 'methodGood', soon: 'methodSoon', expired: 'methodExpired' } as const;

function MethodLine({
  method,
  onFailure,
}: {
  method: PaymentMethodView;
  onFailure: (failure: Failure | null) => void;
}) {
  const t = paymentsText.useText();
  const [isAsking, setAsking] = useState(false);
  const { id, label, isDefault, expiry } = method;
  const change = async (ask: () => Promise<{ paymentMethods: PaymentMethodView[] }>): Promise<boolean> => {
    onFailure(null);
    try {
      const { paymentMethods } = await ask();
      queryClient.setQueryData(paymentMethodsQuery.queryKey, paymentMethods);
      forgetMeter();
      return true;
    } catch (error) {
      onFailure(failureOf(error, t('methodChangeFailed')));
      return false;
    }
  };
  const remove = async (): Promise<void> => {
    setAsking(false);
    const isRemoved = await change(() => api('DELETE /billing/payment-methods/{id}', { id }));
    if (isRemoved) await notify({ type: 'success', message: t('methodRemoved', { label }) });
  };

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-t-0">
      <CreditCard aria-hidden className="size-5 text-muted" />
      <span className="min-w-40 flex-1">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="figures whitespace-nowrap font-medium">{label}</span>
          {isDefault && (
            <span className="whitespace-nowrap rounded-small bg-accent-soft px-2 py-0.5 text-note">
              {t('methodUsedFirst')}
            </span>
          )}
        </span>
        <span className="flex items-center gap-1.5 text-note text-muted">
          {expiry !== 'good' && <TriangleAlert aria-hidden className="size-4 text-attention" />}
          {t(EXPIRY[expiry], { month: formatMonth(method.expires) })}
        </span>
      </span>
      {!isDefault && (
        <Button
          look="plain"
          size="small"
          aria-label={t('methodUseFirstOf', { label })}
          onClick={() => void change(() => api('PATCH /billing/payment-methods/{id}/default', { id }))}
        >
          {t('methodUseFirst')}
        </Button>
      )}
      <Button look="plain" size="small" aria-label={t('methodRemoveOf', { label })} onClick={() => setAsking(true)}>
        {t('methodRemove')}
      </Button>
      <Dialog
        title={t('methodRemoveTitle', { label })}
        lead={t('methodRemoveLead')}
        open={isAsking}
        onOpenChange={setAsking}
      >
        <div className="flex flex-wrap gap-2">
          <Button look="stop" onClick={() => void remove()}>
            {t('methodRemove')}
          </Button>
          <Button look="quiet" onClick={() => setAsking(false)}>
            {t('methodKeep')}
          </Button>
        </div>
      </Dialog>
    </li>
  );
}
