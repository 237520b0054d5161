import { profileUpdate } from '@farline/contracts/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { notify } from '../../lib/page/notify.ts';
import { replaceUser } from '../../lib/session/session.ts';
import { confirmText } from '../../texts/confirm.ts';
import { Button } from '../../ui/button.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { sendCode } from './send-code.ts';

const form = z.object({ email: profileUpdate.shape.email.unwrap() });

interface RightAddressProps {
  email: string;
  /** A new code went to the same address; another may from then on, in milliseconds since 1970. */
  onSent: (againAtMs: number) => void;
  onDone: () => void;
}

/** Corrects the address of a sign-up; the code goes to the new one at once, and once more to one that was right. */
export function RightAddress({ email, onSent, onDone }: RightAddressProps) {
  const t = confirmText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState, setError, setFocus } = useForm<z.input<typeof form>>({
    resolver: zodResolver(form, undefined, { raw: true }),
    defaultValues: { email },
  });
  const { errors, isSubmitting } = formState;
  // Whoever opened it is about to type there.
  useEffect(() => setFocus('email', { shouldSelect: true }), [setFocus]);

  const submit = handleSubmit(async (wanted) => {
    setFailure(null);
    const isRight = wanted.email.trim() === email;
    try {
      if (isRight) {
        onSent(await sendCode());
        await notify({ type: 'success', message: t('resent', { email }) });
        return onDone();
      }
      const { user } = await api('PATCH /auth/profile', { body: wanted });
      await notify({ type: 'success', message: t('sentThere', { email: user.email }) });
      onDone();
      replaceUser(user);
    } catch (error) {
      showFieldErrors(error, ['email'], setError);
      setFailure(failureOf(error, t(isRight ? 'resendFailed' : 'changeFailed')));
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid max-w-xl gap-3">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <Field
        label={t('rightAddress')}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" look="quiet" disabled={isSubmitting} className="justify-self-start">
        {t('sendThere')}
      </Button>
    </form>
  );
}
