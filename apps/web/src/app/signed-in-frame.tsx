import { useEffect } from 'react';
import { startOutbox } from '../features/messages/outbox.ts';
import { PhoneDock } from '../features/phone/index.ts';
import { countryOfClock } from '../lib/format/country-of-zone.ts';
import { guessHome } from '../lib/format/home-country.ts';
import { useSession } from '../lib/session/session.ts';
import { BottomBar } from './bottom-bar.tsx';
import { keepFocus } from './keep-focus.ts';
import { OfflineBar } from './offline-bar.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { Sidebar } from './sidebar.tsx';
import { useFollowNotifications } from './use-follow-notifications.ts';
import { useLivePush } from './use-live-push.ts';
import './other-letters.css';

/** What signed-in people have around every page: live push, the messages that wait to be sent, the sidebar, the phone, and a focus that is never lost. */
export function SignedInFrame() {
  const isSignedIn = useSession((session) => session.status === 'signed-in');
  useLivePush(isSignedIn);
  useEffect(() => (isSignedIn ? startOutbox() : undefined), [isSignedIn]);
  useFollowNotifications();
  useEffect(keepFocus, []);
  useEffect(() => guessHome(countryOfClock()), []);
  // When the network goes, what is to be said of it must be there already.
  useEffect(
    () =>
      void Promise.allSettled([
        import('./toaster.tsx'),
        import('./unreachable.tsx'),
        import('../lib/page/show-toast.ts'),
      ]),
    [],
  );
  return (
    <>
      {isSignedIn && <Sidebar />}
      {isSignedIn && <BottomBar />}
      <OfflineBar />
      <PhoneDock />
      {isSignedIn && <ProofDialog />}
    </>
  );
}
