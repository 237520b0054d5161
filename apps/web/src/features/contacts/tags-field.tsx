import { tagsOfLine } from '@farline/contracts/contacts/contact-tags';
import type { newContact } from '@farline/contracts/contacts/contacts';
import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import type { z } from 'zod';
import { contactsText } from '../../texts/contacts.ts';
import { Field } from '../../ui/field.tsx';

type FormControl = Control<z.input<typeof newContact>, unknown, z.output<typeof newContact>>;

/** The tags of a contact, written in one line with commas between them. */
export function TagsField({ control }: { control: FormControl }) {
  const t = contactsText.useText();
  const { field, formState } = useController({ control, name: 'tags' });
  const { ref, name, value = [], onBlur, onChange } = field;
  const [line, setLine] = useState(value.join(', '));
  const wrong = formState.errors.tags;
  return (
    <Field
      ref={ref}
      name={name}
      label={t('tags')}
      hint={t('tagsHint')}
      autoComplete="off"
      error={wrong?.message ?? wrong?.find?.((each) => each !== undefined)?.message}
      value={line}
      onBlur={onBlur}
      onChange={({ target }) => {
        setLine(target.value);
        onChange(tagsOfLine(target.value));
      }}
    />
  );
}
