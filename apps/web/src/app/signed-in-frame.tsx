import { type ComponentProps, useEffect } from 'react';
import { PhoneDock } from '../features/phone/index.ts';
import { countryOfClock } from '../lib/format/country-of-zone.ts';
import { guessHome } from '../lib/format/home-country.ts';
import { keepInstallOffer } from '../lib/page/install.ts';
import { createPart } from '../lib/page/part.ts';
import { startWhenQuiet } from '../lib/page/when-quiet.ts';
import { useSession } from '../lib/session/session.ts';
import { ErrorBoundary } from '../ui/later/error-boundary.tsx';
import { later } from '../ui/later/later.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { keepFocus } from './keep-focus.ts';
import { loadTheRest } from './load-the-rest.ts';
import { OfflineBar } from './offline-bar.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { InFront } from './in-front/in-front.tsx';
import { Sidebar } from './sidebar.tsx';
import { useFollowNotifications } from './use-follow-notifications.ts';
import { useLivePush } from './use-live-push.ts';
import './other-letters.css';

const outbox = createPart(async () => await import('../features/messages/outbox.ts'));

const BesideCall = later(async () => (await import('./in-front/beside-call.tsx')).BesideCall, {
  missing: 'nothing',
});

/** Once somebody types. */
const FieldResults = later(async () => (await import('./search/field-results.tsx')).FieldResults);

const beside: ComponentProps<typeof PhoneDock>['beside'] = (slot) =>
  slot.is === 'found' ? <FieldResults typed={slot.typed} /> : <BesideCall slot={slot} />;

/** What signed-in people have around every page: live push, the messages that wait to be sent, the sidebar, the phone, and a focus that is never lost. */
export function SignedInFrame() {
  const isSignedIn = useSession((session) => session.status === 'signed-in');
  useLivePush(isSignedIn);
  // Once the page has its first view: what was written without a line is sent then.
  useEffect(() => (isSignedIn ? startWhenQuiet(outbox, ({ startOutbox }) => startOutbox()) : undefined), [isSignedIn]);
  useFollowNotifications();
  useEffect(keepFocus, []);
  useEffect(keepInstallOffer, []);
  useEffect(() => guessHome(countryOfClock()), []);
  useEffect(loadTheRest, []);
  return (
    <>
      <ErrorBoundary isSilent>{isSignedIn && <Sidebar />}</ErrorBoundary>
      <ErrorBoundary isSilent>{isSignedIn && <BottomBar />}</ErrorBoundary>
      <ErrorBoundary isSilent>
        <OfflineBar />
      </ErrorBoundary>
      <ErrorBoundary>
        <PhoneDock beside={beside} />
      </ErrorBoundary>
      <ErrorBoundary isSilent>{isSignedIn && <ProofDialog />}</ErrorBoundary>
      <ErrorBoundary isSilent>{isSignedIn && <InFront />}</ErrorBoundary>
    </>
  );
}
