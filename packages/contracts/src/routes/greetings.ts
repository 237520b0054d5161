import { z } from 'zod';
import { defineRoute, idParams } from '../define-route.ts';
import { COST_RATE_LIMIT, GREETING_SOUND_RATE_LIMIT, IMPORT_RATE_LIMIT } from '../rate-limit.ts';
import {
  greetingChange,
  greetingDeletedReply,
  greetingReply,
  greetingsReply,
  newRecordedGreeting,
  newSpokenGreeting,
} from '../voicemail/greetings.ts';

export const greetingRoutes = {
  list: defineRoute('GET /greetings', {
    tag: 'voicemail',
    access: 'user',
    summary: 'What the numbers of the account can greet callers with',
    reply: greetingsReply,
  }),
  write: defineRoute('POST /greetings', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Write a greeting that is read out',
    body: newSpokenGreeting,
    status: 201,
    reply: greetingReply,
    isIdempotent: true,
    isConfirmedOnly: true,
    perClient: COST_RATE_LIMIT,
    refusals: ['not_found', 'too_many_greetings'],
  }),
  record: defineRoute('POST /greetings/recordings', {
    tag: 'voicemail',
    access: 'user',
    summary:
      'Send a greeting that was recorded: a WAV file of at most a minute, of one or two channels, at 8 to 48 kHz',
    query: newRecordedGreeting,
    takesFile: true,
    status: 201,
    reply: greetingReply,
    isConfirmedOnly: true,
    perAccount: IMPORT_RATE_LIMIT,
    refusals: [
      'greeting_not_saved',
      'greetings_busy',
      'not_found',
      'sound_cut_short',
      'sound_form_unknown',
      'sound_not_wav',
      'sound_silent',
      'sound_too_long',
      'sound_too_short',
      'too_many_greetings',
    ],
  }),
  sound: defineRoute('GET /greetings/{id}/sound', {
    tag: 'voicemail',
    access: 'user',
    summary: 'A greeting as callers hear it: a WAV file',
    params: idParams,
    perAccount: GREETING_SOUND_RATE_LIMIT,
    produces: ['audio/wav'],
    reply: z.any().describe('A WAV file'),
    refusals: ['greeting_not_spoken', 'sound_unavailable'],
  }),
  change: defineRoute('PATCH /greetings/{id}', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Give a greeting another name, or other words to one that is read out',
    params: idParams,
    body: greetingChange,
    reply: greetingReply,
    refusals: ['greeting_is_recorded'],
  }),
  delete: defineRoute('DELETE /greetings/{id}', {
    tag: 'voicemail',
    access: 'user',
    summary: 'Delete a greeting with its sound; 409 while a number is to play it',
    params: idParams,
    reply: greetingDeletedReply,
    refusals: ['greeting_in_use'],
  }),
};
