import { useSearchParams } from 'react-router';
import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { ConfirmLink } from '../features/confirm-email/confirm-link.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { confirmText } from '../texts/confirm.ts';

/** /confirm-email */
export function Page() {
  const t = confirmText.useText();
  usePageTitle(t('linkTitle'));
  const [search] = useSearchParams();
  const hasToken = (search.get('token') ?? '') !== '';
  return (
    <AuthFrame title={t('linkTitle')} lead={hasToken ? t('linkLead') : undefined}>
      <ConfirmLink />
    </AuthFrame>
  );
}
