import { type BillingGroup, type BillingSums } from '@farline/contracts/billing';
import type { Money } from '@farline/contracts/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatPrice, formatRate } from '../../lib/format/format.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Failed } from '../../ui/failed.tsx';
import { sumsQuery } from './invoices-queries.ts';

const GROUPS: readonly BillingGroup[] = ['added', 'calls', 'messages', 'numbers', 'plans', 'other'];

/** Which of the sums the address bar asks the lines of; null: all of them. */
export function groupIn(search: URLSearchParams): BillingGroup | null {
  return GROUPS.find((group) => group === search.get('lines')) ?? null;
}

interface SumsLineProps {
  days: { startDate: string; endDate: string };
  group: BillingGroup | null;
}

/** What was there before the days, what moved it and for what, and what is there after them: one line that adds up, each sum leading to its lines. */
export function SumsLine({ days, group }: SumsLineProps) {
  const t = billingText.useText();
  const sums = useQuery({ ...sumsQuery(days), placeholderData: keepPreviousData }, queryClient);
  if (sums.isPending) return <Skeleton className="mt-4 h-16 rounded-card" />;
  if (sums.isError) {
    return (
      <Failed
        error={sums.error}
        fallback={t('sumsFailed')}
        safe={t('notTouched')}
        onTryAgain={() => void sums.refetch()}
      />
    );
  }
  return (
    <>
      <Card room="tight" className="mt-4">
        <Terms of={sums.data} group={group} />
      </Card>
      {group !== null && (
        <Button asChild look="link" className="mt-3">
          <Link to="?" replace preventScrollReset>
            {t('sumsAll')}
          </Link>
        </Button>
      )}
    </>
  );
}

function Terms({ of: { opening, sums, closing }, group }: { of: BillingSums; group: BillingGroup | null }) {
  const t = billingText.useText();
  const format = formatOf([opening, ...sums.map(({ amount }) => amount), closing]);
  return (
    <ul aria-label={t('sumsLine')} data-testid="sums-line" className="flex flex-wrap items-end gap-x-1 gap-y-2">
      <li className="px-2 py-1">
        <Term word={t('broughtForward')} amount={format(opening)} />
      </li>
      {sums.map(({ group: one, amount }) => (
        <li key={one} className="flex items-end">
          <span className="pb-1.5 text-muted">{isTaken(amount) ? '−' : '+'}</span>
          <Link
            to={one === group ? '?' : `?lines=${one}`}
            replace
            preventScrollReset
            aria-current={one === group ? 'true' : undefined}
            data-group={one}
            data-amount={amount.amount}
            className={cx(
              'min-h-11 rounded-control px-2 py-1 transition-colors hover:bg-soft',
              one === group && 'bg-accent-soft',
            )}
          >
            <Term
              word={t(one === 'other' ? 'sum_rest' : `sum_${one}`)}
              amount={format(without(amount))}
              className="text-accent underline decoration-accent-line decoration-2 underline-offset-4"
            />
          </Link>
        </li>
      ))}
      <li className="flex items-end">
        <span className="pb-1.5 text-muted">=</span>
        <span className="px-2 py-1" data-testid="sums-balance" data-amount={closing.amount}>
          <Term word={t('sumsBalance')} amount={format(closing)} className="font-semibold" />
        </span>
      </li>
    </ul>
  );
}

function Term({ word, amount, className }: { word: string; amount: string; className?: string }) {
  return (
    <>
      <span className="block text-note text-muted">{word}</span>
      <span className={cx('figures block whitespace-nowrap', className)}>{amount}</span>
    </>
  );
}

const isTaken = ({ amount }: Money): boolean => amount.startsWith('-');
/** An amount whose sign stands before it. */
const without = ({ amount, currency }: Money): Money => ({ amount: amount.replace(/^-/, ''), currency });

/** All of them exactly, and alike: cents where no one is finer, else four decimals and more. */
function formatOf(all: readonly Money[]): (money: Money) => string {
  return all.every(({ amount }) => /^-?\d+(\.\d{1,2}0*)?$/.test(amount)) ? formatPrice : formatRate;
}
