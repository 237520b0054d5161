import type { PlanQuote } from '@farline/contracts/plans';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { api, newKey } from '../../lib/api/api-client.ts';
import { formatCount, formatPrice } from '../../lib/format/format.ts';
import { sumOf } from '../../lib/format/sum-of.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { isRefused } from '../../lib/api/is-refused.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { refreshUser } from '../../lib/session/session.ts';
import { plansText } from '../../texts/plans.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { planQuoteQuery, subscriptionQuery } from './plan-queries.ts';
import { dayOfPlan, sentenceOfPlan } from './plan-words.ts';
import { notifyFailure } from '../../ui/notify-failure.ts';
import { useStillOpen } from '../../lib/page/use-still-open.ts';

const negative = (money: PlanQuote['dueNow']) => ({ ...money, amount: `-${money.amount}` });

/** Makes its child, a button, open the dialog that adds to the balance. */
export type AddFundsButton = ComponentType<{ children: ReactNode }>;

type ChangePlanProps = { planId: string; AddFunds: AddFundsButton; onClose: () => void };

/** Asks what a change to a plan costs, shows it, and makes the change that was shown: no other. */
export function ChangePlan({ planId, AddFunds, onClose }: ChangePlanProps) {
  const t = plansText.useText();
  const quote = useQuery(planQuoteQuery(planId), queryClient);
  return (
    <Dialog
      title={quote.data === undefined ? '…' : titleOf(quote.data)}
      open
      onOpenChange={onClose}
      data-testid="change-plan"
    >
      {quote.isPending && <Skeleton className="h-48 w-full rounded-control" />}
      {quote.isError && quote.data === undefined && (
        <Failed error={quote.error} fallback={t('quoteFailed')} safe="" onTryAgain={() => void quote.refetch()} />
      )}
      {quote.data !== undefined && (
        <Confirmation quote={quote.data} AddFunds={AddFunds} onAgain={() => void quote.refetch()} onDone={onClose} />
      )}
    </Dialog>
  );
}

function titleOf({ kind, from, to }: PlanQuote): string {
  const t = plansText.say;
  const isBasic = Number(to.pricePerMonth.amount) === 0;
  if (isBasic) return t('endPlan', { name: from.name });
  if (kind === 'keep') return t('keep', { name: to.name });
  return kind === 'pay' ? t('payFor', { name: to.name }) : t('changeTo', { name: to.name });
}

type ConfirmationProps = { quote: PlanQuote; AddFunds: AddFundsButton; onAgain: () => void; onDone: () => void };

function Confirmation({ quote, AddFunds, onAgain, onDone }: ConfirmationProps) {
  const t = plansText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  // One intent, one change: a repeated try after a broken connection changes nothing twice.
  const intent = useRef<{ what: string; key: string } | null>(null);
  const isStillOpen = useStillOpen();
  const isPaid = Number(quote.dueNow.amount) > 0;

  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const body = { planId: quote.to.planId, dueNow: quote.dueNow.amount };
    const what = `${body.planId} ${body.dueNow}`;
    if (intent.current?.what !== what) intent.current = { what, key: newKey() };
    const { key } = intent.current;
    try {
      const { subscription } = await api('POST /billing/subscription', { body, idempotencyKey: key });
      queryClient.setQueryData(subscriptionQuery.queryKey, subscription);
      void notify({
        type: 'success',
        message: sentenceOfPlan(subscription),
      });
      void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey });
      if (isStillOpen()) onDone();
      await refreshUser();
    } catch (error) {
      const reason = failureOf(error, t('updateFailed'));
      if (isStillOpen()) setFailure(reason);
      else void notifyFailure(reason);
      if (!isRefused(error)) return void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
      intent.current = null;
      onAgain();
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="grid gap-5">
      <FailureBox failure={failure} />
      {isPaid && <Sum quote={quote} />}
      <p className="text-muted">{sentenceOf(quote)}</p>
      <Adds quote={quote} />
      {quote.isCovered ? (
        <Button
          disabled={isBusy}
          onClick={() => void confirm()}
          data-testid="confirm-plan"
          className="justify-self-start"
        >
          {isBusy ? t('changing') : isPaid ? t('confirmPaid', { price: formatPrice(quote.dueNow) }) : t('confirmFree')}
        </Button>
      ) : (
        <div className="grid justify-items-start gap-3" data-testid="not-covered">
          <p className="font-medium text-attention">{t('notCovered', { available: formatPrice(quote.available) })}</p>
          <AddFunds>
            <Button>{t('addFunds')}</Button>
          </AddFunds>
        </div>
      )}
    </div>
  );
}

/** What is taken now, line by line, so that anyone can redo the sum. */
function Sum({ quote }: { quote: PlanQuote }) {
  const t = plansText.useText();
  const { proration, to, from, dueNow, available, isCovered } = quote;
  return (
    <dl className="figures grid gap-y-1" data-testid="plan-sum">
      {proration === null ? (
        <Line name={t('wholePrice', { name: to.name })}>
          <Amount of={to.pricePerMonth} as="exact" />
        </Line>
      ) : (
        <>
          <Line name={t('newPart', { name: to.name, left: proration.daysLeft, days: proration.days })}>
            <Amount of={proration.newPart} as="exact" />
          </Line>
          <Line name={t('unusedPart', { name: from.name })}>
            <Amount of={negative(proration.unusedPart)} as="exact" />
          </Line>
        </>
      )}
      <Line name={t('dueNow')} isTotal>
        <Amount of={dueNow} as="exact" />
      </Line>
      {isCovered && (
        <Line name={t('balanceAfter')}>
          <Amount of={sumOf(available, negative(dueNow))} as="exact" />
        </Line>
      )}
    </dl>
  );
}

function Line({ name, isTotal = false, children }: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div
      className={
        isTotal
          ? 'mt-1 flex justify-between gap-4 border-t border-line pt-2 font-semibold'
          : 'flex justify-between gap-4'
      }
    >
      <dt className={isTotal ? undefined : 'text-muted'}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function sentenceOf({ kind, from, to, at, until }: PlanQuote): string {
  const t = plansText.say;
  const price = formatPrice(to.pricePerMonth);
  switch (kind) {
    case 'start':
    case 'upgrade':
    case 'pay':
      return t('paidUntil', { when: until === null ? '' : dayOfPlan(until), price });
    case 'later':
      return Number(to.pricePerMonth.amount) === 0
        ? t('laterBasic', { from: from.name, when: dayOfPlan(at) })
        : t('laterPlan', { from: from.name, to: to.name, when: dayOfPlan(at), price });
    case 'keep':
      return t('keepBody', { name: to.name, when: until === null ? '' : dayOfPlan(until) });
    case 'end':
      return t('endBody', { from: from.name });
  }
}

function Adds({ quote }: { quote: PlanQuote }) {
  const t = plansText.useText();
  if (quote.adds.length === 0) return null;
  return (
    <div>
      <p className="text-note text-muted">{t('addsTitle')}</p>
      <ul className="figures mt-1 grid gap-1">
        {quote.adds.map(({ unit, group, title, count }) => (
          <li key={group ?? 'messages'}>
            {unit === 'seconds'
              ? t('minutesOf', { minutes: formatCount(Math.floor(count / 60)), group: translateSentence(title ?? '') })
              : t('messagesOf', { number: formatCount(count) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
