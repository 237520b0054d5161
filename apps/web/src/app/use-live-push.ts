import type { LiveEvent } from '@farline/contracts/live';
import { useEffect } from 'react';
import { livePushUrl } from '../lib/http.ts';
import { publishLiveEvent, publishLiveGap, useLiveState } from '../lib/live-events.ts';
import { openLivePush } from '../lib/live-push.ts';
import { callDetailQuery, queryClient, usageQuery } from '../lib/queries.ts';
import { freshToken } from '../lib/refresh-session.ts';
import { refreshUser } from '../lib/session.ts';
import { watchToken } from '../lib/session-token.ts';

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
        applyToCache(event);
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

function applyToCache(event: LiveEvent): void {
  switch (event.type) {
    case 'wallet.changed':
      queryClient.setQueryData(usageQuery.queryKey, (usage) =>
        usage === undefined ? usage : { ...usage, balance: Number(event.wallet.balance.amount), wallet: event.wallet },
      );
      // What calls hold and cost counts against the limits; asked again where it is on the screen.
      void queryClient.invalidateQueries({ queryKey: ['limits', 'all'] });
      return;
    case 'plan.changed':
    case 'allowance.changed':
      void queryClient.invalidateQueries({ queryKey: ['billing', 'subscription'] });
      void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey });
      if (event.type === 'plan.changed') void refreshUser();
      return;
    case 'call.changed':
      void queryClient.invalidateQueries({ queryKey: ['calls', 'history'] });
      void queryClient.invalidateQueries({ queryKey: callDetailQuery(event.call.id).queryKey });
      if (event.call.endedAt === null) return;
      void queryClient.invalidateQueries({ queryKey: ['calls', 'stats'] });
      void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey });
      return;
    case 'notice.changed':
      void queryClient.invalidateQueries({ queryKey: ['notices'] });
      return;
    case 'invoices.changed':
      void queryClient.invalidateQueries({ queryKey: ['billing', 'invoices'] });
      return;
    case 'limits.changed':
      void queryClient.invalidateQueries({ queryKey: ['limits'] });
      return;
    case 'contacts.changed':
      void queryClient.invalidateQueries({ queryKey: ['contacts'] });
      return;
  }
}
