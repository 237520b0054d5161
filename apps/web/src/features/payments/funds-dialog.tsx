import type { addFundsReply } from '@farline/contracts/billing';
import type { Money } from '@farline/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { formatBalance, formatPrice } from '../../lib/format/format.ts';
import { isRefused } from '../../lib/api/is-refused.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { refundsQuery } from '../../lib/session/refunds-query.ts';
import { billingText } from '../../texts/billing.ts';
import { paymentsText } from '../../texts/payments.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import { addToBalance } from './add-to-balance.ts';
import { balanceWith, readAmount } from './amount.ts';
import { notifyFailure } from '../../ui/notify-failure.ts';
import { NO_TAB, offerToGoOn, openPayTab, type PayTab } from './pay-tab.ts';
import { PayingBeside } from './paying-beside.tsx';
import { forgetPayments, fundsQuery, paymentMethodsQuery } from './payment-queries.ts';
import { noteWayBack } from './way-back.ts';
import { useStillOpen } from '../../lib/page/use-still-open.ts';

type Funds = z.infer<typeof addFundsReply>;
type Waiting = { id: string; amount: Money; payUrl: string };

/** Adds to the balance. `begun`: the amount to begin with, a decimal; without one it is one of those that are offered. */
export function FundsDialog({ onClose, begun = null }: { onClose: () => void; begun?: string | null }) {
  const t = billingText.useText();
  const funds = useQuery(fundsQuery, queryClient);
  const practice = useQuery(usageQuery, queryClient).data?.trialCredit;
  const lead = t('fundsLead', { balance: funds.data === undefined ? '…' : formatBalance(funds.data.wallet.balance) });
  const [besideId, setBesideId] = useState<string | null>(null);
  const hasPractice = practice !== undefined && Number(practice.amount) > 0;
  return (
    <Dialog
      title={t('fundsTitle')}
      lead={hasPractice ? `${lead} ${t('fundsPractice', { amount: formatBalance(practice) })}` : lead}
      open
      onOpenChange={onClose}
      data-testid="add-funds"
    >
      {funds.isPending && <Skeleton className="h-64 w-full rounded-control" />}
      {funds.isError && funds.data === undefined && (
        <Failed
          error={funds.error}
          fallback={t('fundsReadFailed')}
          safe={t('notTouched')}
          onTryAgain={() => void funds.refetch()}
        />
      )}
      {besideId !== null && <PayingBeside paymentId={besideId} onPaid={onClose} />}
      {besideId === null && funds.data !== undefined && (
        <FundsForm funds={funds.data} begun={begun} onAdded={onClose} onBeside={setBesideId} />
      )}
    </Dialog>
  );
}

interface FundsFormProps {
  funds: Funds;
  begun: string | null;
  onAdded: () => void;
  /** The payment goes on in another tab. */
  onBeside: (paymentId: string) => void;
}

