import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { ForgotPasswordForm } from '../features/auth/forgot-password-form.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { authText } from '../texts/auth.ts';

/** /forgot-password */
export function Page() {
  const t = authText.useText();
  usePageTitle(t('forgotTitle'));
  return (
    <AuthFrame title={t('forgotTitle')} lead={t('forgotLead')}>
      <ForgotPasswordForm />
    </AuthFrame>
  );
}
