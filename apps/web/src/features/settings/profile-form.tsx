import { profileUpdate, type User } from '@farline/contracts/auth';
import { validationMessages } from '@farline/contracts/validation-messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { writeNumber } from '../../lib/format/phone-number.ts';
import { api } from '../../lib/api/api-client.ts';
import { notify } from '../../lib/page/notify.ts';
import { replaceUser } from '../../lib/session/session.ts';
import { confirmText } from '../../texts/confirm.ts';
import { settingsText } from '../../texts/settings.ts';
import { Button } from '../../ui/button.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { firstCountry, PhoneField, readingPhone } from '../../ui/phone-field.tsx';
import { UnsavedChanges } from '../../ui/unsaved/unsaved-changes.tsx';
import { changedOf, showChanged, showSaved } from './changed-fields.ts';
import { Section } from './section.tsx';

const { firstName, lastName, email, phone, country } = profileUpdate.shape;
const fields = z.object({ firstName, lastName, email, phone, country: country.unwrap(), currentPassword: z.string() });
type Fields = z.input<typeof fields>;

const EMAIL = { type: 'email', autoComplete: 'email' } as const;

/** Somebody's form: only another address than the one that they confirmed needs the password. */
function profileForm({ email: address, emailConfirmed }: User) {
  return fields.superRefine((form, context) => {
    if (!emailConfirmed || !isOther(form.email, address) || form.currentPassword !== '') return;
    context.addIssue({ code: 'custom', path: ['currentPassword'], message: validationMessages.passwordRequired });
  });
}

const isOther = (typed: string | undefined, address: string) => typed?.trim() !== address;

/** The form of somebody, with what changes about them elsewhere. */
function useProfileForm(user: User) {
  const saved = useMemo(() => fieldsOf(user), [user]);
  const form = useForm<Fields>({
    resolver: readingPhone(zodResolver(profileForm(user), undefined, { raw: true })),
    defaultValues: saved,
  });
  const { reset, setValue, getFieldState } = form;
  useEffect(() => showChanged({ reset, setValue, getFieldState }, saved), [reset, setValue, getFieldState, saved]);
  return form;
}

/** Name, address and phone of the person. */
export function ProfileForm({ user }: { user: User }) {
  const t = settingsText.useText();
  const confirming = confirmText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useProfileForm(user);
  const { register, handleSubmit, control, formState, setError, trigger, setValue } = form;
  const { errors, isSubmitting, isDirty, dirtyFields } = formState;
  const changesAddress = isOther(useWatch({ control, name: 'email' }), user.email);
  const needsPassword = changesAddress && user.emailConfirmed;

  const [typedPhone, country] = useWatch({ control, name: ['phone', 'country'] });
  const chooseCountry = (chosen: string): void => {
    setValue('country', chosen, { shouldDirty: true });
    if (formState.isSubmitted) void trigger('phone');
  };

  const submit = handleSubmit(async ({ currentPassword, ...person }) => {
    setFailure(null);
    const sent = structuredClone(form.getValues());
    try {
      const { user: changed } = await api('PATCH /auth/profile', {
        body: { ...changesOf(person, dirtyFields), ...(needsPassword ? { currentPassword } : {}) },
      });
      showSaved(form, fieldsOf(changed), sent);
      replaceUser(changed);
      // Another letter case alone counts at once, and no code is sent for it.
      const asked = changed.emailConfirmed ? changed.pendingEmail : changed.email;
      const isSent = changesAddress && asked !== null && !isOther(person.email, asked);
      await notify({ type: 'success', message: isSent ? confirming('sentThere', { email: asked }) : t('personSaved') });
    } catch (error) {
      showFieldErrors(error, ['firstName', 'lastName', 'email', 'phone', 'currentPassword'], setError);
      setFailure(failureOf(error, t('changeFailed')));
    }
  });

  return (
    <Section title={t('personTitle')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-xl gap-5">
        <div className="contents">
          <FailureBox failure={failure} />
        </div>
        <div className="grid gap-5 @xl:grid-cols-2 @xl:gap-3">
          <Field
            label={t('firstName')}
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register('firstName')}
          />
          <Field
            label={t('lastName')}
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register('lastName')}
          />
        </div>
        <Field
          label={t('email')}
          hint={t('emailHint')}
          {...EMAIL}
          error={errors.email?.message}
          {...register('email')}
        />
        {needsPassword ? (
          <PasswordField
            label={t('emailPassword')}
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
          />
        ) : null}
        <PhoneField
          typed={typedPhone ?? ''}
          country={country ?? 'US'}
          onCountry={chooseCountry}
          className="gap-5 @xl:grid-cols-[15rem_1fr] @xl:gap-3"
          error={errors.phone?.message}
          {...register('phone')}
        />
        <SavePerson isSubmitting={isSubmitting} isDirty={isDirty} />
      </form>
    </Section>
  );
}

function SavePerson({ isSubmitting, isDirty }: { isSubmitting: boolean; isDirty: boolean }) {
  const t = settingsText.useText();
  return (
    <>
      {isDirty && <UnsavedChanges />}
      <Button type="submit" disabled={isSubmitting || !isDirty} className="justify-self-start">
        {isSubmitting ? t('saving') : t('save')}
      </Button>
    </>
  );
}

/** What was changed of somebody. A number goes with the country that it was read in. */
function changesOf(person: Omit<Fields, 'currentPassword'>, dirty: { phone?: boolean }): Partial<typeof person> {
  const { phone, country } = person;
  return { ...changedOf(person, dirty), ...(dirty.phone === true ? { phone, country } : {}) };
}

function fieldsOf(user: User): Fields {
  const { firstName, lastName, email, phone } = user;
  return {
    firstName,
    lastName,
    email,
    phone: writeNumber(phone ?? ''),
    country: firstCountry(user),
    currentPassword: '',
  };
}
