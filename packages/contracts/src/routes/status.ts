import { health } from '../auth.ts';
import { defineRoute } from '../define-route.ts';
import { HEALTH_RATE_LIMIT } from '../rate-limit.ts';
import { databaseTestReply, speechTestReply, statusReply } from '../status.ts';

export const statusRoutes = {
  speech: defineRoute('GET /polly-test', {
    tag: 'health',
    access: 'anyone',
    summary: 'Check that speech synthesis works',
    reply: speechTestReply,
    otherReplies: { 503: speechTestReply },
    isAtRoot: true,
    precedence: 'essential',
  }),
  database: defineRoute('GET /db-test', {
    tag: 'health',
    access: 'anyone',
    summary: 'Check that the database can be written and read',
    reply: databaseTestReply,
    otherReplies: { 503: databaseTestReply },
    isAtRoot: true,
    precedence: 'essential',
  }),
  status: defineRoute('GET /status', {
    tag: 'health',
    access: 'anyone',
    summary: 'Get measured availability; a browser that opens this address gets the page',
    reply: statusReply,
    otherReplies: { 503: statusReply },
    isAtRoot: true,
    precedence: 'essential',
  }),
};

export const healthRoutes = {
  health: defineRoute('GET /health', {
    tag: 'health',
    access: 'anyone',
    summary: 'Check that this server works',
    reply: health,
    otherReplies: { 503: health },
    isAtRoot: true,
    precedence: 'essential',
    perClient: HEALTH_RATE_LIMIT,
  }),
};
