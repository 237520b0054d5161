import { type SipPhone, sipPhoneChange } from '@farline/contracts/settings';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { goneByNow } from '../../lib/api/gone-by-now.ts';
import { notify } from '../../lib/page/notify.ts';
import { settingsText } from '../../texts/settings.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';

interface ChangeProps {
  phone: SipPhone;
  onClose: () => void;
  onChanged: () => void;
}

/** Gives a SIP phone another name; its credentials stay. */
export function RenameSipPhone({ phone, onClose, onChanged }: ChangeProps) {
  const t = settingsText.useText();
  const shared = sharedText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<z.input<typeof sipPhoneChange>>({
    resolver: zodResolver(sipPhoneChange),
    defaultValues: { name: phone.name },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    setFailure(null);
    try {
      await api('PATCH /settings/sip-phones/{id}', { id: phone.id, body });
      onChanged();
      onClose();
      await notify({ type: 'success', message: t('sipRenamed') });
    } catch (error) {
      showFieldErrors(error, ['name'], setError);
      setFailure(failureOf(error, t('changeFailed')));
    }
  });
  return (
    <Dialog title={t('sipRenameNamed', { name: phone.name })} open onOpenChange={() => !isSubmitting && onClose()}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <div className="contents">
          <FailureBox failure={failure} />
        </div>
        <Field label={t('sipName')} autoComplete="off" error={errors.name?.message} {...register('name')} />
        <Button type="submit" disabled={isSubmitting} className="justify-self-start">
          {isSubmitting ? shared('saving') : shared('save')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Takes a SIP phone away, after asking. */
export function RemoveSipPhone({ phone, onClose, onChanged }: ChangeProps) {
  const t = settingsText.useText();
  const shared = sharedText.useText();
  return (
    <ConfirmDialog
      title={t('sipRemoveTitle', { name: phone.name })}
      lead={t('sipRemoveLead')}
      confirm={shared('remove')}
      failed={t('changeFailed')}
      onClose={onClose}
      act={async () => {
        await goneByNow(api('DELETE /settings/sip-phones/{id}', { id: phone.id }));
        onChanged();
        onClose();
        await notify({ type: 'success', message: t('sipRemoved', { name: phone.name }) });
      }}
    />
  );
}
