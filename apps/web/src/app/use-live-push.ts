import { useEffect } from 'react';
import { livePushUrl } from '../lib/http.ts';
import { publishLiveEvent, publishLiveGap, useLiveState } from '../lib/live-events.ts';
import { openLivePush } from '../lib/live-push.ts';
import { queryClient } from '../lib/queries.ts';
import { freshToken } from '../lib/refresh-session.ts';
import { watchToken } from '../lib/session-token.ts';
import { applyLiveEvent } from './apply-live-event.ts';

/** Keeps live push open while somebody is signed in, and the pages' data true to it. */
export function useLivePush(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    const push = openLivePush({
      url: livePushUrl(),
      token: freshToken,
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