function FundsForm({ funds, begun, onAdded, onBeside }: FundsFormProps) {
  const t = billingText.useText();
  const payments = paymentsText.useText();
  const { currency } = funds.wallet.balance;
  const methods = useQuery(paymentMethodsQuery, queryClient);
  // Untouched, the card that is used first; nothing chosen: the provider's page.
  const [chosen, setChosen] = useState<string | null>(null);
  const method = methods.data?.find(({ id, isDefault }) => (chosen === null ? isDefault : id === chosen));
  const [typed, setTyped] = useState(() => plain(begun ?? funds.amounts[1]?.amount ?? funds.amounts[0]?.amount ?? ''));
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isStillOpen = useStillOpen();
  const read = readAmount(typed, currency);
  const limits = t('fundsLimits', { least: formatPrice(funds.limits.least), most: formatPrice(funds.limits.most) });

  const add = async (): Promise<void> => {
    setAsked(true);
    if (read.is !== 'amount') return;
    const tab = method === undefined ? openPayTab() : NO_TAB;
    setBusy(true);
    setFailure(null);
    const body = { amount: read.dollars, ...(method === undefined ? {} : { paymentMethodId: method.id }) };
    try {
      const added = await addToBalance(body);
      if (added.is === 'to-pay') return await goOn(added, tab);
      tab.drop();
      if (added.is === 'refused') return await fail({ sentence: added.sentence });
      const isThere = added.is === 'there';
      if (isStillOpen()) onAdded();
      const words = t(isThere ? 'paymentSucceeded' : 'paymentProcessing', { amount: formatPrice(added.amount) });
      await notify({ type: isThere ? 'success' : 'info', message: words });
    } catch (error) {
      tab.drop();
      // Without an answer it may have been paid all the same: the list of payments shows it.
      if (!isRefused(error)) forgetPayments();
      await fail(failureOf(error, t(isRefused(error) ? 'fundsFailed' : 'fundsTitle')));
    } finally {
      setBusy(false);
    }
  };

  /** To the provider's page; nobody who closed the dialog meanwhile is taken away from where they are. */
  const goOn = async ({ id, amount, payUrl }: Waiting, tab: PayTab): Promise<void> => {
    if (isStillOpen()) {
      noteWayBack(id);
      if (tab.go(payUrl) !== 'here') onBeside(id);
      return;
    }
    tab.drop();
    await offerToGoOn(amount, payUrl);
  };

  const fail = async (reason: Failure): Promise<void> => {
    if (isStillOpen()) return setFailure(reason);
    await notifyFailure(reason);
  };

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {funds.payments === 'not_configured' && (
        <Notice kind="warning" title={t('fundsOffTitle')}>
          {t('fundsOffBody')}
        </Notice>
      )}
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <Segments
        label={t('fundsAmount')}
        value={read.is === 'amount' ? plain(read.money.amount) : ''}
        options={funds.amounts.map((amount) => ({ value: plain(amount.amount), label: formatPrice(amount) }))}
        onChoose={setTyped}
      />
      <Field
        label={t('fundsOther', { currency })}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        hint={limits}
        error={isAsked ? wrongOf(read, { unreadable: t('fundsWrong'), outside: limits }) : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {methods.data !== undefined && methods.data.length > 0 && (
        <Select
          label={payments('payWith')}
          value={method?.id ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        >
          {methods.data.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <option value="">{payments('payWithPage')}</option>
        </Select>
      )}
      {funds.payments !== 'not_configured' && (
        <p className="text-note text-muted">
          {method === undefined ? t('fundsPayNote') : payments('paySavedNote')}{' '}
          {funds.payments === 'sandbox' && t('fundsSandbox')}
        </p>
      )}
      <Submit read={read} isBusy={isBusy} wallet={funds.wallet} />
    </form>
  );
}

interface SubmitProps {
  read: ReturnType<typeof readAmount>;
  isBusy: boolean;
  wallet: Funds['wallet'];
}

/** The word to do it, and what the balance would be. */
function Submit({ read, isBusy, wallet }: SubmitProps) {
  const t = billingText.useText();
  const owed = useQuery(refundsQuery, queryClient).data?.owed;
  const added = read.is === 'amount' ? read.money : null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button type="submit" disabled={isBusy}>
        {isBusy ? t('fundsAdding') : added === null ? t('addFunds') : t('fundsAdd', { amount: formatPrice(added) })}
      </Button>
      {added !== null && owed !== undefined && (
        <span className="figures text-note text-muted">
          {t('fundsAfter', { balance: formatBalance(balanceWith(added, { ...wallet, owed })) })}
        </span>
      )}
    </div>
  );
}

function wrongOf(
  read: ReturnType<typeof readAmount>,
  sentences: { unreadable: string; outside: string },
): string | undefined {
  switch (read.is) {
    case 'amount':
      return undefined;
    case 'outside':
      return sentences.outside;
    case 'empty':
    case 'unreadable':
      return sentences.unreadable;
  }
}

/** `25.0000` as people write it: `25`. */
function plain(amount: string): string {
  return amount.replace(/\.0+$/, '');
}
