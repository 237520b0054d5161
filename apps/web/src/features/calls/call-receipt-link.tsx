import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../lib/api/api-client.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { notify } from '../../lib/page/notify.ts';
import { invoicesText } from '../../texts/invoices.ts';
import { Button } from '../../ui/button.tsx';

/** Opens the page where the receipt of a call is checked; the receipt is signed when it is first asked for. */
export function CallReceiptLink({ callId }: { callId: string }) {
  const t = invoicesText.useText();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    try {
      const { receipt } = await api('GET /calls/{id}/receipt', { id: callId });
      await navigate(`/receipts/${receipt.id}`);
    } catch (error) {
      setBusy(false);
      await notify({ type: 'error', message: `${t('callReceiptFailed')}. ${sentenceOf(error)}` });
    }
  };
  return (
    <Button look="quiet" size="small" className="mt-3" disabled={isBusy} onClick={() => void open()}>
      <ShieldCheck aria-hidden className="size-4" />
      {t('callReceipt')}
    </Button>
  );
}
