import { defineRoute } from '../define-route.ts';
import { overviewReply } from '../overview.ts';

export const overviewRoutes = {
  show: defineRoute('GET /overview', {
    tag: 'auth',
    access: 'user',
    summary: 'Who is signed in, and all that the dashboard shows first, in one answer',
    description:
      'Each part is what its own route answers: /billing/usage, /calls/stats, the five latest of /calls/history, /calls/active, ' +
      '/contacts/names, one of /messages/threads, /notices. A part that cannot be had at this moment is left out.',
    reply: overviewReply,
    // Its parts are refused one by one, by the precedence of their own routes.
    precedence: 'essential',
  }),
};
