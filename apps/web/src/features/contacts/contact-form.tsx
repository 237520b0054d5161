import {
  CONTACT_LABELS,
  CONTACT_LIMITS,
  type Contact,
  newContact,
  NUMBERS_AT_MOST,
} from '@farline/contracts/contacts/contacts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useForm, type UseFormSetError } from 'react-hook-form';
import type { z } from 'zod';
import { writeNumber } from '../../lib/format/phone-number.ts';
import { RequestError, sentenceOf } from '../../lib/api/http.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { notify } from '../../lib/page/notify.ts';
import type { Notification } from '../../lib/page/toaster.ts';
import { useStillOpen } from '../../lib/page/use-still-open.ts';
import { contactsText } from '../../texts/contacts.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { notifyFailure } from '../../ui/notify-failure.ts';
import { ContactNumber } from './contact-number.tsx';
import { deleteContact } from './contacts-queries.ts';
import { labelName } from './label-name.ts';
import { addContact, changeContact } from './save-contact.ts';
import { TagsField } from './tags-field.tsx';

type Form = z.input<typeof newContact>;

interface ContactFormProps {
  contact: Contact | null;
  /** What stands in the first field of a new contact. */
  number?: string;
  onDone: () => void;
}

/** A contact to be made or changed; `onDone` closes it. */
export function ContactForm({ contact, number = '', onDone }: ContactFormProps) {
  const t = contactsText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [opened] = useState(() => (contact === null ? emptyForm(number) : written(contact)));
  const { register, control, handleSubmit, formState, setError } = useForm<Form, unknown, z.output<typeof newContact>>({
    resolver: zodResolver(newContact),
    defaultValues: opened,
  });
  // Whoever leaves before the answer may have another contact open by then.
  const isStillOpen = useStillOpen();
  const numbers = useFieldArray({ control, name: 'numbers' });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    setFailure(null);
    try {
      if (contact === null) await addContact(form);
      else await changeContact(contact.id, { opened, form });
      if (isStillOpen()) onDone();
    } catch (error) {
      if (!isStillOpen()) return void notifyFailure(failureOf(error, t('saveFailed')));
      // What a field says already is not said twice.
      if (!isToldByFields(error, setError)) setFailure(failureOf(error, t('saveFailed')));
    }
  });

  const remove = async (): Promise<void> => {
    if (contact === null) return;
    setFailure(null);
    try {
      const bringBack = await deleteContact(contact);
      if (isStillOpen()) onDone();
      await offerUndo({ type: 'info', message: t('deleted', { name: contact.name }) }, bringBack);
    } catch (error) {
      const reason = failureOf(error, t('deleteFailed'));
      if (isStillOpen()) setFailure(reason);
      else void notifyFailure(reason);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <FailureBox failure={failure} />
      <Field label={t('name')} autoComplete="off" error={errors.name?.message} {...register('name')} />
      {numbers.fields.map((field, index) => (
        <div key={field.id} className="grid grid-cols-[1fr_auto] items-start gap-2 sm:grid-cols-[1fr_7.5rem_auto]">
          <ContactNumber
            className="col-span-2 sm:col-span-1"
            watched={{ control, index }}
            error={errors.numbers?.[index]?.number?.message}
            {...register(`numbers.${index}.number`)}
          />
          <Select label={t('label')} {...register(`numbers.${index}.label`)}>
            {labelsWith(field.label).map((label) => (
              <option key={label} value={label}>
                {labelName(label)}
              </option>
            ))}
          </Select>
          <IconButton
            label={t('removeNumber')}
            className="mt-7"
            disabled={numbers.fields.length === 1}
            onClick={() => numbers.remove(index)}
          >
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      ))}
      <AnotherNumber count={numbers.fields.length} onAdd={() => numbers.append({ number: '', label: 'mobile' })} />
      <TagsField control={control} />
      <TextArea label={t('note')} rows={3} autoComplete="off" error={errors.note?.message} {...register('note')} />
      <Checkbox label={t('favourite')} {...register('isFavourite')} />
      <Acts isSubmitting={isSubmitting} onCancel={onDone} onRemove={contact === null ? null : remove} />
    </form>
  );
}

/** Marks each field of the form that was refused; whether there is any. */
function isToldByFields(error: unknown, setError: UseFormSetError<Form>): boolean {
  if (!(error instanceof RequestError)) return false;
  const refused = Object.entries(error.fieldErrors).filter(([field]) => /^(name$|numbers\.\d)/.test(field));
  for (const [field, message] of refused) {
    const index = /^numbers\.(\d+)/.exec(field)?.[1];
    setError(index === undefined ? 'name' : `numbers.${Number(index)}.number`, { message });
  }
  return refused.length > 0;
}

/** Adds a field for a number, up to as many as a contact may have. */
function AnotherNumber({ count, onAdd }: { count: number; onAdd: () => void }) {
  const t = contactsText.useText();
  const isFull = count >= CONTACT_LIMITS.numbersEach;
  return (
    <div>
      <Button look="quiet" size="small" disabled={isFull} onClick={onAdd}>
        <Plus aria-hidden className="size-4" />
        {t('addNumber')}
      </Button>
      {isFull && <p className="mt-1.5 text-note text-muted">{translateSentence(NUMBERS_AT_MOST)}</p>}
    </div>
  );
}

const emptyForm = (number: string): Form => ({
  name: '',
  note: '',
  tags: [],
  isFavourite: false,
  numbers: [{ number: writeNumber(number), label: 'mobile' }],
});

/** A contact with its numbers as people write them. */
const written = (contact: Contact): Form => ({
  ...contact,
  numbers: contact.numbers.map((each) => ({ ...each, number: writeNumber(each.number) })),
});

interface ActsProps {
  isSubmitting: boolean;
  onCancel: () => void;
  /** Null: there is nobody to remove yet. */
  onRemove: (() => Promise<void>) | null;
}

function Acts({ isSubmitting, onCancel, onRemove }: ActsProps) {
  const t = contactsText.useText();
  const shared = sharedText.useText();
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? shared('saving') : shared('save')}
      </Button>
      <Button look="quiet" onClick={onCancel}>
        {shared('cancel')}
      </Button>
      {onRemove !== null && (
        <Button look="plain" className="ms-auto text-stop" onClick={() => void onRemove()}>
          {t('deleteContact')}
        </Button>
      )}
    </div>
  );
}

/** A toast with the way back, which it offers again where that fails. */
async function offerUndo(toast: Notification, bringBack: () => Promise<void>): Promise<void> {
  const press = (): void => {
    bringBack().catch(
      async (error: unknown) =>
        await offerUndo({ type: 'error', message: sentenceOf(error), durationMs: 0 }, bringBack),
    );
  };
  await notify({ ...toast, action: { label: contactsText.say('undo'), press } });
}

function labelsWith(label: string | undefined): readonly string[] {
  const isKnown = label === undefined || CONTACT_LABELS.some((one) => one === label);
  return isKnown ? CONTACT_LABELS : [...CONTACT_LABELS, label];
}
