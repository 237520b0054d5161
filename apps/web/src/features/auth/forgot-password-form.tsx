import { forgotPasswordRequest } from '@farline/contracts/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { authText } from '../../texts/auth.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';

/** Asks for the mail with the link. The answer is the same for an unknown address. */
export function ForgotPasswordForm() {
  const t = authText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<z.input<typeof forgotPasswordRequest>>({
    resolver: zodResolver(forgotPasswordRequest),
    defaultValues: { email: typedBefore(useLocation().state) },
  });

  const submit = handleSubmit(async (body) => {
    setFailure(null);
    try {
      setAnswer((await api('POST /auth/forgot-password', { body })).message);
    } catch (error) {
      showFieldErrors(error, ['email'], setError);
      setFailure(failureOf(error, t('requestFailed')));
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-8 grid gap-5">
      <div className="contents">
        <FailureBox failure={failure} />
        {answer !== null && <Notice kind="success">{translateSentence(answer)}</Notice>}
      </div>
      {answer === null && (
        <>
          <Field
            label={t('email')}
            type="email"
            autoComplete="email"
            error={formState.errors.email?.message}
            {...register('email')}
          />
          <Button type="submit" size="large" disabled={formState.isSubmitting}>
            {formState.isSubmitting ? t('sendingLink') : t('sendLink')}
          </Button>
        </>
      )}
      <Button asChild look="link" className="justify-self-start">
        <Link to="/login">{t('backToSignIn')}</Link>
      </Button>
    </form>
  );
}

/** The address that was typed at sign-in, if the way here began there. */
function typedBefore(state: unknown): string {
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';
}
