import { limitLift, limitName, type LimitName, type SpendingLimits } from '@farline/contracts/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { formatWhen } from '../../lib/format/format-time.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { notify } from '../../lib/page/notify.ts';
import { useHasSecondFactor } from '../../lib/session/session.ts';
import { limitsText } from '../../texts/limits.ts';
import { Button } from '../../ui/button.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Select } from '../../ui/select.tsx';
import { showLimits } from './limits-query.ts';
import { Part } from './part.tsx';

/** A limit that stands in the way is lifted for the rest of the day, after the password; and counts again at will. */
export function LiftPart({ limits }: { limits: SpendingLimits }) {
  const t = limitsText.useText();
  const [params] = useSearchParams();
  const asked = limitName.safeParse(params.get('lift')).data;
  return (
    <Part title={t('liftTitle')} lead={t('liftLead', { time: formatWhen(limits.dayEndsAt) })} data-testid="limits-lift">
      {limits.lifted.length > 0 && (
        <ul className="mb-5 grid gap-2">
          {limits.lifted.map(({ limit, until }) => (
            <li key={limit} className="flex flex-wrap items-center justify-between gap-2" data-lifted={limit}>
              <span>{t('liftedUntil', { limit: t(`limit_${limit}`), time: formatWhen(until) })}</span>
              <Button look="quiet" size="small" onClick={() => void countAgain(limit)}>
                {t('countAgain')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LiftForm key={asked} asked={asked} />
    </Part>
  );
}

async function countAgain(limit: LimitName): Promise<void> {
  try {
    showLimits((await api('DELETE /limits/lifts/{limit}', { limit })).spendingLimits);
  } catch (error) {
    await notify({ type: 'error', message: translateSentence(sentenceOf(error)) });
  }
}

function LiftForm({ asked }: { asked: LimitName | undefined }) {
  const t = limitsText.useText();
  const [limit, setLimit] = useState<LimitName>(asked ?? 'day');
  const [failure, setFailure] = useState<Failure | null>(null);
  const hasSecondFactor = useHasSecondFactor();
  const { register, handleSubmit, formState, setError, setFocus, reset } = useForm<z.input<typeof limitLift>>({
    resolver: zodResolver(limitLift),
    defaultValues: hasSecondFactor ? {} : { password: '' },
  });
  // Whoever comes from a stopped call has only the password to type.
  useEffect(() => {
    if (asked !== undefined && !hasSecondFactor) setFocus('password');
  }, [asked, setFocus, hasSecondFactor]);

  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    setFailure(null);
    try {
      showLimits((await api('POST /limits/lifts/{limit}', { limit, body })).spendingLimits);
      reset();
      await notify({ type: 'success', message: t('isLifted', { limit: t(`limit_${limit}`) }) });
    } catch (error) {
      showFieldErrors(error, ['password'], setError);
      setFailure(failureOf(error, t('liftFailed')));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-sm gap-4">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <Select label={t('whichLimit')} value={limit} onChange={(event) => setLimit(limitName.parse(event.target.value))}>
        {limitName.options.map((name) => (
          <option key={name} value={name}>
            {t(`limit_${name}`)}
          </option>
        ))}
      </Select>
      {!hasSecondFactor && (
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
      )}
      <Button type="submit" disabled={isSubmitting} className="justify-self-start">
        {isSubmitting ? t('lifting') : t('lift')}
      </Button>
    </form>
  );
}
