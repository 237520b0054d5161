import { defineRoute } from '../define-route.ts';
import { overviewReply } from '../overview.ts';

export const overviewRoutes = {
  show: defineRoute('GET /overview', {
    tag: 'auth',
    access: 'user',
    summary: 'Get the current user and everything that the dashboard shows first, in one reply',
    description:
      'Each part is the reply of its own route: /billing/usage, /calls/stats, the five latest of /calls/history, /calls/active, ' +
      '/contacts/names, one of /messages/threads, /notices. A part that isn’t available at the moment is left out; where none is, GET /auth/profile still says who is signed in.',
    reply: overviewReply,
  }),
};
