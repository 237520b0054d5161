import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { formatBalance, formatPrice, formatSum } from '../../lib/format/format.ts';
import { isOutOfReach, queryClient, usageQuery } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { AddFunds } from './add-funds.tsx';

/** What the account has, how much of it is free, and the way to more. */
export function BalanceCard() {
  const t = billingText.useText();
  const usage = useQuery(usageQuery, queryClient);
  const { data } = usage;
  const wallet = data?.wallet;
  const isHolding = Number(wallet?.held.amount ?? 0) > 0;
  return (
    <Card tone="panel" className="flex flex-col" aria-label={t('balance')}>
      <h2 className="font-sans text-note tracking-normal opacity-90">{t('balance')}</h2>
      {wallet === undefined && !isOutOfReach(usage) ? (
        <Skeleton className="my-1.5 h-9 w-28" />
      ) : (
        <p className="display text-display font-semibold">
          {wallet === undefined ? '–' : <Amount of={wallet.balance} as="balance" data-testid="billing-balance" />}
        </p>
      )}
      <p className="mb-5 min-h-10 text-note opacity-90">
        {wallet === undefined && isOutOfReach(usage) && t('notKnown')}
        {wallet !== undefined && (
          <>
            {t('available', { available: formatSum(wallet.available) })}
            {isHolding && (
              <>
                <br />
                {t('held', { held: formatSum(wallet.held) })}
              </>
            )}
          </>
        )}
      </p>
      {data !== undefined && Number(data.trialCredit.amount) > 0 && (
        <p
          className="figures -mt-3 mb-5 text-note opacity-90"
          title={formatPrice(data.trialCredit)}
          data-testid="billing-practice-credit"
        >
          {t('practiceCredit', { amount: formatBalance(data.trialCredit) })}
        </p>
      )}
      <AddFunds>
        <Button look="inverse" className="mt-auto justify-self-start self-start">
          <Plus aria-hidden className="size-5" />
          {t('addFunds')}
        </Button>
      </AddFunds>
    </Card>
  );
}
