import type { AutoTopUpView } from '@farline/contracts/payments/auto-top-up';
import type { PaymentMethodView } from '@farline/contracts/payments/payment-methods';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import { api } from '../../lib/api/api-client.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { writtenAmount } from '../../lib/format/written-amount.ts';
import { billingText } from '../../texts/billing.ts';
import { paymentsText } from '../../texts/payments.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Failed } from '../../ui/failed.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { autoTopUpQuery, forgetMeter, paymentMethodsQuery } from './payment-queries.ts';

/** Money that is added by itself: off until it is switched on, and what it may do at most. */
export function AutoTopUp() {
  const t = paymentsText.useText();
  const billing = billingText.useText();
  const settings = useQuery(autoTopUpQuery, queryClient);
  return (
    <Card aria-label={t('autoTitle')} data-testid="auto-top-up">
      <h2 className="text-title font-semibold">{t('autoTitle')}</h2>
      <p className="mb-4 mt-1 text-muted">{t('autoLead')}</p>
      {settings.isPending && <Skeleton className="h-40 w-full" />}
      {settings.isError && settings.data === undefined && (
        <Failed
          error={settings.error}
          fallback={t('autoFailed')}
          safe={billing('notTouched')}
          onTryAgain={() => void settings.refetch()}
        />
      )}
      {settings.data !== undefined && (
        <>
          <AutoTopUpState settings={settings.data} />
          <AutoTopUpForm settings={settings.data} />
        </>
      )}
    </Card>
  );
}

function AutoTopUpState({ settings }: { settings: AutoTopUpView }) {
  const t = paymentsText.useText();
  if (settings.state === 'stopped') {
    return (
      <Notice kind="warning" title={t('autoStopped')} className="mb-4">
        {settings.stoppedBecause !== null && t(`autoStopped_${settings.stoppedBecause}`)}
      </Notice>
    );
  }
  const sums = {
    mark: formatPrice(settings.mark),
    amount: formatPrice(settings.amount),
    added: formatPrice(settings.addedToday),
    cap: formatPrice(settings.dailyCap),
  };
  return (
    <p className="mb-4 font-medium" data-testid="auto-top-up-state">
      {settings.state === 'on' ? t('autoOn', sums) : t('autoOff')}
    </p>
  );
}

interface Fields {
  isOn: boolean;
  mark: string;
  amount: string;
  dailyCap: string;
  paymentMethodId: string;
}

function AutoTopUpForm({ settings }: { settings: AutoTopUpView }) {
  const t = paymentsText.useText();
  const methods = useQuery(paymentMethodsQuery, queryClient);
  const [failure, setFailure] = useState<Failure | null>(null);
  // What another device changes comes in beside what is typed here.
  const { register, control, handleSubmit, formState, setError, reset } = useForm<Fields>({
    values: fieldsOf(settings),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting } = formState;
  const { currency } = settings.amount;
  const hasCard = methods.data === undefined || methods.data.length > 0;

  const save = handleSubmit(async ({ paymentMethodId, ...fields }) => {
    setFailure(null);
    try {
      const cardId = keptCard(paymentMethodId, methods.data);
      const body = { ...fields, paymentMethodId: cardId === '' ? null : cardId, version: settings.version };
      const { autoTopUp } = await api('PUT /billing/auto-top-up', { body });
      queryClient.setQueryData(autoTopUpQuery.queryKey, autoTopUp);
      reset(fieldsOf(autoTopUp));
      forgetMeter();
      await notify({ type: 'success', message: t('autoSaved') });
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: autoTopUpQuery.queryKey });
      showFieldErrors(error, ['mark', 'amount', 'dailyCap'], setError);
      setFailure(failureOf(error, t('autoSaveFailed')));
    }
  });
  const sum = (name: 'mark' | 'amount' | 'dailyCap', label: string) => (
    <Field
      label={label}
      inputMode="decimal"
      autoComplete="off"
      error={errors[name]?.message}
      {...register(name, { setValueAs: writtenAmount })}
    />
  );

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void save(event)}>
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <Checkbox label={t('autoSwitch')} {...register('isOn')} />
      {!hasCard && <p className="text-note text-muted">{t('autoNeedsCard')}</p>}
      <div className="grid items-end gap-4 @xl:grid-cols-3">
        {sum('mark', t('autoMark', { currency }))}
        {sum('amount', t('autoAmount', { currency }))}
        {sum('dailyCap', t('autoCap', { currency }))}
      </div>
      {methods.data !== undefined && <CardSelect control={control} methods={methods.data} />}
      <Button type="submit" look="quiet" className="justify-self-start" disabled={isSubmitting}>
        {isSubmitting ? t('autoSaving') : t('autoSave')}
      </Button>
    </form>
  );
}

interface CardSelectProps {
  control: Control<Fields>;
  methods: readonly PaymentMethodView[];
}

/** Which card is charged, once the cards are known: among others that one could not be shown. */
function CardSelect({ control, methods }: CardSelectProps) {
  const t = paymentsText.useText();
  const { field } = useController({ control, name: 'paymentMethodId' });
  return (
    <Select label={t('payWith')} {...field} value={keptCard(field.value, methods)}>
      <option value="">{t('autoDefaultCard')}</option>
      {methods.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </Select>
  );
}

/** A card that was removed gives way to the default one; while the cards are not known, it is the one that was chosen. */
function keptCard(chosen: string, methods: readonly PaymentMethodView[] | undefined): string {
  return methods === undefined || methods.some(({ id }) => id === chosen) ? chosen : '';
}

function fieldsOf(settings: AutoTopUpView): Fields {
  const plain = ({ amount }: { amount: string }) => amount.replace(/(\.\d\d)\d+$/, '$1');
  return {
    isOn: settings.state === 'on',
    mark: plain(settings.mark),
    amount: plain(settings.amount),
    dailyCap: plain(settings.dailyCap),
    paymentMethodId: settings.paymentMethodId ?? '',
  };
}
