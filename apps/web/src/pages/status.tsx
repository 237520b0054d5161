import { StatusView } from '../features/status/status-view.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { statusText } from '../texts/status.ts';

/** /status */
export function Page() {
  const t = statusText.useText();
  usePageTitle(t('pageTitle'));
  return (
    <div className="mx-auto max-w-3xl px-5 py-10 sm:px-8 sm:py-14">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="prose-width mb-8 mt-3 text-muted">{t('lead')}</p>
      <StatusView />
    </div>
  );
}
