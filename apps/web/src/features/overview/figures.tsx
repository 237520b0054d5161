import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatBalance, formatCount, formatDuration, formatPrice } from '../../lib/format/format.ts';
import { formatPercent } from '../../lib/format/format-percent.ts';
import { RequestError } from '../../lib/api/http.ts';
import { queryClient, statsQuery, usageQuery } from '../../lib/session/queries.ts';
import { SPECIFIED } from '../../lib/specification-constants.ts';
import { dashboardText } from '../../texts/dashboard.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { type Change, changeBetween } from './change.ts';

/** Balance, calls, spend and average length, each beside last month's. */
export function Figures() {
  const t = dashboardText.useText();
  const usage = useQuery(usageQuery, queryClient);
  const stats = useQuery(statsQuery, queryClient);
  const failed = usage.error ?? stats.error;
  const current = stats.data?.current;
  const previous = stats.data?.previous;
  const wallet = usage.data?.wallet;
  const trialCredit = usage.data?.trialCredit;
  const isHolding = Number(wallet?.held.amount ?? 0) > 0;

  return (
    <div className="grid gap-4">
      {failed !== null && (
        <Notice
          kind="error"
          title={failureTitle(failed, usage.isError ? t('usageFailed') : t('statsFailed'))}
          action={
            <Button
              size="small"
              onClick={() => {
                void usage.refetch();
                void stats.refetch();
              }}
            >
              {t('tryAgain')}
            </Button>
          }
        >
          {t('notTouched')}
        </Notice>
      )}
      <dl className="grid gap-3 grid-cols-2 @3xl:grid-cols-4">
        <Figure
          name={t('currentBalance')}
          isWaiting={usage.isPending}
          isFirst
          exact={wallet === undefined ? undefined : formatPrice(wallet.balance)}
          value={formatBalance(wallet?.balance ?? SPECIFIED.balance)}
          testId="figure-balance"
        >
          {wallet !== undefined && isHolding ? t('held', { held: formatPrice(wallet.held) }) : t('allFree')}
          {trialCredit !== undefined && Number(trialCredit.amount) > 0 && (
            <span className="figures mt-1 block" title={formatPrice(trialCredit)} data-testid="practice-credit">
              {t('practiceCredit', { amount: formatBalance(trialCredit) })}
            </span>
          )}
        </Figure>
        <Figure
          name={t('callsThisMonth')}
          isWaiting={stats.isPending}
          value={formatCount(current?.calls ?? 0)}
          testId="figure-calls"
        >
          {current === undefined || previous === undefined || current.calls === 0
            ? t('noCallsYet')
            : compare(changeBetween(previous.calls, current.calls), 'moreThanBefore', 'lessThanBefore')}
        </Figure>
        <Figure
          name={t('totalSpend')}
          isWaiting={stats.isPending || usage.isPending}
          exact={current === undefined ? undefined : formatPrice(current.cost)}
          value={formatBalance(usage.data?.usage.currentMonth.price ?? SPECIFIED.balance)}
          testId="figure-spend"
        >
          {current === undefined || previous === undefined || current.calls === 0
            ? t('noCallsYet')
            : compare(
                changeBetween(Number(previous.cost.amount), Number(current.cost.amount)),
                'moreThanBefore',
                'lessThanBefore',
              )}
        </Figure>
        <Figure
          name={t('averageDuration')}
          isWaiting={stats.isPending}
          value={formatDuration(current?.averageSeconds ?? 0)}
          testId="figure-average"
        >
          {current === undefined || previous === undefined || current.averageSeconds === null
            ? t('noAnswersYet')
            : compare(
                changeBetween(previous.averageSeconds ?? 0, current.averageSeconds),
                'longerThanBefore',
                'shorterThanBefore',
              )}
        </Figure>
      </dl>
    </div>
  );
}

interface FigureProps {
  name: string;
  value: string;
  exact?: string | undefined;
  isWaiting: boolean;
  /** The balance leads the row. */
  isFirst?: boolean;
  testId: string;
  children: ReactNode;
}

function Figure({ name, value, exact, isWaiting, isFirst = false, testId, children }: FigureProps) {
  return (
    <Card as="div" room="tight" tone={isFirst ? 'panel' : 'raised'} className="flex flex-col gap-1">
      <dt className={cx('text-note', isFirst ? 'opacity-90' : 'text-muted')}>{name}</dt>
      <dd className="contents">
        {isWaiting ? (
          <Skeleton className="my-1.5 h-8 w-24" />
        ) : (
          <span title={exact} data-testid={testId} className="display figures text-display font-semibold">
            {value}
          </span>
        )}
        <span className={cx('text-note', isFirst ? 'opacity-90' : 'text-muted')}>{isWaiting ? ' ' : children}</span>
      </dd>
    </Card>
  );
}

type ChangeWord = 'moreThanBefore' | 'lessThanBefore' | 'longerThanBefore' | 'shorterThanBefore';

function compare(change: Change, more: ChangeWord, less: ChangeWord): string {
  const t = dashboardText.say;
  switch (change.is) {
    case 'none-before':
      return t('noneBefore');
    case 'same':
      return t('sameAsBefore');
    case 'more':
      return t(more, { percent: formatPercent(change.percent) });
    case 'less':
      return t(less, { percent: formatPercent(change.percent) });
  }
}

function failureTitle(error: Error, fallback: string): string {
  return error instanceof RequestError && error.serverMessage !== null ? error.serverMessage : fallback;
}
