import { defineRoute, idParams } from '../define-route.ts';
import { NEW_SIP_PHONE_RATE_LIMIT } from '../rate-limit.ts';
import { newSipPhone, newSipPhoneReply, sipPhoneChange, sipPhoneReply, sipPhonesReply } from '../settings.ts';

export const sipPhoneRoutes = {
  list: defineRoute('GET /settings/sip-phones', {
    tag: 'settings',
    access: 'user',
    summary: 'List the user’s SIP phones, and where they register',
    reply: sipPhonesReply,
  }),
  add: defineRoute('POST /settings/sip-phones', {
    tag: 'settings',
    access: 'user',
    summary: 'Create credentials for a SIP phone; the password is shown only once',
    body: newSipPhone,
    status: 201,
    reply: newSipPhoneReply,
    perAccount: NEW_SIP_PHONE_RATE_LIMIT,
    isConfirmedOnly: true,
    refusals: ['proof_needed', 'too_many_sip_phones', 'wrong_password'],
  }),
  rename: defineRoute('PATCH /settings/sip-phones/{id}', {
    tag: 'settings',
    access: 'user',
    summary: 'Rename a SIP phone',
    params: idParams,
    body: sipPhoneChange,
    reply: sipPhoneReply,
  }),
  remove: defineRoute('DELETE /settings/sip-phones/{id}', {
    tag: 'settings',
    access: 'user',
    summary: 'Remove a SIP phone; it can’t register any more',
    params: idParams,
    reply: sipPhoneReply,
  }),
};
