import { IvrSimulator } from '../features/ivr-simulator/ivr-simulator.tsx';
import { apiAddress } from '../lib/api/http.ts';
import { useSession } from '../lib/session/session.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { ivrText } from '../texts/ivr-simulator.ts';
import { cx } from '../ui/cx.ts';

/** /calling-cards-ivr-test */
export function Page() {
  const t = ivrText.useText();
  usePageTitle(t('pageTitle'));
  const hasPhone = useSession((session) => session.status === 'signed-in');
  return (
    // The phone is not docked beside a keypad: only its rail keeps its place.
    <div className={cx(hasPhone && 'docked:-me-[21.5rem]')}>
      <div className="mx-auto max-w-5xl px-5 py-10 sm:px-8">
        <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
        <p className="prose-width mb-6 mt-1.5 text-muted">{t('lead')}</p>
        <IvrSimulator statusHost={new URL(apiAddress('/')).origin} />
      </div>
    </div>
  );
}
