import { useInfiniteQuery } from '@tanstack/react-query';
import { saveFile } from '../../lib/api/download.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { invoicesText } from '../../texts/invoices.ts';
import { Button } from '../../ui/button.tsx';
import { invoicesQuery } from './invoices-queries.ts';

/** Saves the receipt of a payment. */
export function PaymentReceiptButton({ invoiceId }: { invoiceId: string }) {
  const t = invoicesText.useText();
  const save = async (): Promise<void> => {
    try {
      await saveFile(`/billing/invoices/${invoiceId}/download?format=pdf`, 'farline-receipt.pdf');
    } catch (error) {
      await notify({ type: 'error', message: sentenceOf(error) });
    }
  };
  return (
    <Button look="link" className="ms-2.5 text-note" onClick={() => void save()}>
      {t('entryReceipt')}
    </Button>
  );
}

/** The same for a payment, where its receipt is among the newest invoices; older ones stand in their list. */
export function PaymentReceipt({ paymentId }: { paymentId: string }) {
  const { data } = useInfiniteQuery(invoicesQuery, queryClient);
  const receipt = data?.pages
    .flatMap((page) => page.invoices)
    .find((invoice) => invoice.kind === 'receipt' && invoice.paymentId === paymentId);
  return receipt === undefined ? null : <PaymentReceiptButton invoiceId={receipt.id} />;
}
