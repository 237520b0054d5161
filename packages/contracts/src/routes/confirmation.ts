import { acknowledgement, confirmEmailLinkRequest, confirmEmailRequest, profileReply, resendReply } from '../auth.ts';
import { defineRoute } from '../define-route.ts';

export const confirmationRoutes = {
  byCode: defineRoute('POST /auth/confirm-email', {
    tag: 'auth',
    access: 'user',
    summary: 'Confirm a mail address by the code that was mailed there',
    body: confirmEmailRequest,
    reply: profileReply,
    refusals: ['code_void', 'email_taken', 'nothing_to_confirm', 'wrong_code'],
  }),
  byLink: defineRoute('POST /auth/confirm-email/link', {
    tag: 'auth',
    access: 'visitor_or_user',
    summary: 'Confirm a mail address by the link that was mailed there; with the password where nobody is signed in',
    body: confirmEmailLinkRequest,
    reply: acknowledgement,
    refusals: ['confirm_link_invalid', 'email_taken', 'link_password_needed', 'wrong_password'],
  }),
  resend: defineRoute('POST /auth/confirm-email/resend', {
    tag: 'auth',
    access: 'user',
    summary: 'Have a new code and link mailed; those before are void',
    reply: resendReply,
    refusals: ['nothing_to_confirm'],
  }),
  cancelChange: defineRoute('DELETE /auth/profile/pending-email', {
    tag: 'auth',
    access: 'user',
    summary: 'Call a change of the mail address off',
    reply: profileReply,
    refusals: ['nothing_to_confirm'],
  }),
};
