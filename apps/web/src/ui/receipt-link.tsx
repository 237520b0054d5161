import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sentenceOf } from '../lib/api/http.ts';
import { twoSentences } from '../lib/language/two-sentences.ts';
import { notify } from '../lib/page/notify.ts';
import { invoicesText } from '../texts/invoices.ts';
import { Button } from './button.tsx';

interface ReceiptLinkProps {
  /** Asks for the receipt, which is signed when it is first asked for. */
  ask: () => Promise<{ receipt: { id: string } }>;
}

/** Opens the page where a receipt is checked. */
export function ReceiptLink({ ask }: ReceiptLinkProps) {
  const t = invoicesText.useText();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    try {
      const { receipt } = await ask();
      await navigate(`/receipts/${receipt.id}`);
    } catch (error) {
      setBusy(false);
      await notify({ type: 'error', message: twoSentences(t('callReceiptFailed'), sentenceOf(error)) });
    }
  };
  return (
    <Button look="quiet" size="small" className="mt-3" disabled={isBusy} onClick={() => void open()}>
      <ShieldCheck aria-hidden className="size-4" />
      {t('callReceipt')}
    </Button>
  );
}
