import type { OwnNumber } from '@farline/contracts/numbers/numbers';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api/api-client.ts';
import { countryName, formatPrice } from '../../lib/format/format.ts';
import { formatDay } from '../../lib/format/format-time.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { dayIn } from '../../lib/format/time-zone.ts';
import { notify } from '../../lib/page/notify.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { refreshUser } from '../../lib/session/session.ts';
import { numbersText } from '../../texts/numbers/numbers.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { failureOf } from '../../ui/failure-box.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Notice } from '../../ui/notice.tsx';
import { notifyFailure } from '../../ui/notify-failure.ts';
import { LabelNumber, ReleaseNumber } from './change-number.tsx';
import { abilityOf, hasPaidMinutes, incomingOf, TYPE_WORDS } from './number-facts.ts';
import { numbersQuery } from './numbers-queries.ts';
import { OrderedNumberCard } from './ordered-numbers.tsx';
import { ruleInShort } from './rule-words.ts';
import { ShownOnCalls, VerifiedNumbers } from './verified-numbers.tsx';

const day = (at: string) => formatDay(dayIn(new Date(at)), 'full');

/** Makes its child, a button, open the dialog that adds to the balance. */
export type AddFundsButton = ComponentType<{ children: ReactNode }>;

type Asking = { is: 'nothing' } | { is: 'label' | 'release'; number: OwnNumber };

/** The numbers of the account: what each costs, until when it is paid, and which one calls show. */
export function MyNumbers({ AddFunds }: { AddFunds: AddFundsButton }) {
  const t = numbersText.useText();
  const found = useQuery(numbersQuery, queryClient);
  const [asking, ask] = useState<Asking>({ is: 'nothing' });
  const close = (): void => ask({ is: 'nothing' });
  const changed = (): void => {
    void queryClient.invalidateQueries({ queryKey: ['numbers'] });
    void refreshUser();
  };
  return (
    <section aria-labelledby="my-numbers" data-testid="my-numbers">
      <h2 id="my-numbers" className="mb-4 text-title font-semibold">
        {t('mineTitle')}
      </h2>
      {found.isPending && <Skeleton className="h-32 w-full rounded-card" />}
      {found.isError && found.data === undefined && (
        <Failed error={found.error} fallback={t('failed')} safe={t('safe')} onTryAgain={() => void found.refetch()} />
      )}
      {found.data !== undefined && (
        <ul className="grid gap-3">
          {found.data.orders.map((order) => (
            <li key={`order of ${order.number}`}>
              <OrderedNumberCard order={order} />
            </li>
          ))}
          {found.data.numbers.map((number) => (
            <li key={number.number}>
              <NumberCard
                number={number}
                AddFunds={AddFunds}
                onAsk={(is) => ask({ is, number })}
                onDefault={() => void showOnCalls(number, changed)}
              />
            </li>
          ))}
        </ul>
      )}
      {found.data !== undefined && <VerifiedNumbers verified={found.data.verified} onChanged={changed} />}
      {asking.is === 'label' && <LabelNumber number={asking.number} onClose={close} onChanged={changed} />}
      {asking.is === 'release' && found.data !== undefined && (
        <ReleaseNumber
          number={asking.number}
          quarantineDays={found.data.quarantineDays}
          onClose={close}
          onChanged={changed}
        />
      )}
    </section>
  );
}

async function showOnCalls({ number }: OwnNumber, onChanged: () => void): Promise<void> {
  const t = numbersText.say;
  try {
    await api('PATCH /numbers/{number}', { number, body: { isDefault: true } });
    onChanged();
    await notify({ type: 'success', message: t('madeDefault', { number: showNumber(number) }) });
  } catch (error) {
    await notifyFailure(failureOf(error, t('changeFailed')));
  }
}

type CardProps = {
  number: OwnNumber;
  AddFunds: AddFundsButton;
  onAsk: (what: 'label' | 'release') => void;
  onDefault: () => void;
};

function NumberCard({ number, AddFunds, onAsk, onDefault }: CardProps) {
  const t = numbersText.useText();
  const { rent, label } = number;
  const shown = showNumber(number.number);
  return (
    <Card as="div" data-testid="own-number">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lead font-semibold">
        <span className="inline-flex items-center gap-2.5">
          <Flag countryCode={rent?.country ?? null} />
          <bdi dir="ltr" className="figures whitespace-nowrap">
            {shown}
          </bdi>
        </span>
        {label !== '' && <span className="min-w-0 break-words font-normal text-muted">{label}</span>}
      </p>
      <p className="mt-1 text-note text-muted">{factsOf(number)}</p>
      {rent !== null && number.voice && hasPaidMinutes(rent) && (
        <p className="mt-0.5 text-note text-muted">{incomingOf(rent)}</p>
      )}
      {number.voice && <RuleLine number={number} />}
      {rent !== null && rent.pastDueUntil === null && (
        <p className="mt-0.5 text-note text-muted">
          {t('monthly', { price: formatPrice(rent.monthly) })} · {t('renews', { when: day(rent.paidUntil) })}
        </p>
      )}
      {rent !== null && rent.pastDueUntil !== null && (
        <Notice
          kind="warning"
          className="mt-3"
          title={t('pastDueTitle', { price: formatPrice(rent.monthly) })}
          action={
            <AddFunds>
              <Button size="small">{t('addFunds')}</Button>
            </AddFunds>
          }
        >
          {t('pastDueBody', { when: day(rent.pastDueUntil) })}
        </Notice>
      )}
      <div className="-me-2 mt-2 flex min-h-11 flex-wrap items-center gap-x-1">
        <ShownOnCalls isDefault={number.isDefault} mayBeDefault={number.voice} onDefault={onDefault} />
        <IconButton label={t('editLabel', { number: shown })} onClick={() => onAsk('label')}>
          <Pencil aria-hidden className="size-4.5" />
        </IconButton>
        {rent !== null && (
          <IconButton label={t('release', { number: shown })} onClick={() => onAsk('release')}>
            <Trash2 aria-hidden className="size-4.5" />
          </IconButton>
        )}
      </div>
    </Card>
  );
}

/** What happens when it’s called, in a line that leads to all of it. */
function RuleLine({ number: { number, rule } }: { number: OwnNumber }) {
  const t = numbersText.useText();
  const now = new Date(useNow(rule !== null && rule.doNotDisturbUntil !== null));
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 break-words" data-testid="rule-in-short">
        {ruleInShort(rule, now)}
      </span>
      <Link
        to={`/numbers/${encodeURIComponent(number)}/rule`}
        className="inline-flex min-h-6 items-center text-note text-accent underline decoration-accent-line decoration-2 underline-offset-4 hover:decoration-accent"
      >
        {t('whenCalled')}
        <span className="sr-only"> ({showNumber(number)})</span>
      </Link>
    </p>
  );
}

function factsOf(number: OwnNumber): string {
  const t = numbersText.say;
  if (number.rent === null) return `${t('sandbox')} · ${t('sandboxNote')}`;
  const { country, type } = number.rent;
  return [countryName(country), t(TYPE_WORDS[type]), abilityOf(number)].join(' · ');
}
