import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../lib/api/api-client.ts';
import type { RefusalOf } from '../../lib/api/api-routes.ts';
import { RequestError } from '../../lib/api/http.ts';
import { refreshUser, useSession } from '../../lib/session/session.ts';
import { authText } from '../../texts/auth.ts';
import { confirmText } from '../../texts/confirm.ts';
import { Button } from '../../ui/button.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

const PASSWORD_NEEDED = 'link_password_needed' satisfies RefusalOf<'POST /auth/confirm-email/link'>;

/**
 * Confirms an address by the token of the mailed link. It takes a press, since programs that look through mail open links; and the
 * password where the account is not signed in, since who reads a mail need not be who signed up.
 */
export function ConfirmLink() {
  const t = confirmText.useText();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const isSignedIn = useSession((session) => session.status === 'signed-in');
  const [isOtherAccount, setOtherAccount] = useState(false);
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [state, setState] = useState<'asking' | 'sending' | 'done'>('asking');
  const needsPassword = !isSignedIn || isOtherAccount;

  const confirm = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFailure(null);
    setState('sending');
    try {
      const given = needsPassword && password !== '' ? { password } : {};
      await api('POST /auth/confirm-email/link', { body: { token, ...given } });
      setState('done');
      if (isSignedIn) await refreshUser();
    } catch (error) {
      const isAsked = error instanceof RequestError && error.code === PASSWORD_NEEDED;
      if (isAsked) setOtherAccount(true);
      if (!isAsked || needsPassword) setFailure(failureOf(error, t('failed')));
      setState('asking');
    }
  };

  if (state === 'done') {
    return (
      <Notice kind="success" className="mt-8" action={<ToDashboard />}>
        {t('linkDone')}
      </Notice>
    );
  }
  if (token === '') {
    return (
      <Notice kind="warning" className="mt-8" action={isSignedIn ? <ToDashboard /> : <ToSignIn />}>
        {t('linkNoToken')}
      </Notice>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void confirm(event)} className="mt-8 grid gap-5">
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      {needsPassword && (
        <>
          <PasswordField
            label={t('linkPassword')}
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          <p className="text-note text-muted">{t('linkNoPassword')}</p>
        </>
      )}
      <Button type="submit" size="large" disabled={state === 'sending'}>
        {state === 'sending' ? t('confirming') : t('confirm')}
      </Button>
      {needsPassword && (
        <Button asChild look="link" className="justify-self-start">
          <Link to="/forgot-password">{t('linkNewPassword')}</Link>
        </Button>
      )}
    </form>
  );
}

function ToDashboard() {
  const t = confirmText.useText();
  return (
    <Button asChild size="small">
      <Link to="/dashboard">{t('toDashboard')}</Link>
    </Button>
  );
}

function ToSignIn() {
  const t = authText.useText();
  return (
    <Button asChild size="small">
      <Link to="/login">{t('signIn')}</Link>
    </Button>
  );
}
