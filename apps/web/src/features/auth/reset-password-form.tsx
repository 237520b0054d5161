import { newPassword } from '@farline/contracts/auth';
import { validationMessages } from '@farline/contracts/validation-messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { authText } from '../../texts/auth.ts';
import { Button } from '../../ui/button.tsx';
import { NewPassword } from '../../ui/new-password.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';

const resetForm = z
  .object({ newPassword, confirmPassword: z.string().min(1, validationMessages.confirmPasswordRequired) })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    error: validationMessages.passwordsDiffer,
  });

/** Sets a new password with the token of the mailed link. */
export function ResetPasswordForm() {
  const t = authText.useText();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isDone, setDone] = useState(false);
  const { register, handleSubmit, control, formState, setError } = useForm<z.input<typeof resetForm>>({
    resolver: zodResolver(resetForm),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control, name: 'newPassword' });

  const submit = handleSubmit(async (form) => {
    setFailure(null);
    try {
      await api('POST /auth/reset-password', { body: { token, newPassword: form.newPassword } });
      setDone(true);
    } catch (error) {
      showFieldErrors(error, ['newPassword'], setError);
      setFailure(failureOf(error, t('requestFailed')));
    }
  });

  if (isDone) {
    return (
      <Notice kind="success" className="mt-8" action={<SignInLink />}>
        {t('resetDone')}
      </Notice>
    );
  }
  if (token === '') {
    return (
      <Notice kind="warning" className="mt-8" action={<AskAgainLink />}>
        {t('resetNoToken')}
      </Notice>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-8 grid gap-5">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <NewPassword
        typed={typed}
        first={{ label: t('newPassword'), error: errors.newPassword?.message, ...register('newPassword') }}
        again={{ label: t('confirmPassword'), error: errors.confirmPassword?.message, ...register('confirmPassword') }}
      />
      <Button type="submit" size="large" disabled={isSubmitting}>
        {isSubmitting ? t('settingPassword') : t('setPassword')}
      </Button>
      {failure !== null && <AskAgainLink />}
    </form>
  );
}

function SignInLink() {
  const t = authText.useText();
  return (
    <Button asChild size="small">
      <Link to="/login">{t('signIn')}</Link>
    </Button>
  );
}

function AskAgainLink() {
  const t = authText.useText();
  return (
    <Button asChild look="link" className="justify-self-start">
      <Link to="/forgot-password">{t('askAgain')}</Link>
    </Button>
  );
}
