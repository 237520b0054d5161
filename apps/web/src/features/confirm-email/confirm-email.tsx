import type { User } from '@farline/contracts/auth';
import { MailCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { confirmText } from '../../texts/confirm.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { later } from '../../ui/later/later.tsx';
import { CancelChange } from './cancel-change.tsx';
import { CodeForm } from './code-form.tsx';
import { Resend } from './resend.tsx';

const RightAddress = later(async () => (await import('./right-address.tsx')).RightAddress);

/** As long as the server wants between two codes. */
const WAIT_MS = 60_000;

/** Where the code of the mail is typed, while an address waits for it; otherwise nothing. */
export function ConfirmEmail({ user }: { user: User }) {
  const t = confirmText.useText();
  const titleId = useId();
  const email = user.emailConfirmed ? user.pendingEmail : user.email;
  if (email === null) return null;
  const isPending = user.emailConfirmed;
  return (
    <Card aria-labelledby={titleId} data-testid="confirm-email" className="border-2 border-accent-line">
      <h2 id={titleId} className="flex items-center gap-2.5 text-title font-semibold">
        <MailCheck aria-hidden className="size-6 shrink-0 text-accent" />
        {t(isPending ? 'pendingTitle' : 'title')}
      </h2>
      <p className="prose-width mt-1.5 text-muted wrap-anywhere">{t(isPending ? 'pendingLead' : 'lead', { email })}</p>
      <Code key={email} email={email} isPending={isPending} sentAtMs={isPending ? 0 : Date.parse(user.createdAt)} />
    </Card>
  );
}

/** The code that was sent to an address, or another one. */
function Code({ email, isPending, sentAtMs }: { email: string; isPending: boolean; sentAtMs: number }) {
  const t = confirmText.useText();
  const [againAtMs, setAgainAtMs] = useState(sentAtMs + WAIT_MS);
  const [isCorrecting, setCorrecting] = useState(false);
  return (
    <>
      <CodeForm key={againAtMs} />
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Resend key={againAtMs} email={email} againAtMs={againAtMs} onSent={setAgainAtMs} />
        {isPending ? (
          <CancelChange />
        ) : (
          <Button look="link" aria-expanded={isCorrecting} onClick={() => setCorrecting(!isCorrecting)}>
            {t('wrongAddress')}
          </Button>
        )}
      </div>
      {isCorrecting && !isPending && (
        <RightAddress email={email} onSent={setAgainAtMs} onDone={() => setCorrecting(false)} />
      )}
    </>
  );
}
