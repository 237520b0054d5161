import { z } from 'zod';
import { RECORDING_RATE_LIMIT, SHARED_RATE_LIMIT } from '../rate-limit.ts';
import { defineRoute, idParams } from '../define-route.ts';
import { newShare, newShareReply, sharedParams, shareParams, sharesReply } from '../voicemail/shares.ts';
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
  one: defineRoute('GET /voicemails/{id}', {
    tag: 'voicemail',
    access: 'user',
    summary: 'One message by itself',
    params: idParams,
    reply: voicemailReply,
  }),
  recording: defineRoute('GET /voicemails/{id}/recording', {
    tag: 'voicemail',
    access: 'user',
    summary: 'The sound of a message: a WAV file',
    params: idParams,
    perAccount: RECORDING_RATE_LIMIT,
    produces: ['audio/wav'],
    reply: z.any().describe('A WAV file'),
    refusals: ['sound_unavailable'],
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
  share: defineRoute('POST /voicemails/{id}/shares', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Make a link by which whoever has it hears a message, for a time',
    params: idParams,
    body: newShare,
    status: 201,
    reply: newShareReply,
    perAccount: RECORDING_RATE_LIMIT,
    refusals: ['too_many_shares'],
  }),
  shares: defineRoute('GET /voicemails/{id}/shares', {
    tag: 'voicemail',
    access: 'user',
    summary: 'The links of a message that stand; what they are is shown when they are made alone',
    params: idParams,
    reply: sharesReply,
  }),
  revokeShare: defineRoute('DELETE /voicemails/{id}/shares/{share}', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Have a link lead nowhere, at once',
    params: shareParams,
    reply: sharesReply,
  }),
  shared: defineRoute('GET /voicemails/shared/{token}', {
    tag: 'voicemail',
    access: 'anyone',
    summary: 'The page of a link, on which one message is heard',
    params: sharedParams,
    perClient: SHARED_RATE_LIMIT,
    produces: ['text/html'],
    reply: z.any().describe('A page'),
    otherReplies: { 404: z.any().describe('For browsers a page that says so; else a problem') },
  }),
  sharedRecording: defineRoute('GET /voicemails/shared/{token}/recording', {
    tag: 'voicemail',
    access: 'anyone',
    summary: 'The sound of the message of a link: a WAV file, or the range of bytes that is asked for',
    params: sharedParams,
    perClient: SHARED_RATE_LIMIT,
    produces: ['audio/wav'],
    reply: z.any().describe('A WAV file'),
    refusals: ['sound_unavailable'],
  }),
};
