import { defineRoute, idParams } from '../define-route.ts';
import { sessionsEndedReply, sessionsReply } from '../settings.ts';

export const sessionRoutes = {
  list: defineRoute('GET /auth/sessions', {
    tag: 'auth',
    access: 'user',
    summary: 'List where the user is signed in',
    reply: sessionsReply,
  }),
  endOthers: defineRoute('DELETE /auth/sessions', {
    tag: 'auth',
    access: 'user',
    summary: 'Sign out every other browser',
    reply: sessionsEndedReply,
    precedence: 'essential',
  }),
  end: defineRoute('DELETE /auth/sessions/{id}', {
    tag: 'auth',
    access: 'user',
    summary: 'Sign out one browser',
    params: idParams,
    reply: sessionsEndedReply,
    precedence: 'essential',
  }),
};
