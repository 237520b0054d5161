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
    summary: 'List the messages that callers left, newest first',
    query: voicemailsQuery,
    reply: voicemailsReply,
  }),
  one: defineRoute('GET /voicemails/{id}', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Get a voicemail message',
    params: idParams,
    reply: voicemailReply,
  }),
  recording: defineRoute('GET /voicemails/{id}/recording', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Get the sound of a message: a WAV file',
    params: idParams,
    perAccount: RECORDING_RATE_LIMIT,
    produces: ['audio/wav'],
    reply: z.any().describe('A WAV file'),
    refusals: ['sound_unavailable'],
  }),
  change: defineRoute('PATCH /voicemails/{id}', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Mark a message as heard or as new',
    params: idParams,
    body: voicemailChange,
    reply: voicemailReply,
  }),
  delete: defineRoute('DELETE /voicemails/{id}', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Delete a message and its sound permanently',
    params: idParams,
    reply: voicemailDeletedReply,
  }),
  share: defineRoute('POST /voicemails/{id}/shares', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Create a link that lets whoever has it hear a message for a time',
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
    summary: 'List the links of a message that still work; the links themselves are shown only when they’re created',
    params: idParams,
    reply: sharesReply,
  }),
  revokeShare: defineRoute('DELETE /voicemails/{id}/shares/{share}', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Disable a link at once',
    params: shareParams,
    reply: sharesReply,
  }),
  shared: defineRoute('GET /voicemails/shared/{token}', {
    tag: 'voicemail',
    access: 'anyone',
    summary: 'Get the page of a link, where one message can be heard',
    params: sharedParams,
    perClient: SHARED_RATE_LIMIT,
    produces: ['text/html'],
    reply: z.any().describe('A page'),
    otherReplies: { 404: z.any().describe('For browsers a page that says so; else a problem') },
  }),
  sharedRecording: defineRoute('GET /voicemails/shared/{token}/recording', {
    tag: 'voicemail',
    access: 'anyone',
    summary: 'Get the sound of a link’s message: a WAV file, or the requested range of bytes',
    params: sharedParams,
    perClient: SHARED_RATE_LIMIT,
    produces: ['audio/wav'],
    reply: z.any().describe('A WAV file'),
    refusals: ['sound_unavailable'],
  }),
};
