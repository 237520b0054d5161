import { type LimitFigures, type LimitOwner, limitsChange, type OwnLimits } from '@farline/contracts/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { formatCount, formatPrice, formatSum } from '../../lib/format/format.ts';
import { notify } from '../../lib/page/notify.ts';
import { useHasSecondFactor } from '../../lib/session/session.ts';
import { writtenAmount } from '../../lib/format/written-amount.ts';
import { limitsText } from '../../texts/limits.ts';
import { Button } from '../../ui/button.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { DayField } from './day-field.tsx';
import { showLimits } from './limits-query.ts';

type Fields = z.input<typeof limitsChange>;
const MORE_MONEY = ['hour', 'perMinute', 'connectionFee'] as const;
const MONEY = ['day', ...MORE_MONEY] as const;
const COUNTS = ['calls', 'newCountries'] as const;
type Name = (typeof MONEY)[number] | (typeof COUNTS)[number];

/** The six limits of the account or of the sign-in: that of a day as a slider, the others folded away. A higher one asks for the password in the same form, or for the second
 * factor. */
export function LimitsForm({ owner, own }: { owner: LimitOwner; own: OwnLimits }) {
  const t = limitsText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<Fields>({ resolver: zodResolver(limitsChange), values: fieldsOf(owner, own.limits) });
  const hasSecondFactor = useHasSecondFactor();
  const { register, handleSubmit, formState, setError, control, resetField } = form;
  const { errors, isSubmitting, isDirty, dirtyFields } = formState;
  const typed = useWatch({ control, name: 'limits' });
  const isRaised = [...MONEY, ...COUNTS].some((name) => Number(typed[name]) > figure(own.limits, name));

  const submit = handleSubmit(async ({ limits, password }) => {
    setFailure(null);
    const changed = Object.fromEntries(Object.entries(limits).filter(([name]) => dirtyFields.limits?.[name as Name]));
    try {
      const body = { owner, limits: changed, ...(isRaised && password !== undefined ? { password } : {}) };
      const { spendingLimits } = await api('PATCH /limits', { body });
      showLimits(spendingLimits);
      resetField('password');
      await notify({ type: 'success', message: t('saved') });
    } catch (error) {
      showFieldErrors(error, ['password', ...MONEY.map((name) => `limits.${name}` as const)], setError);
      setFailure(failureOf(error, t('changeFailed')));
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <LimitFields own={own} form={form} />
      {isRaised && !hasSecondFactor && (
        <PasswordField
          label={t('passwordToRaise')}
          autoComplete="current-password"
          className="max-w-sm"
          error={errors.password?.message}
          {...register('password', { setValueAs: (text: unknown) => (text === '' ? undefined : text) })}
        />
      )}
      <Button type="submit" disabled={isSubmitting || !isDirty} className="justify-self-start">
        {isSubmitting ? t('saving') : t('save')}
      </Button>
    </form>
  );
}

/** The limit of a day, and the others, folded away unless something is wrong with one of them. */
function LimitFields({ own, form }: { own: OwnLimits; form: UseFormReturn<Fields> }) {
  const t = limitsText.useText();
  const { register, formState, setValue, setFocus, control } = form;
  const { errors } = formState;
  const day = useWatch({ control, name: 'limits.day' });
  const wrong = [...MORE_MONEY, ...COUNTS].find((name) => errors.limits?.[name] !== undefined);
  const more = useRef<HTMLDetailsElement>(null);
  const { submitCount } = formState;
  // Each time somebody saves: they may have folded it away again.
  useEffect(() => {
    if (wrong === undefined || submitCount === 0 || more.current === null || more.current.open) return;
    more.current.open = true;
    if (errors.limits?.day === undefined) setFocus(`limits.${wrong}`);
  }, [wrong, submitCount, errors.limits?.day, setFocus]);
  const field = (name: Name) => {
    const isCount = name === 'calls' || name === 'newCountries';
    return (
      <Field
        key={name}
        label={isCount ? t(`name_${name}`) : t(`name_${name}`, { currency: own.limits.day.currency })}
        hint={hintOf(own, name)}
        inputMode={isCount ? 'numeric' : 'decimal'}
        autoComplete="off"
        error={errors.limits?.[name]?.message}
        {...register(`limits.${name}`, { setValueAs: isCount ? wholeNumber : writtenAmount })}
      />
    );
  };
  const slide = (to: string): void => setValue('limits.day', to, { shouldDirty: true, shouldValidate: true });
  return (
    <>
      <DayField own={own} typed={day} onSlide={slide}>
        {field('day')}
      </DayField>
      <details ref={more} data-testid="more-limits">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent">
          {t('moreLimits')}
        </summary>
        <div className="mt-2 grid gap-x-5 gap-y-4 @xl:grid-cols-2">{[...MORE_MONEY, ...COUNTS].map(field)}</div>
      </details>
    </>
  );
}

function fieldsOf(owner: LimitOwner, limits: LimitFigures): Fields {
  const { day, hour, perMinute, connectionFee, calls, newCountries } = limits;
  return {
    owner,
    limits: {
      day: plain(day.amount),
      hour: plain(hour.amount),
      perMinute: plain(perMinute.amount),
      connectionFee: plain(connectionFee.amount),
      calls,
      newCountries,
    },
  };
}

const plain = (amount: string): string => amount.replace(/(\.\d\d)0+$/, '$1');
function wholeNumber(text: unknown): unknown {
  const written = writtenAmount(String(text));
  return /^\d{1,6}$/.test(written) ? Number(written) : text;
}

function figure(limits: LimitFigures, name: Name): number {
  const value = limits[name];
  return typeof value === 'number' ? value : Number(value.amount);
}

/** How far it has come, where that is counted, and what is usual. */
function hintOf(own: OwnLimits, name: Name): string {
  const t = limitsText.say;
  const value = own.usual[name];
  const usual = t('usual', { usual: typeof value === 'number' ? formatCount(value) : formatPrice(value) });
  switch (name) {
    case 'day':
    case 'hour':
      return `${t('usedMoney', { used: formatSum(own.used[name]) })} ${usual}`;
    case 'calls':
    case 'newCountries':
      return `${t('usedCount', { used: formatCount(own.used[name]) })} ${usual}`;
    case 'perMinute':
    case 'connectionFee':
      return usual;
  }
}
