import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { CallReceiptSheet } from '../features/receipts/call-receipt-sheet.tsx';
import { callReceiptQuery } from '../features/receipts/call-receipt-queries.ts';
import { queryClient } from '../lib/session/queries.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { invoicesText } from '../texts/invoices.ts';
import { Skeleton } from '../ui/card.tsx';
import { Failed } from '../ui/failed.tsx';

/** /receipts/<id>: a receipt of a call, for whoever has its address, checked in the browser. */
export function Page() {
  const t = invoicesText.useText();
  const { id = '' } = useParams();
  const found = useQuery(callReceiptQuery(id), queryClient);
  usePageTitle(t('pageTitle'));
  useEffect(() => stayUnlisted(), []);
  return (
    <div className="mx-auto max-w-3xl px-5 py-10 sm:px-8 sm:py-14">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="prose-width mb-6 mt-1.5 text-muted">{t('pageLead')}</p>
      {found.isPending && <Skeleton className="h-96 rounded-card" />}
      {found.isError && (
        <Failed error={found.error} fallback={t('pageFailed')} safe="" onTryAgain={() => void found.refetch()} />
      )}
      {found.isSuccess && <CallReceiptSheet checked={found.data} />}
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
