import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { ReceiptFailed } from '../features/receipts/receipt-failed.tsx';
import { ReceiptSheet } from '../features/receipts/receipt-sheet.tsx';
import { receiptQuery } from '../features/receipts/receipt-queries.ts';
import { queryClient } from '../lib/session/queries.ts';
import { useIsSomebody } from '../lib/session/session.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { invoicesText } from '../texts/invoices.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';

const TITLES = { call: 'pageTitle', message: 'messagePageTitle' } as const;

/** /receipts/<id>: a receipt of a call or a message, for whoever has its address, checked in the browser. */
export function Page() {
  const t = invoicesText.useText();
  const { id = '' } = useParams();
  const isSomebody = useIsSomebody();
  const found = useQuery(receiptQuery(id), queryClient);
  const kind = found.data?.signed.receipt.kind;
  const title = kind === undefined ? t('entryReceipt') : t(TITLES[kind]);
  usePageTitle(title);
  // This browser may not be able to.
  const isWorkedOut = found.isSuccess && found.data.steps !== null;
  useEffect(() => stayUnlisted(), []);
  return (
    <div className="mx-auto max-w-3xl px-5 py-10 sm:px-8 sm:py-14">
      {isSomebody && (
        <Button asChild look="plain" size="small" className="-ms-3 mb-3 print:hidden">
          <Link to="/billing">
            <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
            {t('backToBilling')}
          </Link>
        </Button>
      )}
      <div className="mb-6">
        <h1 className="text-display font-semibold">{title}</h1>
        {(found.isPending || isWorkedOut) && (
          // Until it is, nothing says so; its room is kept.
          <p className={cx('prose-width mt-1.5 text-muted', !isWorkedOut && 'invisible')}>
            {t(kind === 'message' ? 'messagePageLead' : 'pageLead')}
          </p>
        )}
      </div>
      {found.isPending && <Skeleton className="h-96 rounded-card" />}
      {found.isError && <ReceiptFailed error={found.error} onTryAgain={() => void found.refetch()} />}
      {found.isSuccess && <ReceiptSheet checked={found.data} />}
    </div>
  );
}

/** Search engines must not keep an address that is a secret. */
function stayUnlisted(): () => void {
  const mark = document.createElement('meta');
  mark.name = 'robots';
  mark.content = 'noindex';
  document.head.append(mark);
  return () => mark.remove();
}
