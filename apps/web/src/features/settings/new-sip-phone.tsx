import { newSipPhone, type newSipPhoneReply, type SipRegistrar } from '@farline/contracts/settings';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { settingsText } from '../../texts/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CopyLine } from './copy-line.tsx';

type Credentials = z.infer<typeof newSipPhoneReply>;

interface NewSipPhoneProps {
  open: boolean;
  onClose: () => void;
  onAdded: () => void;
}

/** Asks for a name, then shows the credentials this one time. */
export function NewSipPhone({ open, onClose, onAdded }: NewSipPhoneProps) {
  const t = settingsText.useText();
  const [made, setMade] = useState<Credentials | null>(null);
  const close = (): void => {
    setMade(null);
    onClose();
  };
  return (
    <Dialog
      title={made === null ? t('sipAdd') : t('sipReadyTitle', { name: made.phone.name })}
      {...(made === null ? { lead: t('sipAddLead') } : {})}
      open={open}
      onOpenChange={close}
      data-testid="new-sip-phone"
    >
      {made === null ? (
        <NameForm
          onMade={(credentials) => {
            setMade(credentials);
            onAdded();
          }}
        />
      ) : (
        <>
          <Notice kind="warning" title={t('sipOnce')}>
            {t('sipOnceBody')}
          </Notice>
          <dl className="my-4">
            <CopyLine name={t('sipUsername')} value={made.phone.username} />
            <CopyLine name={t('sipPassword')} value={made.password} />
            <RegistrarLines username={made.phone.username} registrar={made.registrar} />
          </dl>
          <Button onClick={close}>{t('sipDone')}</Button>
        </>
      )}
    </Dialog>
  );
}

/** Where a phone registers, line by line. */
export function RegistrarLines({ username, registrar }: { username?: string; registrar: SipRegistrar }) {
  const t = settingsText.useText();
  const ports = registrar.transports.map(({ transport, port }) => `${transport.toUpperCase()} ${port}`).join(', ');
  return (
    <>
      <CopyLine name={t('sipDomain')} value={registrar.domain} />
      <CopyLine name={t('sipHost')} value={registrar.host} />
      {ports !== '' && <CopyLine name={t('sipPorts')} value={ports} />}
      {username !== undefined && <CopyLine name={t('sipAddress')} value={`sip:${username}@${registrar.domain}`} />}
    </>
  );
}

function NameForm({ onMade }: { onMade: (credentials: Credentials) => void }) {
  const t = settingsText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<z.input<typeof newSipPhone>>({
    resolver: zodResolver(newSipPhone),
    defaultValues: { name: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ name }) => {
    setFailure(null);
    try {
      onMade(await api('POST /settings/sip-phones', { body: { name } }));
    } catch (error) {
      showFieldErrors(error, ['name'], setError);
      setFailure(failureOf(error, t('changeFailed')));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <Field
        label={t('sipName')}
        hint={t('sipNameHint')}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <Button type="submit" disabled={isSubmitting} className="justify-self-start">
        {isSubmitting ? t('sipCreating') : t('sipCreate')}
      </Button>
    </form>
  );
}
