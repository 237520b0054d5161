import type { User } from '@farline/contracts/auth';
import type { BillingEntry } from '@farline/contracts/billing';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useNames } from '../../lib/calls/use-names.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { formatExactly, formatWhen } from '../../lib/format/format-time.ts';
import { isolate } from '../../lib/language/i18n.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { todayIn } from '../../lib/format/time-zone.ts';
import { billingText } from '../../texts/billing.ts';
import { Amount } from '../../ui/amount.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Failed } from '../../ui/failed.tsx';
import { monthUpTo, PeriodChoice } from '../../ui/period.tsx';
import { SaveFile } from '../../ui/save-file.tsx';
import { whatOf, whyOf } from './entry-words.ts';
import { ledgerQuery } from './invoices-queries.ts';
import { LedgerEmpty } from './ledger-empty.tsx';
import { PaymentReceiptButton } from './payment-receipt-button.tsx';
import { groupIn, SumsLine } from './sums-line.tsx';

/** Every line that moved the balance in the chosen days, with what was left after it. It stays true while calls end. */
export function Ledger({ user }: { user: User }) {
  const t = billingText.useText();
  const today = todayIn(user.timeZone);
  const [period, setPeriod] = useState(() => monthUpTo(today));
  const [search] = useSearchParams();
  const group = groupIn(search);
  const days = { startDate: period.from, endDate: period.to };
  const lines = useInfiniteQuery(ledgerQuery({ ...days, ...(group === null ? {} : { group }) }), queryClient);
  const entries = lines.data?.pages.flatMap((page) => page.history) ?? [];

  return (
    <section aria-labelledby="ledger-title" data-testid="ledger">
      <h2 id="ledger-title" className="text-title font-semibold">
        {t('historyTitle')}
      </h2>
      <p className="mb-4 mt-1 text-muted">{t('historyLead')}</p>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PeriodChoice value={period} today={today} onChoose={setPeriod} />
        <SaveFile
          path={`/billing/history.csv?startDate=${period.from}&endDate=${period.to}`}
          name={`farline-history-${period.from}-to-${period.to}.csv`}
        />
      </div>
      <SumsLine days={days} group={group} />
      <div className="mt-4">
        {lines.isPending && <LedgerSkeleton />}
        {lines.isError && (
          <Failed
            error={lines.error}
            fallback={t('historyFailed')}
            safe={t('notTouched')}
            onTryAgain={() => void lines.refetch()}
          />
        )}
        {lines.isSuccess && entries.length === 0 && <LedgerEmpty user={user} group={group} />}
        {lines.isSuccess && entries.length > 0 && (
          <Card room="list">
            <Lines entries={entries} />
            <MoreButton list={lines} className="my-3" />
          </Card>
        )}
      </div>
    </section>
  );
}

function Lines({ entries }: { entries: readonly BillingEntry[] }) {
  const t = billingText.useText();
  return (
    <table className="w-full text-start">
      <thead className="text-note text-muted">
        <tr>
          <th scope="col" className="py-2 text-start font-medium">
            {t('historyWhat')}
          </th>
          <th scope="col" className="hidden py-2 text-start font-medium @lg:table-cell">
            {t('historyWhen')}
          </th>
          <th scope="col" className="py-2 text-end font-medium">
            {t('historyAmount')}
          </th>
          <th scope="col" className="py-2 ps-3 text-end font-medium">
            {t('historyBalance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ entry }: { entry: BillingEntry }) {
  const t = billingText.useText();
  const isTaken = entry.amount.amount.startsWith('-');
  const Icon = isTaken ? ArrowUpRight : ArrowDownLeft;
  const when = (
    <time dateTime={entry.at} title={formatExactly(entry.at)}>
      {formatWhen(entry.at)}
    </time>
  );
  const nameOf = useNames();
  const what = whatOf(entry, nameOf);
  const why = entry.link === null ? whyOf(entry) : undefined;
  return (
    <tr className="border-t border-line">
      <td className="py-2.5 pe-3">
        <span className="flex items-center gap-2.5">
          <Icon aria-hidden className={cx('size-4.5 shrink-0', isTaken ? 'text-muted' : 'text-call')} />
          <span>
            {entry.link === null ? (
              <span className="font-medium">{what}</span>
            ) : (
              <Link
                to={entry.link}
                onClick={() => showCause(entry.link ?? '')}
                title={entry.kind === 'call' ? t('openCall') : undefined}
                className="font-medium text-accent underline decoration-accent-line decoration-2 underline-offset-4 hover:decoration-accent"
              >
                {what}
              </Link>
            )}
            {entry.invoiceId !== null && <PaymentReceiptButton invoiceId={entry.invoiceId} />}
            {why !== undefined && <span className="block text-note text-muted">{t(why)}</span>}
            <span className="block text-note text-muted @lg:hidden">{when}</span>
          </span>
        </span>
      </td>
      <td className="figures hidden whitespace-nowrap py-2.5 text-muted @lg:table-cell">{when}</td>
      <td className={cx('figures whitespace-nowrap py-2.5 text-end font-medium', !isTaken && 'text-call')}>
        {isTaken ? <Amount of={entry.amount} as="exact" /> : isolate(`+${formatPrice(entry.amount)}`)}
      </td>
      <td className="figures whitespace-nowrap py-2.5 ps-3 text-end text-muted">
        <Amount of={entry.balanceAfter} as="exact" />
      </td>
    </tr>
  );
}

/** A cause that is told on this very page is brought into view. */
function showCause(link: string): void {
  if (link.startsWith('/billing?')) scrollTo({ top: 0 });
}

function LedgerSkeleton() {
  return (
    <Card className="grid grid-cols-1 gap-5">
      {Array.from({ length: 5 }, (_, line) => (
        <div key={line} className="flex items-center gap-3">
          <Skeleton className="h-5 w-32" />
          <span className="flex-1" />
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </Card>
  );
}
