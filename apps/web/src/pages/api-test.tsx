import { ApiTestPanel } from '../features/api-test/api-test-panel.tsx';
import { apiAddress } from '../lib/api/http.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { apiTestText } from '../texts/api-test.ts';

/** /api-test */
export function Page() {
  const t = apiTestText.useText();
  usePageTitle(t('pageTitle'));
  return (
    <div className="mx-auto max-w-3xl px-5 py-10 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="prose-width mb-6 mt-1.5 break-words text-muted">
        {t('lead', { host: new URL(apiAddress('/')).host })}
      </p>
      <ApiTestPanel />
    </div>
  );
}
