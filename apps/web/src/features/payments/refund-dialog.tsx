import type { refundsReply } from '@farline/contracts/payments/refunds';
import type { Money } from '@farline/contracts/money';
import { useState } from 'react';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { isRefused } from '../../lib/api/is-refused.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { differenceOf } from '../../lib/format/sum-of.ts';
import { writtenAmount } from '../../lib/format/written-amount.ts';
import { paymentsText } from '../../texts/payments.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { notifyFailure } from '../../ui/notify-failure.ts';
import { refundsQuery } from '../../lib/session/refunds-query.ts';
import { givenBack } from './amount.ts';
import { forgetPayments } from './payment-queries.ts';
import { tryIntent } from '../../lib/api/try-intent.ts';
import { useStillOpen } from '../../lib/page/use-still-open.ts';

type Refunds = z.infer<typeof refundsReply>;

/** Gives unused credit back: how much at most, and to which payments, before it is confirmed. */
export function RefundDialog({ refunds, onClose }: { refunds: Refunds; onClose: () => void }) {
  const t = paymentsText.useText();
  const amount = formatPrice(refunds.refundable);
  const isNothing = Number(refunds.refundable.amount) === 0;
  return (
    <Dialog
      title={t('refundTitle')}
      lead={isNothing ? t('refundNothing') : t('refundLead', { amount })}
      open
      onOpenChange={onClose}
      data-testid="refund"
    >
      {!isNothing && <RefundForm refunds={refunds} onClose={onClose} />}
    </Dialog>
  );
}

function RefundForm({ refunds, onClose }: { refunds: Refunds; onClose: () => void }) {
  const t = paymentsText.useText();
  const { currency } = refunds.refundable;
  const most = formatPrice(refunds.refundable);
  const [typed, setTyped] = useState(() => refunds.refundable.amount.replace(/(\.\d\d)\d+$/, '$1'));
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isStillOpen = useStillOpen();
  const wanted = writtenAmount(typed);
  const isAmount =
    /^\d{1,6}(\.\d{1,2})?$/.test(wanted) && Number(wanted) > 0 && Number(wanted) <= Number(refunds.refundable.amount);
  const shown = isAmount ? { amount: wanted, currency } : refunds.refundable;

  const refund = async (): Promise<void> => {
    setAsked(true);
    if (!isAmount) return;
    setBusy(true);
    setFailure(null);
    const amount = Number(wanted).toFixed(2);
    try {
      const { failed, ...left } = await tryIntent(`refund ${amount}`, async (idempotencyKey) =>
        api('POST /billing/refunds', { body: { amount }, idempotencyKey }),
      );
      queryClient.setQueryData(refundsQuery.queryKey, left);
      forgetPayments();
      if (isStillOpen()) onClose();
      await tellOf({ asked: { amount, currency }, failed });
    } catch (error) {
      // Without an answer it may have been given back all the same, and what the provider refused is in the list.
      forgetPayments();
      const reason = failureOf(error, t(isRefused(error) ? 'refundFailed' : 'refundTitle'));
      if (isStillOpen()) return setFailure(reason);
      await notifyFailure(reason);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void refund();
      }}
    >
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <Field
        label={t('refundAmount', { currency })}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        hint={t('refundAmountHint', { amount: most })}
        error={isAsked && !isAmount ? t('refundAmountWrong', { amount: most }) : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className="text-note text-muted">
        {t('refundParts')}{' '}
        <span className="figures">{givenBack(shown, refunds.parts).map(formatPrice).join(' · ')}</span>
      </p>
      <Button type="submit" className="justify-self-start" disabled={isBusy}>
        {isBusy ? t('refundWorking') : t('refundConfirm', { amount: formatPrice(shown) })}
      </Button>
    </form>
  );
}

/** What goes back, and what the payment provider refused to give back. */
async function tellOf({ asked, failed }: { asked: Money; failed: Money }): Promise<void> {
  const t = paymentsText.say;
  const amount = formatPrice(differenceOf(asked, failed));
  const message =
    Number(failed.amount) === 0
      ? t('refundDone', { amount })
      : t('refundDonePart', { amount, failed: formatPrice(failed) });
  await notify({ type: Number(failed.amount) === 0 ? 'success' : 'warning', message });
}
