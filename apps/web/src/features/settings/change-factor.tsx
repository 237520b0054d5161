import { type Factor, factorChange } from '@farline/contracts/factors';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { goneByNow } from '../../lib/api/gone-by-now.ts';
import { notify } from '../../lib/page/notify.ts';
import { factorsText } from '../../texts/factors.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { factorsChanged } from './factors-queries.ts';

interface ChangeProps {
  factor: Factor;
  onClose: () => void;
}

/** Gives a second factor another name. */
export function RenameFactor({ factor, onClose }: ChangeProps) {
  const t = factorsText.useText();
  const shared = sharedText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<z.input<typeof factorChange>>({
    resolver: zodResolver(factorChange),
    defaultValues: { name: factor.name },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    setFailure(null);
    try {
      await api('PATCH /settings/factors/{id}', { id: factor.id, body });
      await factorsChanged();
      onClose();
    } catch (error) {
      showFieldErrors(error, ['name'], setError);
      setFailure(failureOf(error, t('changeFailed')));
    }
  });
  return (
    <Dialog title={t('renameNamed', { name: factor.name })} open onOpenChange={() => !isSubmitting && onClose()}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <div className="contents">
          <FailureBox failure={failure} />
        </div>
        <Field label={t('name')} autoComplete="off" error={errors.name?.message} {...register('name')} />
        <Button type="submit" disabled={isSubmitting} className="justify-self-start">
          {isSubmitting ? shared('saving') : shared('save')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Takes a second factor away, after asking. */
export function RemoveFactor({ factor, onClose }: ChangeProps) {
  const t = factorsText.useText();
  const shared = sharedText.useText();
  return (
    <ConfirmDialog
      title={t('removeTitle', { name: factor.name })}
      lead={t('removeLead')}
      confirm={shared('remove')}
      failed={t('changeFailed')}
      onClose={onClose}
      act={async () => {
        await goneByNow(api('DELETE /settings/factors/{id}', { id: factor.id }));
        await factorsChanged();
        onClose();
        await notify({ type: 'success', message: t('removed', { name: factor.name }) });
      }}
    />
  );
}
