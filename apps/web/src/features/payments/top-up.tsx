import type { Money } from '@farline/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '../../lib/api/is-refused.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { notify } from '../../lib/page/notify.ts';
import { useStillOpen } from '../../lib/page/use-still-open.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { paymentsText } from '../../texts/payments.ts';
import { Button } from '../../ui/button.tsx';
import { type Failure, failureOf } from '../../ui/failure-box.tsx';
import { notifyFailure } from '../../ui/notify-failure.ts';
import { type Added, addToBalance } from './add-to-balance.ts';
import { forgetPayments, fundsQuery, paymentMethodsQuery } from './payment-queries.ts';

/** So many of the amounts that are offered stand in a call. */
const AMOUNTS = 2;

/** More money in the middle of a call: an amount from the card that is used first by one press, or the dialog, for any other card. */
export function TopUp({ onOther }: { onOther: () => void }) {
  const t = billingText.useText();
  const funds = useQuery(fundsQuery, queryClient);
  const methods = useQuery(paymentMethodsQuery, queryClient);
  const card = methods.data?.find(({ isDefault }) => isDefault);
  const { add, state } = useAdding(card?.id);
  if (methods.isPending && funds.isPending) return null;
  return (
    <div className="mt-2.5 grid justify-items-center gap-2 text-text" data-testid="top-up">
      {card !== undefined && funds.data !== undefined && (
        <div className="flex flex-wrap justify-center gap-2">
          {funds.data.amounts.slice(0, AMOUNTS).map((amount) => (
            <Button
              key={amount.amount}
              disabled={state.is === 'busy' || state.is === 'added'}
              onClick={() => void add(amount)}
            >
              {t('fundsAdd', { amount: formatPrice(amount) })}
            </Button>
          ))}
        </div>
      )}
      <Outcome state={state} />
      <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
        {card !== undefined && <bdi className="text-muted">{card.label}</bdi>}
        <Button look="link" onClick={onOther}>
          {card === undefined ? t('addFunds') : t('otherCard')}
        </Button>
      </p>
    </div>
  );
}

type State = { is: 'rest' | 'busy' } | { is: 'added' | 'to-pay'; added: Added } | { is: 'failed'; failure: Failure };

function useAdding(paymentMethodId: string | undefined) {
  const [state, setState] = useState<State>({ is: 'rest' });
  const isStillOpen = useStillOpen();
  const add = async ({ amount }: Money): Promise<void> => {
    if (paymentMethodId === undefined) return;
    setState({ is: 'busy' });
    try {
      const added = await addToBalance({ amount: Number(amount), paymentMethodId });
      if (added.is === 'refused') return await fail({ sentence: added.sentence });
      if (isStillOpen()) setState({ is: added.is === 'to-pay' ? 'to-pay' : 'added', added });
      else if (added.is === 'there') await notify({ type: 'success', message: sentenceOfAdded(added) });
    } catch (error) {
      // Without an answer it may have been paid all the same: pressed again it is paid once, and the list of payments shows it.
      if (!isRefused(error)) forgetPayments();
      await fail(failureOf(error, billingText.say(isRefused(error) ? 'fundsFailed' : 'fundsTitle')));
    }
  };
  const fail = async (failure: Failure): Promise<void> => {
    if (isStillOpen()) setState({ is: 'failed', failure });
    else await notifyFailure(failure);
  };
  return { add, state };
}

/** What came of the last press, in the place of it. */
function Outcome({ state }: { state: State }) {
  const t = paymentsText.useText();
  const billing = billingText.useText();
  return (
    <div role="status" className="text-center empty:hidden">
      {state.is === 'failed' && (
        <p className="text-stop" data-testid="top-up-failed">
          {state.failure.title !== undefined && `${state.failure.title}. `}
          {translateSentence(state.failure.sentence)}
        </p>
      )}
      {state.is === 'added' && <p>{sentenceOfAdded(state.added)}</p>}
      {state.is === 'to-pay' && state.added.is === 'to-pay' && (
        <p>
          {t('why_authentication_required')}{' '}
          <a href={state.added.payUrl} target="_blank" rel="noopener noreferrer" className="text-accent underline">
            {billing('paymentGoOn')}
          </a>
        </p>
      )}
    </div>
  );
}

function sentenceOfAdded(added: Added): string {
  if (added.is === 'refused') return added.sentence;
  const amount = formatPrice(added.amount);
  return billingText.say(added.is === 'there' ? 'paymentSucceeded' : 'paymentProcessing', { amount });
}
