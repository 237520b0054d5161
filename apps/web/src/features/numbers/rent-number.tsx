import type { Money } from '@farline/contracts/money';
import type { OfferedNumber } from '@farline/contracts/numbers/numbers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, newKey } from '../../lib/api/api-client.ts';
import { isRefused } from '../../lib/api/is-refused.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { formatDate } from '../../lib/format/format-time.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { sumOf } from '../../lib/format/sum-of.ts';
import { notify } from '../../lib/page/notify.ts';
import { useStillOpen } from '../../lib/page/use-still-open.ts';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { refreshUser, useSession } from '../../lib/session/session.ts';
import { numbersText } from '../../texts/numbers/numbers.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { notifyFailure } from '../../ui/notify-failure.ts';
import type { AddFundsButton } from './my-numbers.tsx';
import { incomingOf } from './number-facts.ts';
import { numbersQuery } from './numbers-queries.ts';
import { whyFailed } from './ordered-numbers.tsx';

type RentProps = { offer: OfferedNumber; AddFunds: AddFundsButton; onClose: () => void };

/** Shows what a number costs now and each month, and rents it at that price: at no other. */
export function RentNumber({ offer, AddFunds, onClose }: RentProps) {
  const t = numbersText.useText();
  const isOnTrial = useSession((session) => session.status === 'signed-in' && session.user.accountState === 'trial');
  const usage = useQuery(usageQuery, queryClient);
  const due = sumOf(offer.monthly, offer.setup);
  const available = usage.data?.wallet.available;
  const isCovered = available === undefined || Number(available.amount) >= Number(due.amount);
  const why = isOnTrial
    ? t('needsPayment')
    : isCovered || available === undefined
      ? null
      : t('notCovered', { available: formatPrice(available) });
  return (
    <Dialog
      title={t('rentTitle', { number: showNumber(offer.number) })}
      open
      onOpenChange={onClose}
      data-testid="rent-number"
    >
      <div className="grid gap-5">
        <dl className="figures grid gap-y-1">
          <Line name={t('firstMonth')} amount={offer.monthly} />
          <Line name={t('setupLine')} amount={offer.setup} />
          <Line name={t('dueNow')} amount={due} isTotal />
        </dl>
        <RentTerms offer={offer} />
        {offer.documents !== null && <p>{t('documents', { documents: offer.documents })}</p>}
        {why === null ? (
          <Confirm offer={offer} price={formatPrice(due)} onDone={onClose} />
        ) : (
          <div className="grid justify-items-start gap-3" data-testid="cannot-rent">
            <p className="font-medium text-attention">{why}</p>
            <AddFunds>
              <Button>{t('addFunds')}</Button>
            </AddFunds>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** What renting a number brings, now and each month. */
export function RentTerms({ offer }: Pick<RentProps, 'offer'>) {
  const t = numbersText.useText();
  const mine = useQuery(numbersQuery, queryClient).data;
  // A sandbox number that nobody chose is shown only as long as there is no rented one.
  const isNextShown = mine?.numbers.some(({ kind, isDefault }) => kind === 'sandbox' && isDefault) === true;
  return (
    <p className="text-muted">
      {offer.firstMonthTo !== null && t('firstMonthTo', { date: formatDate(offer.firstMonthTo) })}{' '}
      {t('rentBody', { price: formatPrice(offer.monthly), days: mine?.graceDays ?? '' })}{' '}
      {offer.voice && `${incomingOf(offer)}.`} {offer.voice && isNextShown && t('willBeShown')}
    </p>
  );
}

function Line({ name, amount, isTotal = false }: { name: string; amount: Money; isTotal?: boolean }) {
  const clothes = isTotal ? 'mt-1 border-t border-line pt-2 font-semibold' : 'text-muted';
  return (
    <div className={`flex justify-between gap-4 ${clothes}`}>
      <dt>{name}</dt>
      <dd className="text-text">
        <Amount of={amount} as="exact" />
      </dd>
    </div>
  );
}

function Confirm({ offer, price, onDone }: { offer: OfferedNumber; price: string; onDone: () => void }) {
  const t = numbersText.useText();
  // One dialog, one order: a repeated try after a broken connection rents nothing twice.
  const [key] = useState(newKey);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [state, setState] = useState<'ready' | 'busy' | 'refused'>('ready');
  const isStillOpen = useStillOpen();
  const refuse = (reason: Failure): void => {
    if (isStillOpen()) setFailure(reason);
    else void notifyFailure(reason);
    setState('refused');
  };
  const rent = async (): Promise<void> => {
    setState('busy');
    setFailure(null);
    const { number, monthly, setup, perMinute } = offer;
    try {
      const body = { number, monthly: monthly.amount, setup: setup.amount, perMinute: perMinute.amount };
      const { order } = await api('POST /numbers', { body, idempotencyKey: key });
      if (order?.state === 'failed') refuse({ title: t('rentFailed'), sentence: whyFailed(order) });
      else {
        if (isStillOpen()) onDone();
        const said = order === null ? 'rented' : 'ordered';
        void notify({ type: 'success', message: t(said, { number: showNumber(number) }) });
        await refreshUser();
      }
    } catch (error) {
      refuse(failureOf(error, t('rentFailed')));
      if (!isRefused(error)) setState('ready');
    }
    void queryClient.invalidateQueries({ queryKey: ['numbers'] });
    void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey });
  };
  return (
    <>
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      {state !== 'refused' && (
        <Button disabled={state === 'busy'} onClick={() => void rent()} className="justify-self-start">
          {state === 'busy' ? t('renting') : t('confirm', { price })}
        </Button>
      )}
    </>
  );
}
