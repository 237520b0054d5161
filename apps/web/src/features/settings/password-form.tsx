import { changePasswordRequest } from '@farline/contracts/auth';
import { validationMessages } from '@farline/contracts/validation-messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { settingsText } from '../../texts/settings.ts';
import { Button } from '../../ui/button.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { NewPassword } from '../../ui/new-password.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Section } from './section.tsx';
import { sessionsQuery } from './settings-queries.ts';

const passwordForm = changePasswordRequest
  .extend({ confirmPassword: z.string().min(1, validationMessages.confirmPasswordRequired) })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    error: validationMessages.passwordsDiffer,
  });
const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the password. The other devices are signed out by the server. */
export function PasswordForm() {
  const t = settingsText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, control, formState, setError, reset } = useForm<z.input<typeof passwordForm>>({
    resolver: zodResolver(passwordForm),
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control, name: 'newPassword' });

  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    setFailure(null);
    try {
      await api('POST /auth/change-password', { body: { currentPassword, newPassword } });
      reset(EMPTY);
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      await notify({ type: 'success', message: t('passwordChanged') });
    } catch (error) {
      showFieldErrors(error, ['currentPassword', 'newPassword'], setError);
      setFailure(failureOf(error, t('passwordFailed')));
    }
  });

  return (
    <Section title={t('passwordTitle')} lead={t('passwordLead')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-xl gap-5">
        <div className="contents">
          <FailureBox failure={failure} />
        </div>
        <PasswordField
          label={t('currentPassword')}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <NewPassword
          typed={typed}
          first={{ label: t('newPassword'), error: errors.newPassword?.message, ...register('newPassword') }}
          again={{
            label: t('confirmPassword'),
            error: errors.confirmPassword?.message,
            ...register('confirmPassword'),
          }}
        />
        <Button type="submit" disabled={isSubmitting} className="justify-self-start">
          {isSubmitting ? t('saving') : t('changePassword')}
        </Button>
      </form>
    </Section>
  );
}
