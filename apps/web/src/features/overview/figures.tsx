import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Reply } from '../../lib/api/api-routes.ts';
import { formatBalance, formatCount, formatDuration, formatPrice, formatSum } from '../../lib/format/format.ts';
import { queryClient, statsQuery, usageQuery } from '../../lib/session/queries.ts';
import { dashboardText } from '../../texts/dashboard.ts';
import { Amount } from '../../ui/amount.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Failed } from '../../ui/failed.tsx';
import { FITTED, fittedRow } from '../../ui/fitted-figures.ts';
import { changeBetween } from './change.ts';
import { compare, spendNote } from './figure-notes.ts';

/** In the place of a figure that could not be read, or that there is none of. */
const NONE = '–';
/** Four figures of so many letters stand beside one another; longer ones by two. */
const FOUR_FIT = 9;

/** Balance, calls, spend and average length, each beside last month's. */
export function Figures() {
  const t = dashboardText.useText();
  const usage = useQuery(usageQuery, queryClient);
  const stats = useQuery(statsQuery, queryClient);
  const failed = usage.error ?? stats.error;
  const spent = usage.data?.usage.currentMonth.price;
  const wallet = usage.data?.wallet;
  const trialCredit = usage.data?.trialCredit;

  return (
    <div className="grid gap-4">
      {failed !== null && (
        <Failed
          error={failed}
          fallback={usage.isError ? t('usageFailed') : t('statsFailed')}
          safe={t('notTouched')}
          onTryAgain={() => {
            void usage.refetch();
            void stats.refetch();
          }}
        />
      )}
      <FigureRow usage={usage.data} stats={stats.data}>
        <Figure
          name={t('currentBalance')}
          isWaiting={usage.isPending}
          isFirst
          value={wallet === undefined ? null : <Amount of={wallet.balance} as="balance" data-testid="figure-balance" />}
        >
          {usage.data !== undefined && balanceNote(usage.data)}
          {trialCredit !== undefined && Number(trialCredit.amount) > 0 && (
            <span className="figures mt-1 block" title={formatPrice(trialCredit)} data-testid="practice-credit">
              {t('practiceCredit', { amount: formatBalance(trialCredit) })}
            </span>
          )}
        </Figure>
        <Figure
          name={t('callsThisMonth')}
          isWaiting={stats.isPending}
          value={
            stats.data === undefined ? null : (
              <span data-testid="figure-calls">{formatCount(stats.data.current.calls)}</span>
            )
          }
        >
          {stats.data !== undefined && callsNote(stats.data)}
        </Figure>
        <Figure
          name={t('totalSpend')}
          isWaiting={usage.isPending}
          value={spent === undefined ? null : <Amount of={spent} as="sum" data-testid="figure-spend" />}
        >
          {usage.data !== undefined && stats.data !== undefined && spendNote(usage.data, stats.data)}
        </Figure>
        <Figure
          name={t('averageDuration')}
          isWaiting={stats.isPending}
          value={stats.data === undefined ? null : <span data-testid="figure-average">{averageOf(stats.data)}</span>}
        >
          {stats.data !== undefined && averageNote(stats.data)}
        </Figure>
      </FigureRow>
    </div>
  );
}

interface FigureRowProps {
  usage: Usage | undefined;
  stats: Stats | undefined;
  children: ReactNode;
}

/** The figures beside one another, all as large as the longest can be. */
function FigureRow({ usage, stats, children }: FigureRowProps) {
  const longest = longestOf(usage, stats);
  return (
    <dl
      className={cx('grid gap-3 grid-cols-2', longest <= FOUR_FIT && '@3xl:grid-cols-4')}
      style={fittedRow(longest, '--text-display')}
    >
      {children}
    </dl>
  );
}

interface FigureProps {
  name: string;
  /** Null: it could not be read. */
  value: ReactNode;
  isWaiting: boolean;
  /** The balance leads the row. */
  isFirst?: boolean;
  children: ReactNode;
}

function Figure({ name, value, isWaiting, isFirst = false, children }: FigureProps) {
  const t = dashboardText.useText();
  return (
    <Card as="div" room="tight" tone={isFirst ? 'panel' : 'raised'} className="@container flex flex-col gap-1">
      <dt className={cx('text-note', isFirst ? 'opacity-90' : 'text-muted')}>{name}</dt>
      <dd className="contents">
        {isWaiting ? (
          <Skeleton className="my-1.5 h-8 w-24" />
        ) : (
          <span className="display figures text-display font-semibold" style={FITTED}>
            {value ?? NONE}
          </span>
        )}
        <span className={cx('text-note', isFirst ? 'opacity-90' : 'text-muted')}>
          {isWaiting ? ' ' : value === null ? t('notKnown') : children}
        </span>
      </dd>
    </Card>
  );
}

type Stats = Reply<'GET /calls/stats'>;
type Usage = Reply<'GET /billing/usage'>;

/** Letters of the longest figure that is known. */
function longestOf(usage: Usage | undefined, stats: Stats | undefined): number {
  const words = [
    ...(usage === undefined ? [] : [formatBalance(usage.wallet.balance), formatSum(usage.usage.currentMonth.price)]),
    ...(stats === undefined ? [] : [formatCount(stats.current.calls), averageOf(stats)]),
  ];
  return Math.max(1, ...words.map((word) => word.length));
}

/** Of no answered call there is no average. */
const averageOf = ({ current }: Stats): string =>
  current.averageSeconds === null ? NONE : formatDuration(current.averageSeconds);

function balanceNote({ wallet: { balance, held }, reachesRealPhones }: Usage): string {
  const t = dashboardText.say;
  if (Number(held.amount) > 0) return t('held', { held: formatSum(held) });
  if (Number(balance.amount) > 0) return t('allFree');
  return reachesRealPhones ? t('nothingYet') : '';
}

function callsNote({ current, previous }: Stats): string {
  if (current.calls === 0) return dashboardText.say('noCallsYet');
  return compare(changeBetween(previous.calls, current.calls), 'moreThanBefore', 'lessThanBefore');
}

function averageNote({ current, previous }: Stats): string {
  if (current.averageSeconds === null) return dashboardText.say('noAnswersYet');
  return compare(
    changeBetween(previous.averageSeconds ?? 0, current.averageSeconds),
    'longerThanBefore',
    'shorterThanBefore',
  );
}
