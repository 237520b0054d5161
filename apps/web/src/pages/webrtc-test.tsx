import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { EchoTest } from '../features/phone/live-test/echo-test.tsx';
import { ConnectionTestView } from '../features/webrtc-test/connection-test-view.tsx';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { webrtcText } from '../texts/webrtc-test.ts';

/** Where the landing page leads without a script: on a telephone it lies below the rest. */
const LIVE_TEST = 'live-test';

/** /webrtc-test and /webrtc-test#live-test */
export function Page() {
  const t = webrtcText.useText();
  usePageTitle(t('pageTitle'));
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${LIVE_TEST}`) document.getElementById(LIVE_TEST)?.scrollIntoView({ block: 'nearest' });
  }, [hash]);
  return (
    <div className="mx-auto max-w-5xl px-5 py-10 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="prose-width mb-6 mt-1.5 text-muted">{t('lead')}</p>
      <ConnectionTestView beside={<EchoTest id={LIVE_TEST} />} />
    </div>
  );
}
