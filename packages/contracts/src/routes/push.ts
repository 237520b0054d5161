import { defineRoute, idParams } from '../define-route.ts';
import {
  declineCallReply,
  declineCallRequest,
  newPushReply,
  newPushSubscription,
  pushDevicesReply,
  pushReply,
} from '../push/push.ts';
import { DECLINE_RATE_LIMIT, PUSH_RATE_LIMIT } from '../rate-limit.ts';

export const pushRoutes = {
  list: defineRoute('GET /settings/push', {
    tag: 'notices',
    access: 'user',
    summary: 'List the browsers that are notified while no page is open',
    reply: pushReply,
  }),
  add: defineRoute('POST /settings/push', {
    tag: 'notices',
    access: 'user',
    summary: 'Notify this session’s browser while no page is open (Web Push)',
    body: newPushSubscription,
    status: 201,
    reply: newPushReply,
    perAccount: PUSH_RATE_LIMIT,
    refusals: ['not_found', 'push_endpoint_taken', 'push_service_unknown', 'too_many_push_devices'],
  }),
  remove: defineRoute('DELETE /settings/push/{id}', {
    tag: 'notices',
    access: 'user',
    summary: 'Remove a browser',
    params: idParams,
    reply: pushDevicesReply,
  }),
  decline: defineRoute('POST /push/decline', {
    tag: 'notices',
    access: 'anyone',
    summary: 'Decline a ringing call from its notification, with the proof that came with it',
    body: declineCallRequest,
    reply: declineCallReply,
    perClient: DECLINE_RATE_LIMIT,
    precedence: 'essential',
    refusals: ['not_found'],
  }),
};
