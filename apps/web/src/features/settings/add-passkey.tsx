import { factorChange } from '@farline/contracts/factors';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { isRefused } from '../../lib/api/is-refused.ts';
import { makePasskey, NoPasskey } from '../../lib/session/passkeys.ts';
import { factorsText } from '../../texts/factors.ts';
import { proofText } from '../../texts/proof.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';

interface AddProps {
  /** There was no second factor when this was opened: the first brings the recovery codes. */
  isFirst: boolean;
  onClose: () => void;
  onAdded: (recoveryCodes: string[] | null) => void;
}

/** Asks for a name, and has the browser make a passkey. */
export function AddPasskey({ isFirst, onClose, onAdded }: AddProps) {
  const t = factorsText.useText();
  const proof = proofText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isUnanswered, setUnanswered] = useState(false);
  const { register, handleSubmit, formState, setError } = useForm<z.input<typeof factorChange>>({
    resolver: zodResolver(factorChange),
    defaultValues: { name: t('passkeyName') },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ name }) => {
    setFailure(null);
    try {
      onAdded(await add(name, isFirst && isUnanswered));
    } catch (error) {
      if (!(error instanceof NoPasskey) && !isRefused(error)) setUnanswered(true);
      showFieldErrors(error, ['name'], setError);
      const why = error instanceof NoPasskey ? { sentence: proof(`passkey_${error.why}`) } : null;
      setFailure(why ?? failureOf(error, t('addFailed')));
    }
  });
  return (
    <Dialog title={t('passkeyTitle')} lead={t('passkeyLead')} open onOpenChange={onClose} data-testid="add-passkey">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <div className="contents">
          <FailureBox failure={failure} />
        </div>
        <Field
          label={t('name')}
          hint={t('passkeyNameHint')}
          autoComplete="off"
          error={errors.name?.message}
          {...register('name')}
        />
        <Button type="submit" disabled={isSubmitting} className="justify-self-start">
          {isSubmitting ? proof('checking') : t('makePasskey')}
        </Button>
      </form>
    </Dialog>
  );
}

/**
 * Has the browser make a passkey, adds it, and gives the recovery codes that came with it. `mayBeAdded`: a try went unanswered, and
 * a device that says it has the first passkey has that one; nobody has seen its codes, and new ones take their place.
 */
async function add(name: string, mayBeAdded: boolean): Promise<string[] | null> {
  const { options } = await api('POST /settings/factors/passkey-options');
  try {
    const body = { name, credential: await makePasskey(options) };
    return (await api('POST /settings/factors/passkeys', { body })).recoveryCodes;
  } catch (error) {
    if (!mayBeAdded || !(error instanceof NoPasskey) || error.why !== 'known') throw error;
    return (await api('POST /settings/factors/recovery-codes')).recoveryCodes;
  }
}
