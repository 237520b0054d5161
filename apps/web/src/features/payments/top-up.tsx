import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { formatPrice } from '../../lib/format/format.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { Button } from '../../ui/button.tsx';
import { type CallTopUp, isUnderWay, sentenceOfAdded, showCallTopUp, topUpCall, useCallTopUp } from './call-top-up.ts';
import { fundsQuery, paymentMethodsQuery } from './payment-queries.ts';

/** So many of the amounts that are offered stand in a call. */
const AMOUNTS = 2;

/** More money in the middle of a call: an amount from the card that is used first by one press, or the dialog, for any other card. */
export function TopUp({ callId, onOther }: { callId: string; onOther: () => void }) {
  const t = billingText.useText();
  const cardLabelId = useId();
  const funds = useQuery(fundsQuery, queryClient);
  const methods = useQuery(paymentMethodsQuery, queryClient);
  const card = methods.data?.find(({ isDefault }) => isDefault);
  const state = useCallTopUp(callId);
  const isWaited = methods.isPending || funds.isPending;
  useEffect(() => (isWaited ? undefined : showCallTopUp(callId)), [callId, isWaited]);
  // Whoever reaches for what stands here first should find the same there a moment later.
  if (isWaited) return null;
  return (
    <div className="mt-2.5 grid justify-items-center gap-2 text-text" data-testid="top-up">
      {card !== undefined && funds.data !== undefined && (
        <div className="flex flex-wrap justify-center gap-2">
          {funds.data.amounts.slice(0, AMOUNTS).map((amount) => (
            <Button
              key={amount.amount}
              // Not disabled, which would take the focus from whoever pressed it.
              aria-disabled={isUnderWay(state)}
              aria-describedby={cardLabelId}
              className="aria-disabled:cursor-not-allowed"
              onClick={() => void topUpCall(callId, amount, card.id)}
            >
              {t('fundsAdd', { amount: formatPrice(amount) })}
            </Button>
          ))}
        </div>
      )}
      <Outcome state={state} />
      <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
        {card !== undefined && (
          <bdi id={cardLabelId} className="text-muted">
            {card.label}
          </bdi>
        )}
        <Button look="link" onClick={onOther}>
          {card === undefined ? t('addFunds') : t('otherCard')}
        </Button>
      </p>
    </div>
  );
}

/** What came of the last press, in the place of it. */
function Outcome({ state }: { state: CallTopUp }) {
  const t = billingText.useText();
  return (
    <div role="status" className="text-center empty:hidden">
      {state.is === 'failed' && (
        <p className="text-stop" data-testid="top-up-failed">
          {state.failure.title !== undefined && `${state.failure.title}. `}
          {translateSentence(state.failure.sentence)}
        </p>
      )}
      {(state.is === 'there' || state.is === 'under-way') && <p>{sentenceOfAdded(state)}</p>}
      {state.is === 'to-pay' && (
        <p>
          {t('paymentConfirm', { amount: formatPrice(state.amount) })}{' '}
          <a href={state.payUrl} target="_blank" rel="noopener noreferrer" className="text-accent underline">
            {t('paymentGoOn')}
          </a>
        </p>
      )}
    </div>
  );
}
