import { IvrSimulator } from '../features/ivr-simulator/ivr-simulator.tsx';
import { apiAddress } from '../lib/api/http.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { ivrText } from '../texts/ivr-simulator.ts';

/** /calling-cards-ivr-test */
export function Page() {
  const t = ivrText.useText();
  usePageTitle(t('pageTitle'));
  return (
    <div className="mx-auto max-w-5xl px-5 py-10 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="prose-width mb-6 mt-1.5 text-muted">{t('lead')}</p>
      <IvrSimulator statusHost={new URL(apiAddress('/')).origin} />
    </div>
  );
}
