import type { Greeting } from '@farline/contracts/voicemail/greetings';
import { GREETING_LIMITS } from '@farline/contracts/voicemail/greeting-bounds';
import { type FormEvent, useState } from 'react';
import { notify } from '../../../lib/page/notify.ts';
import { greetingsText } from '../../../texts/greetings.ts';
import { sharedText } from '../../../texts/shared.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Failure, FailureBox, failureOf } from '../../../ui/failure-box.tsx';
import { Field } from '../../../ui/field.tsx';
import { deleteGreeting, renameGreeting } from './greetings-query.ts';

interface ChangeProps {
  greeting: Greeting;
  onClose: () => void;
}

export function RenameGreeting({ greeting, onClose }: ChangeProps) {
  const t = greetingsText.useText();
  const shared = sharedText.useText();
  const [name, setName] = useState(greeting.name);
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFailure(null);
    try {
      await renameGreeting(greeting.id, name);
      onClose();
    } catch (error) {
      setFailure(failureOf(error, t('renameFailed')));
    }
  };
  return (
    <Dialog title={t('renameTitle')} open onOpenChange={onClose} data-testid="rename-greeting">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <FailureBox failure={failure} />
        <Field
          label={t('name')}
          autoComplete="off"
          maxLength={GREETING_LIMITS.nameLength}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" disabled={name.trim() === ''} className="justify-self-start">
          {shared('save')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Asks first. One that a number is to play is not deleted: the server says so. */
export function DeleteGreeting({ greeting, onClose }: ChangeProps) {
  const t = greetingsText.useText();
  const { id, name } = greeting;
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      lead={t('deleteLead')}
      confirm={t('deleteConfirm')}
      failed={t('deleteFailed')}
      act={async () => {
        await deleteGreeting(id);
        onClose();
        await notify({ type: 'success', message: t('deleted', { name }) });
      }}
      onClose={onClose}
      data-testid="delete-greeting"
    />
  );
}
