import {
  acknowledgement,
  changePasswordRequest,
  forgotPasswordRequest,
  health,
  loginRequest,
  profileReply,
  profileUpdate,
  refreshedSession,
  registerRequest,
  resetPasswordRequest,
  session,
} from '../auth.ts';
import { defineRoute } from '../define-route.ts';
import { secondStepNeeded } from '../factors.ts';

export const authRoutes = {
  login: defineRoute('POST /auth/login', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Sign in; who has a second factor gets 403 and a ticket for POST /auth/second-step',
    body: loginRequest,
    reply: session,
    otherReplies: { 403: secondStepNeeded },
  }),
  register: defineRoute('POST /auth/register', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Open a trial account',
    body: registerRequest,
    status: 201,
    reply: session,
  }),
  logout: defineRoute('POST /auth/logout', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Sign out',
    reply: acknowledgement,
  }),
  refresh: defineRoute('POST /auth/refresh', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Get a new access token, for the refresh cookie or, where none was ever sent, for the present one',
    reply: refreshedSession,
  }),
  profile: defineRoute('GET /auth/profile', {
    tag: 'auth',
    access: 'user',
    summary: 'Who is signed in',
    reply: profileReply,
  }),
  changeProfile: defineRoute('PATCH /auth/profile', {
    tag: 'auth',
    access: 'user',
    summary: 'Change the profile',
    body: profileUpdate,
    reply: profileReply,
  }),
  changePassword: defineRoute('POST /auth/change-password', {
    tag: 'auth',
    access: 'user',
    summary: 'Change the password; other sessions end',
    body: changePasswordRequest,
    reply: acknowledgement,
  }),
  forgotPassword: defineRoute('POST /auth/forgot-password', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Ask for a link to choose a new password',
    body: forgotPasswordRequest,
    reply: acknowledgement,
  }),
  resetPassword: defineRoute('POST /auth/reset-password', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Choose a new password with the link that was mailed',
    body: resetPasswordRequest,
    reply: acknowledgement,
  }),
  health: defineRoute('GET /auth/health', {
    tag: 'auth',
    access: 'anyone',
    summary: 'Whether signing in works',
    reply: health,
    otherReplies: { 503: health },
  }),
};
