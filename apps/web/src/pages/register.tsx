import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { SignUpForm } from '../features/auth/sign-up-form.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { authText } from '../texts/auth.ts';

/** /register */
export function Page() {
  const t = authText.useText();
  usePageTitle(t('signUpTitle'));
  return (
    <AuthFrame title={t('signUpTitle')} lead={t('signUpLead')}>
      <SignUpForm />
    </AuthFrame>
  );
}
