import { closeAccountRequest } from '@farline/contracts/settings';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { refundsQuery } from '../../lib/session/refunds-query.ts';
import { forgetSession } from '../../lib/session/session.ts';
import { settingsText } from '../../texts/settings.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Failure, FailureBox, failureOf, showFieldErrors } from '../../ui/failure-box.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SaveFile } from '../../ui/save-file.tsx';
import { closedSentence } from './closed-sentence.ts';
import { Section } from './section.tsx';

/** Everything that is kept about the person, as a file. */
export function ExportPart() {
  const t = settingsText.useText();
  return (
    <Section title={t('exportTitle')} lead={t('exportLead')}>
      <SaveFile path="/settings/export" name="farline-account.json" label={t('exportSave')} />
    </Section>
  );
}

/** The end of the account, after the password. */
export function CloseAccountPart() {
  const t = settingsText.useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title={t('closeTitle')} lead={t('closeLead')}>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {t('closeAsk')}
      </Button>
      <Question open={isAsking} onClose={() => setAsking(false)} />
    </Section>
  );
}

function Question({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = settingsText.useText();
  const usage = useQuery(usageQuery, queryClient);
  const balance = usage.data === undefined ? '…' : formatPrice(usage.data.wallet.balance);
  // Until the server has answered, nobody knows whether there still is an account.
  const [isClosing, setClosing] = useState(false);
  return (
    <Dialog
      title={t('closeQuestion')}
      lead={t('closeBalance', { balance })}
      open={open}
      onOpenChange={() => !isClosing && onClose()}
      data-testid="close-account"
    >
      {open && <Refundable />}
      <CloseForm onClose={onClose} onClosing={setClosing} />
    </Dialog>
  );
}

/** What can still be refunded, and where: nobody can ask for it once the account is closed. */
function Refundable() {
  const t = settingsText.useText();
  const refunds = useQuery(refundsQuery, queryClient);
  if (refunds.data === undefined || Number(refunds.data.refundable.amount) === 0) return null;
  return (
    <div className="mb-5">
      <Notice kind="warning" title={t('closeRefundable', { amount: formatPrice(refunds.data.refundable) })}>
        <Link to="/billing/payments" className="text-accent underline underline-offset-4">
          {t('closeRefund')}
        </Link>
      </Notice>
    </div>
  );
}

function CloseForm({ onClose, onClosing }: { onClose: () => void; onClosing: (isClosing: boolean) => void }) {
  const t = settingsText.useText();
  const shared = sharedText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<z.input<typeof closeAccountRequest>>({
    resolver: zodResolver(closeAccountRequest),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    setFailure(null);
    onClosing(true);
    try {
      const { creditLeft } = await api('POST /settings/close-account', { body });
      const message = closedSentence(creditLeft);
      forgetSession();
      await notify({ type: 'info', message, durationMs: 0 });
    } catch (error) {
      showFieldErrors(error, ['password'], setError);
      setFailure(failureOf(error, t('closeFailed')));
    } finally {
      onClosing(false);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      <PasswordField
        label={t('closePassword')}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="stop" disabled={isSubmitting}>
          {isSubmitting ? t('closing') : t('closeNow')}
        </Button>
        <Button look="quiet" disabled={isSubmitting} onClick={onClose}>
          {shared('cancel')}
        </Button>
      </div>
    </form>
  );
}
