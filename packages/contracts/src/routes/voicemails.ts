import { z } from 'zod';
import { RECORDING_RATE_LIMIT } from '../rate-limit.ts';
import { defineRoute, idParams } from '../define-route.ts';
import {
  voicemailChange,
  voicemailDeletedReply,
  voicemailReply,
  voicemailsQuery,
  voicemailsReply,
} from '../voicemail/voicemails.ts';

export const voicemailRoutes = {
  list: defineRoute('GET /voicemails', {
    tag: 'voicemail',
    access: 'user',
    summary: 'The messages that callers left, newest first',
    query: voicemailsQuery,
    reply: voicemailsReply,
  }),
  recording: defineRoute('GET /voicemails/{id}/recording', {
    tag: 'voicemail',
    access: 'user',
    summary: 'The sound of a message: a WAV file',
    params: idParams,
    perAccount: RECORDING_RATE_LIMIT,
    produces: ['audio/wav'],
    reply: z.any().describe('A WAV file'),
  }),
  change: defineRoute('PATCH /voicemails/{id}', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Say that a message was heard, or was not',
    params: idParams,
    body: voicemailChange,
    reply: voicemailReply,
  }),
  delete: defineRoute('DELETE /voicemails/{id}', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Delete a message with its sound, for good',
    params: idParams,
    reply: voicemailDeletedReply,
  }),
};
