import { loginRequest } from '@farline/contracts/auth';
import type { SecondStepNeeded } from '@farline/contracts/factors';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { z } from 'zod';
import { notify } from '../../lib/page/notify.ts';
import { ticketOf } from '../../lib/session/second-step.ts';
import { signIn } from '../../lib/session/sign-in.ts';
import { authText } from '../../texts/auth.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';

type Credentials = z.input<typeof loginRequest>;

/** Email, password, Remember me. What follows a success is the route's affair. */
export function SignInForm() {
  const t = authText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [secondStep, setSecondStep] = useState<SecondStepNeeded | null>(null);
  const { register, handleSubmit, formState, setError, getValues, resetField, control } = useForm<Credentials>({
    resolver: zodResolver(loginRequest),
    defaultValues: { email: '', password: '', remember: true },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (credentials) => {
    setFailure(null);
    try {
      const { isPasswordCommon } = await signIn(credentials);
      if (isPasswordCommon) await notify({ type: 'warning', message: t('commonPassword') });
    } catch (error) {
      const needed = ticketOf(error);
      if (needed !== null) return setSecondStep(needed);
      showFieldErrors(error, ['email', 'password'], setError);
      setFailure(failureOf(error, t('loginFailed')));
    }
  });

  const isRemembered = (): boolean => getValues('remember') !== false;
  if (secondStep !== null) {
    const back = (): void => {
      setSecondStep(null);
      resetField('password');
    };
    return <SecondStepForm needed={secondStep} isRemembered={isRemembered()} onBack={back} />;
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-8 grid gap-5">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <Field
        label={t('email')}
        type="email"
        autoComplete="username webauthn"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Checkbox label={t('remember')} {...register('remember')} />
        <ForgotLink control={control} />
      </div>
      <Button type="submit" size="large" disabled={isSubmitting}>
        {isSubmitting ? t('signingIn') : t('signIn')}
      </Button>
      <PasskeySignIn isRemembered={isRemembered} onFailure={setFailure} />
      <p className="text-muted">
        {t('noAccount')}{' '}
        <Button asChild look="link">
          <Link to="/register">{t('createOne')}</Link>
        </Button>
      </p>
    </form>
  );
}

/** The way to a new password; the address that was typed goes along. */
function ForgotLink({ control }: { control: Control<Credentials> }) {
  const t = authText.useText();
  const email = useWatch({ control, name: 'email' });
  return (
    <Button asChild look="link">
      <Link to="/forgot-password" state={{ email }}>
        {t('forgot')}
      </Link>
    </Button>
  );
}
