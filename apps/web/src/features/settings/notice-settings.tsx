import { type NoticeSettings, noticeSettingsChange } from '@farline/contracts/notices';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { writtenAmount } from '../../lib/format/written-amount.ts';
import { settingsText } from '../../texts/settings.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Failed } from '../../ui/failed.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Field } from '../../ui/field.tsx';
import { changedOf, showChanged, showSaved } from './changed-fields.ts';
import { Section } from './section.tsx';
import { noticeSettingsQuery } from './settings-queries.ts';

/** What is told by mail, and when a balance is low. */
export function NoticeSettingsPart({ email }: { email: string }) {
  const t = settingsText.useText();
  const shared = sharedText.useText();
  const settings = useQuery(noticeSettingsQuery, queryClient);
  return (
    <Section title={t('noticesTitle')} lead={t('noticesLead', { email })} data-testid="notice-settings">
      {settings.isPending && <Skeleton className="h-64 w-full rounded-control" />}
      {settings.isError && settings.data === undefined && (
        <Failed
          error={settings.error}
          fallback={t('noticesFailed')}
          safe={shared('nothingChanged')}
          onTryAgain={() => void settings.refetch()}
        />
      )}
      {settings.data !== undefined && <NoticeForm settings={settings.data} />}
    </Section>
  );
}

function NoticeForm({ settings }: { settings: NoticeSettings }) {
  const t = settingsText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const saved = useMemo(() => fieldsOf(settings), [settings]);
  const form = useForm<z.input<typeof noticeSettingsChange>>({
    resolver: zodResolver(noticeSettingsChange),
    defaultValues: saved,
  });
  const { register, handleSubmit, formState, setError, reset, setValue, getFieldState } = form;
  const { errors, isSubmitting, isDirty, dirtyFields } = formState;
  useEffect(() => showChanged({ reset, setValue, getFieldState }, saved), [reset, setValue, getFieldState, saved]);
  const submit = handleSubmit(async (body) => {
    setFailure(null);
    const sent = structuredClone(form.getValues());
    try {
      const reply = await api('PATCH /settings/notices', { body: changedOf(body, dirtyFields) });
      showSaved(form, fieldsOf(reply.settings), sent);
      queryClient.setQueryData(noticeSettingsQuery.queryKey, reply.settings);
      await notify({ type: 'success', message: t('noticesSaved') });
    } catch (error) {
      showFieldErrors(error, ['lowBalanceMark'], setError);
      setFailure(failureOf(error, t('changeFailed')));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-xl gap-5">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <div className="grid gap-3">
        <Checkbox label={t('mailLowBalance')} {...register('mail.lowBalance')} />
        <Checkbox label={t('mailVoicemail')} {...register('mail.voicemail')} />
        <Checkbox label={t('mailMissedCalls')} {...register('mail.missedCalls')} />
        <Checkbox label={t('mailMessages')} {...register('mail.messages')} />
        <Checkbox label={t('mailCalls')} {...register('mail.calls')} />
        <Checkbox label={t('mailPayments')} {...register('mail.payments')} />
        <Checkbox label={t('mailPlan')} {...register('mail.plan')} />
        <Checkbox label={t('mailUnusual')} {...register('mail.unusualSpending')} />
        <Checkbox label={t('mailNewDevice')} {...register('mail.newDevice')} />
      </div>
      <p className="text-note text-muted">{t('mailAlways')}</p>
      <Field
        label={t('lowMark', { currency: settings.lowBalanceMark.currency })}
        hint={t('lowMarkHint')}
        inputMode="decimal"
        autoComplete="off"
        className="max-w-60"
        error={errors.lowBalanceMark?.message}
        {...register('lowBalanceMark', { setValueAs: writtenAmount })}
      />
      <Button type="submit" disabled={isSubmitting || !isDirty} className="justify-self-start">
        {isSubmitting ? t('saving') : t('save')}
      </Button>
    </form>
  );
}

function fieldsOf({ lowBalanceMark, mail }: NoticeSettings) {
  return { lowBalanceMark: lowBalanceMark.amount.replace(/(\.\d\d)0+$/, '$1'), mail };
}
