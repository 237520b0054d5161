import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { SignInForm } from '../features/auth/sign-in-form.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { authText } from '../texts/auth.ts';

/** /login */
export function Page() {
  const t = authText.useText();
  usePageTitle(t('signInTitle'));
  return (
    <AuthFrame title={t('signInTitle')} lead={t('signInLead')}>
      <SignInForm />
    </AuthFrame>
  );
}
