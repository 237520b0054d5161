import type { InvoiceView } from '@farline/contracts/invoices';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { formatMonth, formatPrice } from '../../lib/format/format.ts';
import { formatDay } from '../../lib/format/format-time.ts';
import { isolate } from '../../lib/language/i18n.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { dayIn } from '../../lib/format/time-zone.ts';
import { invoicesText } from '../../texts/invoices.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { SaveFile } from '../../ui/save-file.tsx';
import { BuyerDialog } from './buyer-dialog.tsx';
import { invoicesQuery } from './invoices-queries.ts';

/** Statements and receipts, to be saved; and who stands on them. */
export function Invoices() {
  const t = invoicesText.useText();
  const [isChanging, setChanging] = useState(false);
  const found = useInfiniteQuery(invoicesQuery, queryClient);
  const invoices = found.data?.pages.flatMap((page) => page.invoices) ?? [];
  return (
    <Card aria-label={t('title')} data-testid="invoices">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="text-title font-semibold">{t('title')}</h2>
        <Button look="quiet" size="small" onClick={() => setChanging(true)}>
          {t('buyerChange')}
        </Button>
      </div>
      <p className="prose-width mb-3 mt-1 text-note text-muted">{t('lead')}</p>
      {found.isPending && <Skeleton className="h-12 w-full" />}
      {found.isError && (
        <Failed error={found.error} fallback={t('failed')} safe="" onTryAgain={() => void found.refetch()} />
      )}
      {found.isSuccess && invoices.length === 0 && <p className="prose-width text-muted">{t('empty')}</p>}
      <ul>
        {invoices.map((invoice) => (
          <Line key={invoice.id} invoice={invoice} />
        ))}
      </ul>
      <MoreButton list={found} className="mt-3" />
      {isChanging && <BuyerDialog onClose={() => setChanging(false)} />}
    </Card>
  );
}

function Line({ invoice }: { invoice: InvoiceView }) {
  const t = invoicesText.useText();
  const { id, number, issuedAt, total } = invoice;
  const path = `/billing/invoices/${encodeURIComponent(id)}/download` as const;
  const isStatement = invoice.kind === 'statement';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0">
      <FileText aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-44 flex-1">
        <span className="block font-medium">
          {isStatement ? t('statement', { month: formatMonth(invoice.firstDay.slice(0, 7)) }) : t('receipt')}
        </span>
        <span className="figures block text-note text-muted">
          {isolate(number)} · {formatDay(dayIn(new Date(issuedAt)), 'full')} ·{' '}
          {t(isStatement ? 'charged' : 'paid', { amount: formatPrice(total) })}
        </span>
      </span>
      <span className="flex gap-2">
        {(['pdf', 'csv'] as const).map((format) => (
          <SaveFile
            key={format}
            path={`${path}?format=${format}`}
            name={`farline-${number}.${format}`}
            label={t(format === 'pdf' ? 'savePdf' : 'saveCsv')}
            title={t('saveOf', { format: format.toUpperCase(), number })}
          />
        ))}
      </span>
    </li>
  );
}
