import { z } from 'zod';
import { profileReply } from '../auth.ts';
import { defineRoute } from '../define-route.ts';
import { IMPORT_RATE_LIMIT } from '../rate-limit.ts';
import { closeAccountReply, closeAccountRequest } from '../settings.ts';

export const profileRoutes = {
  sendPicture: defineRoute('POST /auth/profile/picture', {
    tag: 'auth',
    access: 'user',
    summary: 'Upload a profile picture of at most 2 MB',
    takesFile: true,
    reply: profileReply,
    perAccount: IMPORT_RATE_LIMIT,
    refusals: ['picture_not_understood'],
  }),
  removePicture: defineRoute('DELETE /auth/profile/picture', {
    tag: 'auth',
    access: 'user',
    summary: 'Remove the profile picture',
    reply: profileReply,
  }),
  picture: defineRoute('GET /auth/profile/picture', {
    tag: 'auth',
    access: 'user',
    summary: 'Get the profile picture',
    reply: z.any().describe('A PNG, JPEG or WebP picture'),
    refusals: ['not_found'],
  }),
  exportAccount: defineRoute('GET /settings/export', {
    tag: 'settings',
    access: 'user',
    summary: 'Export everything known about the account as a JSON file',
    produces: ['application/json'],
    reply: z.any().describe('A JSON file'),
  }),
  closeAccount: defineRoute('POST /settings/close-account', {
    tag: 'settings',
    access: 'user',
    summary: 'Close the account: running calls end, everyone is signed out',
    body: closeAccountRequest,
    reply: closeAccountReply,
    refusals: ['proof_needed', 'wrong_password'],
  }),
};
