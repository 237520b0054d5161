import { useEffect } from 'react';
import { PhoneDock } from '../features/phone/index.ts';
import { countryOfClock } from '../lib/format/country-of-zone.ts';
import { guessHome } from '../lib/format/home-country.ts';
import { createPart, whenThere } from '../lib/page/part.ts';
import { whenQuiet } from '../lib/page/when-quiet.ts';
import { useSession } from '../lib/session/session.ts';
import { Apart } from '../ui/later/apart.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { keepFocus } from './keep-focus.ts';
import { loadTheRest } from './load-the-rest.ts';
import { OfflineBar } from './offline-bar.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { Sidebar } from './sidebar.tsx';
import { useFollowNotifications } from './use-follow-notifications.ts';
import { useLivePush } from './use-live-push.ts';
import './other-letters.css';

const outbox = createPart(async () => await import('../features/messages/outbox.ts'));

/** What signed-in people have around every page: live push, the messages that wait to be sent, the sidebar, the phone, and a focus that is never lost. */
export function SignedInFrame() {
  const isSignedIn = useSession((session) => session.status === 'signed-in');
  useLivePush(isSignedIn);
  useEffect(() => (isSignedIn ? sendWhatWaits() : undefined), [isSignedIn]);
  useFollowNotifications();
  useEffect(keepFocus, []);
  useEffect(() => guessHome(countryOfClock()), []);
  useEffect(loadTheRest, []);
  return (
    <>
      <Apart isSilent>{isSignedIn && <Sidebar />}</Apart>
      <Apart isSilent>{isSignedIn && <BottomBar />}</Apart>
      <Apart isSilent>
        <OfflineBar />
      </Apart>
      <Apart>
        <PhoneDock />
      </Apart>
      <Apart isSilent>{isSignedIn && <ProofDialog />}</Apart>
    </>
  );
}

/** Once the page has its first view: what was written without a line is sent now. Gives what stops it. */
function sendWhatWaits(): () => void {
  let stop = whenQuiet(() => {
    stop = whenThere(outbox, ({ startOutbox }) => {
      stop = startOutbox();
    });
  });
  return () => stop();
}
