import { type AskedDestination, destinationOpening, type OpenedDestination } from '@farline/contracts/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { formatPrice, formatRateShort } from '../../lib/format/format.ts';
import { formatWhen } from '../../lib/format/format-time.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { notify } from '../../lib/page/notify.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { useHasSecondFactor } from '../../lib/session/session.ts';
import { limitsText } from '../../texts/limits.ts';
import { phoneText } from '../../texts/phone.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { placeName } from '../../ui/place.tsx';
import { limitsQuery, showLimits } from './limits-query.ts';
import { Part } from './part.tsx';

/** Expensive destinations: those that were opened, and one more to open, after its price and the password. */
export function OpenPart({ opened, onCall }: { opened: OpenedDestination[]; onCall: (number: string) => void }) {
  const t = limitsText.useText();
  const [params] = useSearchParams();
  const asked = params.get('open') ?? '';
  return (
    <Part title={t('openTitle')} lead={t('openLead')} data-testid="limits-open">
      {opened.length > 0 && <Opened opened={opened} />}
      <Search key={asked} asked={asked} onCall={onCall} />
    </Part>
  );
}

function Search({ asked, onCall }: { asked: string; onCall: (number: string) => void }) {
  const t = limitsText.useText();
  const [typed, setTyped] = useState(asked);
  const [number, setNumber] = useState(asked);
  return (
    <>
      <form
        className="flex max-w-xl flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          setNumber(typed.trim());
        }}
      >
        <Field
          label={t('numberOf')}
          type="tel"
          autoComplete="off"
          maxLength={40}
          className="min-w-48 flex-1"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="quiet" className="min-h-12" disabled={typed.trim() === ''}>
          {t('look')}
        </Button>
      </form>
      {number !== '' && <Asked key={number} number={number} onCall={onCall} />}
    </>
  );
}

function Opened({ opened }: { opened: OpenedDestination[] }) {
  const t = limitsText.useText();
  const close = async (id: string): Promise<void> => {
    try {
      showLimits((await api('DELETE /limits/destinations/{id}', { id })).spendingLimits);
      await queryClient.invalidateQueries({ queryKey: ['limits', 'destination'] });
    } catch (error) {
      await notify({ type: 'error', message: translateSentence(sentenceOf(error)) });
    }
  };
  return (
    <ul className="mb-5 grid gap-2">
      {opened.map(({ id, countryCode, kind, openedAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2" data-opened={id}>
          <span>
            {nameOf({ countryCode, kind })}{' '}
            <span className="text-note text-muted">{t('openedAt', { when: formatWhen(openedAt) })}</span>
          </span>
          <Button look="quiet" size="small" onClick={() => void close(id)}>
            {t('close')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Asked({ number, onCall }: { number: string; onCall: (number: string) => void }) {
  const home = homeCountry();
  const query = { to: number, ...(home === undefined ? {} : { defaultCountry: home }) };
  const asked = useQuery(
    {
      queryKey: ['limits', 'destination', number],
      // Most that fails here is an answer, such as a number that is none: it is shown at once.
      retry: false,
      queryFn: async () => (await api('GET /limits/destinations', { query })).destination,
    },
    queryClient,
  );
  if (asked.isPending) return <Skeleton className="mt-4 h-20 w-full rounded-control" />;
  if (asked.isError) {
    return (
      <Notice kind="warning" className="mt-4">
        {translateSentence(sentenceOf(asked.error))}
      </Notice>
    );
  }
  return <Answer destination={asked.data} body={query} onCall={onCall} />;
}

interface AnswerProps {
  destination: AskedDestination;
  body: { to: string; defaultCountry?: string };
  onCall: (number: string) => void;
}

function Answer({ destination, body, onCall }: AnswerProps) {
  const t = limitsText.useText();
  const phone = phoneText.useText();
  const { number, dearBecause, isOpened, terms } = destination;
  const fee = Number(terms.connectionFee.amount) > 0 ? t('andFee', { fee: formatPrice(terms.connectionFee) }) : '';
  return (
    <div className="mt-4 grid gap-4" data-testid="asked-destination">
      <p>
        <span className="font-medium">{nameOf(destination)}</span>{' '}
        <bdi className="phone-number text-muted">{showNumber(number)}</bdi>
        <br />
        <span className="figures">{`${t('perMinute', { price: formatRateShort(terms.perMinute) })}${fee}`}</span>
      </p>
      {dearBecause === null || isOpened ? (
        <Notice
          kind={isOpened ? 'success' : 'info'}
          title={t(isOpened ? 'isOpen' : 'notExpensive')}
          action={
            <Button size="small" onClick={() => onCall(number)} data-testid="call-opened">
              {phone('callFor', { price: phone('perMinute', { price: formatRateShort(terms.perMinute) }) })}
            </Button>
          }
        />
      ) : (
        <>
          <Notice kind="warning">{t(`expensive_${dearBecause}`)}</Notice>
          <OpenForm body={body} />
        </>
      )}
    </div>
  );
}

function OpenForm({ body }: { body: AnswerProps['body'] }) {
  const t = limitsText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const hasSecondFactor = useHasSecondFactor();
  const { register, handleSubmit, formState, setError, setFocus } = useForm<z.input<typeof destinationOpening>>({
    resolver: zodResolver(destinationOpening),
    defaultValues: { ...body, ...(hasSecondFactor ? {} : { password: '' }) },
  });
  useEffect(() => {
    if (!hasSecondFactor) setFocus('password');
  }, [setFocus, hasSecondFactor]);
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await api('POST /limits/destinations', { body: { ...body, ...(password === undefined ? {} : { password }) } });
      await queryClient.invalidateQueries({ queryKey: ['quote'] });
      await queryClient.invalidateQueries({ queryKey: ['limits', 'destination'] });
      await queryClient.invalidateQueries({ queryKey: limitsQuery.queryKey });
    } catch (error) {
      showFieldErrors(error, ['password'], setError);
      setFailure(failureOf(error, t('openFailed')));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-sm gap-4">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      {!hasSecondFactor && (
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
      )}
      <Button type="submit" disabled={isSubmitting} className="justify-self-start" data-testid="open-destination">
        {isSubmitting ? t('opening') : t('open')}
      </Button>
    </form>
  );
}

const nameOf = ({ countryCode, kind }: Pick<AskedDestination, 'countryCode' | 'kind'>): string =>
  placeName({ countryCode, kind });
