import { useEffect } from 'react';
import { livePushUrl } from '../lib/api/http.ts';
import { publishLiveEvent, publishLiveGap, useLiveState } from '../lib/live/live-events.ts';
import { openLivePush } from '../lib/live/live-push.ts';
import { overviewPosition } from '../lib/session/overview.ts';
import { queryClient } from '../lib/session/queries.ts';
import { freshToken } from '../lib/api/refresh-session.ts';
import { useSession } from '../lib/session/session.ts';
import { watchToken } from '../lib/api/session-token.ts';
import { isOfAnother } from '../lib/session/token-subject.ts';
import { applyLiveEvent } from './apply-live-event.ts';

/** Keeps live push open while somebody is signed in, and the pages' data true to it. */
export function useLivePush(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    const push = openLivePush({
      url: livePushUrl(),
      token: ownToken,
      begin: overviewPosition,
      openSocket: (url) => new WebSocket(url),
      random: Math.random,
      onEvent: (event) => {
        applyLiveEvent(event);
        publishLiveEvent(event);
      },
      onGap: () => {
        void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'rates' });
        publishLiveGap();
      },
      onState: (state) => useLiveState.setState({ state }),
    });
    const hurry = (): void => push.hurry();
    const wake = (): void => {
      if (document.visibilityState === 'visible') push.hurry();
    };
    const stopWatching = watchToken((token) => {
      if (token !== null) push.renewToken(token.token);
    });
    globalThis.addEventListener('online', hurry);
    document.addEventListener('visibilitychange', wake);
    return () => {
      push.close();
      stopWatching();
      globalThis.removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [isSignedIn]);
}

/**
 * A token of the person whom this page shows. A page that comes back out of the browser's back-forward cache may have
 * heard nothing of a sign-out and a sign-in in another tab: it begins anew, as the one who is signed in now.
 */
async function ownToken(): Promise<string | null> {
  const token = await freshToken();
  const session = useSession.getState();
  if (token === null || session.status !== 'signed-in' || !isOfAnother(token, session.user.id)) return token;
  window.location.reload();
  return null;
}
