import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '../../lib/format/format.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { paymentsText } from '../../texts/payments.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AddFunds } from './add-funds.tsx';
import { refundsQuery } from '../../lib/session/refunds-query.ts';

/** What is owed for a call that was charged late, or after a payment that was spent went back; nothing for nearly everybody. */
export function Owed() {
  const t = paymentsText.useText();
  const billing = billingText.useText();
  const { data } = useQuery(refundsQuery, queryClient);
  if (data === undefined || Number(data.owed.amount) === 0) return null;
  return (
    <Notice
      kind="error"
      title={t('owedTitle', { amount: formatPrice(data.owed) })}
      data-testid="owed"
      action={
        <AddFunds>
          <Button size="small">{billing('addFunds')}</Button>
        </AddFunds>
      }
    >
      {t('owedBody')}
    </Notice>
  );
}
