import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { ConfirmLink } from '../features/confirm-email/confirm-link.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { confirmText } from '../texts/confirm.ts';

/** /confirm-email */
export function Page() {
  const t = confirmText.useText();
  usePageTitle(t('linkTitle'));
  return (
    <AuthFrame title={t('linkTitle')} lead={t('linkLead')}>
      <ConfirmLink />
    </AuthFrame>
  );
}
