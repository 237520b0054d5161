import { useEffect, useMemo } from 'react';
import { useSession } from '../../../lib/session/session.ts';
import { webrtcText } from '../../../texts/webrtc-test.ts';
import { echoLine } from './call-echo.ts';
import { LivePanel } from './live-panel.tsx';

/** The live test, by the account of whoever is signed in, else as a visitor. `startsAtOnce`: somebody has pressed for it already. */
export function EchoTest({ id, startsAtOnce = false }: { id: string; startsAtOnce?: boolean }) {
  const t = webrtcText.useText();
  const isSignedIn = useSession((session) => session.status === 'signed-in');
  const line = useMemo(() => echoLine(isSignedIn), [isSignedIn]);
  useEffect(() => {
    if (startsAtOnce) document.getElementById(id)?.scrollIntoView({ block: 'start' });
  }, [id, startsAtOnce]);
  return <LivePanel id={id} line={line} limits={isSignedIn ? null : t('guestNote')} startsAtOnce={startsAtOnce} />;
}
