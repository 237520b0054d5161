import { type HttpProvider, httpProvider } from '../../platform/settings/http-provider.ts';

/**
 * Twilio, Programmable Messaging: https://www.twilio.com/docs/messaging/api/message-resource, with receipts as
 * https://www.twilio.com/docs/messaging/guides/track-outbound-message-status has them, texts that come in as
 * https://www.twilio.com/docs/messaging/guides/webhook-request, and signatures as https://www.twilio.com/docs/usage/security.
 * It knows no idempotency key; what it answers with 429 was not processed (https://www.twilio.com/docs/api/errors/20429).
 */
const twilio = httpProvider.parse({
  request: {
    url: '{origin}/2010-04-01/Accounts/{login}/Messages.json',
    auth: 'basic',
    body: {
      form: {
        To: '{to}',
        From: '{from}',
        Body: '{text}',
        StatusCallback: '{webhook_url}',
        ValidityPeriod: '{valid_seconds}',
      },
    },
    // https://www.twilio.com/docs/api/errors/90007
    longestValidSeconds: 36_000,
  },
  // 21609: it cannot reach us for receipts (https://www.twilio.com/docs/api/errors/21609), whoever is written to.
  answer: { id: 'sid', error: 'code', segments: 'num_segments', laterErrors: ['20429', '21609'] },
  receipts: {
    when: { path: 'MessageStatus' },
    id: 'MessageSid',
    state: 'MessageStatus',
    to: 'To',
    from: 'From',
    error: 'ErrorCode',
    states: {
      accepted: 'enroute',
      scheduled: 'enroute',
      queued: 'enroute',
      sending: 'enroute',
      sent: 'accepted',
      delivered: 'delivered',
      read: 'delivered',
      undelivered: 'undelivered',
      // Never sent, and not charged by Twilio.
      failed: 'rejected',
      canceled: 'rejected',
    },
    // https://www.twilio.com/docs/api/errors/30036: it waited at Twilio for longer than it was valid.
    errorStates: { 30036: 'expired' },
  },
  incoming: { when: { path: 'Body' }, id: 'MessageSid', from: 'From', to: 'To', text: 'Body', media: 'NumMedia' },
  signature: { kind: 'url-and-form', header: 'x-twilio-signature' },
});

/**
 * Telnyx, Messaging v2: https://developers.telnyx.com/api-reference/messages/send-a-message, with webhooks and their signature as
 * https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks has them, and the codes of
 * https://developers.telnyx.com/docs/messaging/messages/error-codes. The reference of this endpoint names no idempotency key.
 */
const telnyx = httpProvider.parse({
  request: {
    url: '{origin}/v2/messages',
    auth: 'bearer',
    body: {
      json: {
        to: '{to}',
        from: '{from}',
        text: '{text}',
        type: 'SMS',
        webhook_url: '{webhook_url}',
        // A name as the sender is refused without it (https://developers.telnyx.com/docs/messaging/messages/alphanumeric-sender-id).
        messaging_profile_id: '{profile}',
      },
    },
  },
  answer: { id: 'data.id', error: 'errors.0.code', segments: 'data.parts', laterErrors: ['10011'] },
  receipts: {
    when: { path: 'data.event_type', is: ['message.sent', 'message.finalized'] },
    id: 'data.payload.id',
    state: 'data.payload.to.0.status',
    to: 'data.payload.to.0.phone_number',
    from: 'data.payload.from.phone_number',
    error: 'data.payload.errors.0.code',
    segments: 'data.payload.parts',
    states: {
      queued: 'enroute',
      sending: 'enroute',
      sent: 'accepted',
      delivered: 'delivered',
      expired: 'expired',
      // Never sent; sent and not delivered; sent, and the network tells nothing more.
      sending_failed: 'rejected',
      delivery_failed: 'undelivered',
      delivery_unconfirmed: 'accepted',
    },
    errorStates: { 40005: 'expired' },
  },
  incoming: {
    when: { path: 'data.event_type', is: ['message.received'] },
    id: 'data.payload.id',
    from: 'data.payload.from.phone_number',
    to: 'data.payload.to.0.phone_number',
    text: 'data.payload.text',
    media: 'data.payload.media',
  },
  signature: { kind: 'ed25519', header: 'telnyx-signature-ed25519', timestampHeader: 'telnyx-timestamp' },
});

/**
 * Vonage, Messages API v1: https://developer.vonage.com/en/api/messages, with receipts as
 * https://developer.vonage.com/en/messages/concepts/messages-status-callbacks has them, and webhooks signed as
 * https://developer.vonage.com/en/messages/concepts/signed-webhooks. It knows no idempotency key. Numbers have no plus.
 */
const vonage = httpProvider.parse({
  request: {
    url: '{origin}/v1/messages',
    auth: 'basic',
    body: {
      json: {
        channel: 'sms',
        message_type: 'text',
        to: '{to_digits}',
        from: '{from_digits}',
        text: '{text}',
        ttl: '{valid_seconds}',
        webhook_url: '{webhook_url}',
        webhook_version: 'v1',
      },
    },
  },
  answer: { id: 'message_uuid', error: 'title' },
  receipts: {
    when: { path: 'status' },
    id: 'message_uuid',
    state: 'status',
    to: 'to',
    from: 'from',
    error: 'error.title',
    segments: 'sms.count_total',
    states: {
      submitted: 'accepted',
      delivered: 'delivered',
      read: 'delivered',
      // It charges a text once it is submitted, so that what is rejected after that was counted; `undeliverable` never was.
      rejected: 'undelivered',
      undeliverable: 'rejected',
    },
  },
  incoming: { when: { path: 'message_type' }, id: 'message_uuid', from: 'from', to: 'to', text: 'text' },
  signature: { kind: 'jwt' },
});

/** What is known of the providers that settings name by their names. */
export const PRESETS: Record<'twilio' | 'telnyx' | 'vonage', HttpProvider> = { twilio, telnyx, vonage };
