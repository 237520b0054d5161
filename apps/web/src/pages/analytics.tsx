import { Link } from 'react-router';
import { Analytics } from '../features/analytics/analytics.tsx';
import { openPhone } from '../features/phone/index.ts';
import { useSession } from '../lib/session/session.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { analyticsText } from '../texts/analytics.ts';
import { Button } from '../ui/button.tsx';

/** /analytics */
export function Page() {
  const t = analyticsText.useText();
  usePageTitle(t('pageTitle'));
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="mx-auto max-w-5xl px-5 py-8 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="prose-width mb-6 mt-1.5 text-muted">{t('lead')}</p>
      <Analytics
        homeZone={session.user.timeZone}
        emptyActions={{
          calls: <Button onClick={() => openPhone()}>{t('emptyAction')}</Button>,
          messages: (
            <Button asChild>
              <Link to="/messages">{t('noMessagesAction')}</Link>
            </Button>
          ),
        }}
      />
    </div>
  );
}
