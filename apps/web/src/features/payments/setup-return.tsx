import type { MethodSetupView } from '@farline/contracts/payments/payment-methods';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { queryClient } from '../../lib/session/queries.ts';
import { paymentsText } from '../../texts/payments.ts';
import { Notice } from '../../ui/notice.tsx';
import { PayLink } from './pay-link.tsx';
import { paymentMethodsQuery, setupQuery } from './payment-queries.ts';

/** What became of the card in the address (`?setup=`), where the provider's page sends the browser back to. */
export function SetupReturn() {
  const [search] = useSearchParams();
  const id = search.get('setup');
  return id === null ? null : <SetupNotice id={id} />;
}

const SHOWN = {
  waiting: { kind: 'warning', words: 'setupWaiting' },
  succeeded: { kind: 'success', words: 'setupSucceeded' },
  failed: { kind: 'error', words: 'setupFailed' },
  cancelled: { kind: 'info', words: 'setupCancelled' },
} as const satisfies Record<MethodSetupView['state'], object>;

/** What became of a card, and the way to the provider's page while it waits for one. */
export function SetupNotice({ id }: { id: string }) {
  const t = paymentsText.useText();
  const { data } = useQuery(setupQuery(id), queryClient);
  const paymentMethods = data?.paymentMethods;
  useEffect(() => {
    if (paymentMethods !== undefined) queryClient.setQueryData(paymentMethodsQuery.queryKey, paymentMethods);
  }, [paymentMethods]);
  if (data === undefined) return null;
  const { state, addUrl } = data.setup;
  return (
    <Notice
      kind={SHOWN[state].kind}
      title={t(SHOWN[state].words)}
      data-testid="setup-return"
      {...(addUrl === null
        ? {}
        : {
            action: <PayLink url={addUrl}>{t('setupGoOn')}</PayLink>,
          })}
    />
  );
}
