import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { ResetPasswordForm } from '../features/auth/reset-password-form.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { authText } from '../texts/auth.ts';

/** /reset-password */
export function Page() {
  const t = authText.useText();
  usePageTitle(t('resetTitle'));
  return (
    <AuthFrame title={t('resetTitle')} lead={t('resetLead')}>
      <ResetPasswordForm />
    </AuthFrame>
  );
}
