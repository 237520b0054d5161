import { registerForm } from '@farline/contracts/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { z } from 'zod';
import { signUp } from '../../lib/session/sign-in.ts';
import { authText } from '../../texts/auth.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { NewPassword } from '../../ui/new-password.tsx';
import { firstCountry, PhoneField, readingPhone } from '../../ui/phone-field.tsx';

type Form = z.input<typeof registerForm>;
type FormFields = Omit<Form, 'terms'> & { terms: boolean };

/** Name, email, phone if wanted, password twice, the terms. Neither the repetition nor the tick is sent. */
export function SignUpForm() {
  const t = authText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [first] = useState(() => firstCountry());
  const form = useForm<FormFields, unknown, z.output<typeof registerForm>>({
    // An unticked box is refused by the schema.
    resolver: readingPhone(zodResolver(registerForm as z.ZodType<z.output<typeof registerForm>, FormFields>)),
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      country: first,
      password: '',
      confirmPassword: '',
      terms: false,
    },
  });
  const { register, handleSubmit, formState, setError } = form;
  const { errors, isSubmitting } = formState;
  const password = useWatch({ control: form.control, name: 'password' });

  const [phone = '', country = 'US'] = useWatch({ control: form.control, name: ['phone', 'country'] });
  const chooseCountry = (chosen: string): void => {
    form.setValue('country', chosen);
    if (formState.isSubmitted) void form.trigger('phone');
  };

  const submit = handleSubmit(async ({ confirmPassword: _repeated, terms: _accepted, ...person }) => {
    setFailure(null);
    try {
      await signUp(person);
    } catch (error) {
      showFieldErrors(error, ['firstName', 'lastName', 'email', 'phone', 'password'], setError);
      setFailure(failureOf(error, t('registrationFailed')));
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-8 grid gap-5">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
        <Field
          label={t('firstName')}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <Field
          label={t('lastName')}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
      </div>
      <Field
        label={t('email')}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <PhoneField
        typed={phone}
        country={country}
        onCountry={chooseCountry}
        className="gap-5"
        error={errors.phone?.message}
        {...register('phone')}
      />
      <NewPassword
        typed={password}
        first={{ label: t('password'), error: errors.password?.message, ...register('password') }}
        again={{ label: t('confirmPassword'), error: errors.confirmPassword?.message, ...register('confirmPassword') }}
      />
      <Checkbox
        error={errors.terms?.message}
        label={
          <>
            {t('termsStart')}
            <ReadBeside path="/terms">{t('terms')}</ReadBeside>
            {t('termsMiddle')}
            <ReadBeside path="/privacy">{t('privacy')}</ReadBeside>
            {t('termsEnd')}
          </>
        }
        {...register('terms')}
      />
      <Button type="submit" size="large" disabled={isSubmitting}>
        {isSubmitting ? t('signingUp') : t('signUp')}
      </Button>
      <p className="text-muted">
        {t('haveAccount')}{' '}
        <Button asChild look="link">
          <Link to="/login">{t('signIn')}</Link>
        </Button>
      </p>
    </form>
  );
}

/** A page that is read in a tab of its own: whoever opens it has typed all the rest of the form by then. */
function ReadBeside({ path, children }: { path: string; children: string }) {
  const t = authText.useText();
  return (
    <Button asChild look="link">
      <Link to={path} target="_blank" rel="noopener">
        {children}
        <span className="sr-only">{t('inNewTab')}</span>
      </Link>
    </Button>
  );
}
