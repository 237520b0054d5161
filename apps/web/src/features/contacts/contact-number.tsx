import type { newContact } from '@farline/contracts/contacts/contacts';
import type { ComponentProps } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { homeCountry } from '../../lib/format/home-country.ts';
import { readNumber } from '../../lib/format/phone-number.ts';
import { contactsText } from '../../texts/contacts.ts';
import { Field } from '../../ui/field.tsx';
import { Flag } from '../../ui/flag.tsx';

interface ContactNumberProps extends Pick<ComponentProps<typeof Field>, 'className' | 'error' | 'name' | 'ref'> {
  /** Which number of the form it is. */
  watched: { control: Control<z.input<typeof newContact>, unknown, z.output<typeof newContact>>; index: number };
}

/** A number of a contact, read as the phone reads it: with the flag of its country, and below it the number where it is typed otherwise. */
export function ContactNumber({ watched: { control, index }, ...rest }: ContactNumberProps) {
  const t = contactsText.useText();
  const typed = useWatch({ control, name: `numbers.${index}.number` });
  const home = homeCountry();
  const read = readNumber(typed, home);
  const country = read.is === 'number' || read.is === 'incomplete' ? read.countryCode : home;
  const isReadOtherwise = read.is === 'number' && read.international !== typed.trim();
  return (
    <Field
      label={t('number')}
      type="tel"
      autoComplete="off"
      start={<Flag countryCode={country ?? null} />}
      {...(isReadOtherwise ? { hint: t('numberRead', { number: read.international }) } : {})}
      {...rest}
    />
  );
}
