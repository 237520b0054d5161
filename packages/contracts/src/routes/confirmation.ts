import { acknowledgement, confirmEmailLinkRequest, confirmEmailRequest, profileReply, resendReply } from '../auth.ts';
import { defineRoute } from '../define-route.ts';

export const confirmationRoutes = {
  byCode: defineRoute('POST /auth/confirm-email', {
    tag: 'auth',
    access: 'user',
    summary: 'Confirm an email address with the code that was emailed to it',
    body: confirmEmailRequest,
    reply: profileReply,
    refusals: ['code_void', 'email_taken', 'nothing_to_confirm', 'wrong_code'],
  }),
  byLink: defineRoute('POST /auth/confirm-email/link', {
    tag: 'auth',
    access: 'visitor_or_user',
    summary:
      'Confirm an email address with the link that was emailed to it, and with the password if nobody is signed in',
    body: confirmEmailLinkRequest,
    reply: acknowledgement,
    refusals: ['confirm_link_invalid', 'email_taken', 'link_password_needed', 'wrong_password'],
  }),
  resend: defineRoute('POST /auth/confirm-email/resend', {
    tag: 'auth',
    access: 'user',
    summary: 'Have a new code and link emailed; earlier ones stop working',
    reply: resendReply,
    refusals: ['nothing_to_confirm'],
  }),
  cancelChange: defineRoute('DELETE /auth/profile/pending-email', {
    tag: 'auth',
    access: 'user',
    summary: 'Cancel a pending email address change',
    reply: profileReply,
    refusals: ['nothing_to_confirm'],
  }),
};
