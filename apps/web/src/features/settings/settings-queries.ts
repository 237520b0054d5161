import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';

/** Where the person is signed in, and when each was last seen. */
export const sessionsQuery = queryOptions({
  queryKey: ['settings', 'sessions'],
  queryFn: async () => (await api('GET /auth/sessions')).sessions,
  // What other devices do is not pushed: asked anew on each visit.
  staleTime: 0,
});

/** The SIP phones of the account, and where they register. */
export const sipPhonesQuery = queryOptions({
  queryKey: ['settings', 'sip-phones'],
  queryFn: () => api('GET /settings/sip-phones'),
  // Only the telephone engine knows who registers, and nothing is pushed of it: a phone that is being set up is seen to.
  staleTime: 0,
  refetchInterval: 15_000,
});

/** The browsers that are told of things while no page is open, and the key that this one asks its push service with. */
export const pushQuery = queryOptions({
  queryKey: ['settings', 'push'],
  queryFn: async () => await api('GET /settings/push'),
  // What other browsers do is not pushed: asked anew on each visit.
  staleTime: 0,
});

/** What is told by mail and by push. */
export const noticeSettingsQuery = queryOptions({
  queryKey: ['settings', 'notices'],
  queryFn: async () => (await api('GET /settings/notices')).settings,
  // What another device changes is not pushed.
  staleTime: 0,
});
