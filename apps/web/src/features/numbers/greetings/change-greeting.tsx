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
import { GreetingWords, type Language } from './greeting-words.tsx';
import { changeGreeting, deleteGreeting } from './greetings-query.ts';

interface ChangeProps {
  greeting: Greeting;
  onClose: () => void;
}

/** Another name for a greeting; of one that is read out, other words. */
export function ChangeGreeting({ greeting, onClose }: ChangeProps) {
  const t = greetingsText.useText();
  const shared = sharedText.useText();
  const isSpoken = greeting.kind === 'spoken';
  const [name, setName] = useState(greeting.name);
  const [spoken, setSpoken] = useState(wordsOf(greeting));
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    setFailure(null);
    const text = spoken.words.trim();
    if (isSpoken && text === '') return;
    setBusy(true);
    try {
      await changeGreeting(greeting.id, isSpoken ? { name, language: spoken.language, text } : { name });
      onClose();
    } catch (error) {
      setFailure(failureOf(error, t(isSpoken ? 'saveFailed' : 'renameFailed')));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t(isSpoken ? 'changeTitle' : 'renameTitle')}
      open
      onOpenChange={() => !isBusy && onClose()}
      data-testid="change-greeting"
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <FailureBox failure={failure} />
        {isSpoken && (
          <GreetingWords
            {...spoken}
            isChecked={isChecked}
            onChange={(part) => setSpoken((before) => ({ ...before, ...part }))}
          />
        )}
        <Field
          label={t('name')}
          autoComplete="off"
          maxLength={GREETING_LIMITS.nameLength}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" disabled={isBusy || name.trim() === ''} className="justify-self-start">
          {shared('save')}
        </Button>
      </form>
    </Dialog>
  );
}

const wordsOf = (greeting: Greeting): { language: Language; words: string } =>
  greeting.kind === 'spoken' ? { language: greeting.language, words: greeting.text } : { language: 'en', words: '' };

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
