import { expect, test } from 'vitest';
import { apiRoutes } from '../api-routes.ts';
import type { Precedence } from '../define-route.ts';
import { messageWebhook } from '../messages/message-webhook.ts';
import { numberWebhook } from '../numbers/number-provider.ts';
import { paymentWebhook } from '../payments/payment-webhook.ts';

const namesOf = (wanted: Precedence) =>
  apiRoutes.filter(({ precedence }) => (precedence ?? 'deferrable') === wanted).map(({ name }) => name);

test('in an overload these are never refused, and nothing else is spared', () => {
  expect(namesOf('essential').sort()).toEqual([
    'DELETE /auth/sessions',
    'DELETE /auth/sessions/{id}',
    'GET /auth/health',
    'GET /auth/profile',
    'GET /billing/add-funds',
    'GET /billing/payment-methods',
    'GET /billing/payment-methods/setups/{id}',
    'GET /billing/payments/{id}',
    'GET /calls/active',
    'GET /calls/webrtc-token',
    'GET /db-test',
    'GET /health',
    'GET /polly-test',
    'GET /status',
    'PATCH /calls/{id}/status',
    'POST /auth/logout',
    'POST /auth/refresh',
    'POST /billing/add-funds',
    'POST /billing/payment-methods',
    'POST /billing/refunds',
    'POST /billing/subscription',
    'POST /calls/{id}/end',
    'POST /calls/{id}/quality',
    'POST /calls/{id}/transfer',
    'POST /messages/broadcasts/{id}/cancel',
    'POST /messages/broadcasts/{id}/pause',
    'POST /push/decline',
    'PUT /billing/auto-top-up',
  ]);
  expect(messageWebhook('a-carrier').precedence).toBe('essential');
  expect(paymentWebhook('a-provider').precedence).toBe('essential');
  expect(numberWebhook('a-provider').precedence).toBe('essential');
});

test('what anyone may ask for, and no overload refuses, is bounded for each address, or answered to all who ask at the same time', () => {
  const unbounded = apiRoutes.filter(
    ({ access, precedence, perClient }) => access === 'anyone' && precedence === 'essential' && perClient === undefined,
  );
  // Asked of speech, database and log once for all (`askedAtMost`).
  expect(unbounded.map(({ name }) => name).sort()).toEqual(['GET /db-test', 'GET /polly-test', 'GET /status']);
});

test('in an overload these are refused after all that can be asked again at leisure', () => {
  expect(namesOf('new_work').sort()).toEqual([
    'POST /calls/guest-echo',
    'POST /calls/initiate',
    'POST /messages',
    'POST /messages/broadcasts',
    'POST /messages/broadcasts/{id}/start',
    'POST /numbers/verifications',
  ]);
});
