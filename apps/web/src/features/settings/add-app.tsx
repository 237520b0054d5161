import { type appSetup, newApp } from '@farline/contracts/factors';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { factorsText } from '../../texts/factors.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { CopyLine } from './copy-line.tsx';

type Setup = z.infer<typeof appSetup>;
const form = newApp.pick({ name: true, code: true });

interface AddProps {
  onClose: () => void;
  onAdded: (recoveryCodes: string[] | null) => void;
}

/** Shows the picture for an authenticator app, and takes its first code. */
export function AddApp({ onClose, onAdded }: AddProps) {
  const t = factorsText.useText();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    let isWanted = true;
    api('POST /settings/factors/app-setup').then(
      (begun) => isWanted && setSetup(begun),
      (error: unknown) => isWanted && setFailure(failureOf(error, t('addFailed'))),
    );
    return () => {
      isWanted = false;
    };
  }, [t]);
  return (
    <Dialog title={t('appTitle')} lead={t('appLead')} open onOpenChange={onClose} data-testid="add-app">
      {failure !== null && <FailureBox failure={failure} />}
      {failure === null && setup === null && <Skeleton className="h-60 w-full rounded-control" />}
      {setup !== null && <FirstCode setup={setup} onAdded={onAdded} />}
    </Dialog>
  );
}

function FirstCode({ setup, onAdded }: { setup: Setup; onAdded: AddProps['onAdded'] }) {
  const t = factorsText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<z.input<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: { name: t('appName'), code: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ name, code }) => {
    setFailure(null);
    try {
      const body = { name, code, setup: setup.setup };
      onAdded((await api('POST /settings/factors/apps', { body })).recoveryCodes);
    } catch (error) {
      showFieldErrors(error, ['name', 'code'], setError);
      setFailure(failureOf(error, t('addFailed')));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <Picture of={setup.uri} />
      <dl>
        <CopyLine name={t('appSecret')} value={setup.secret} />
      </dl>
      <Field
        label={t('appFirstCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maxLength={11}
        error={errors.code?.message}
        {...register('code')}
      />
      <Field label={t('name')} autoComplete="off" error={errors.name?.message} {...register('name')} />
      <Button type="submit" disabled={isSubmitting} className="justify-self-start">
        {t('addApp')}
      </Button>
    </form>
  );
}

const QUIET_ZONE = 2;

/** A QR code, black on white in both colours of the page: cameras read no other. */
function Picture({ of }: { of: string }) {
  const t = factorsText.useText();
  const { data, size } = encode(of, { border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={t('appPicture')}
      data-uri={of}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-control"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
