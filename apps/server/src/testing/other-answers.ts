/** What a route answers to its example where that may be something else than success. */
export const otherAnswers: Record<string, number[]> = {
  'POST /api/v1/auth/reset-password': [400],
  'POST /api/v1/auth/refresh': [401],
  // The address is confirmed already, and no other is waited for.
  'POST /api/v1/auth/confirm-email': [409],
  'POST /api/v1/auth/confirm-email/link': [400],
  'POST /api/v1/auth/confirm-email/resend': [409],
  'DELETE /api/v1/auth/profile/pending-email': [409],
  // Nobody has a second factor, or a browser that makes passkeys.
  'POST /api/v1/auth/second-step': [401],
  'POST /api/v1/auth/second-step/passkey-options': [401],
  'POST /api/v1/auth/passkey': [400],
  'POST /api/v1/settings/factors/apps': [400],
  'POST /api/v1/settings/factors/passkeys': [400],
  'POST /api/v1/settings/factors/recovery-codes': [409],
  'PATCH /api/v1/settings/factors/{id}': [404],
  'DELETE /api/v1/settings/factors/{id}': [404],
  // No engine stands behind the server of this test; before the first measurement nothing is known to fail.
  'GET /status': [200, 503],
  // Nobody answers in a test without telephone network.
  'POST /api/v1/calls/{id}/quality': [409],
  'POST /api/v1/calls/{id}/transfer': [409],
  'POST /api/v1/notices/{id}/read': [404],
  // Nothing is lifted or opened; and which number is asked about stands in the query.
  'DELETE /api/v1/limits/lifts/{limit}': [404],
  'DELETE /api/v1/limits/destinations/{id}': [400],
  'GET /api/v1/limits/destinations': [400],
  // A call is no session, no phone, no notice, no message; and nobody has a picture before they sent one.
  'DELETE /api/v1/auth/sessions/{id}': [404],
  'GET /api/v1/messages/{id}': [404],
  'PATCH /api/v1/settings/sip-phones/{id}': [404],
  'DELETE /api/v1/settings/sip-phones/{id}': [404],
  'GET /api/v1/auth/profile/picture': [404],
  // No payments are taken, and there is one plan.
  'POST /api/v1/billing/add-funds': [503],
  'GET /api/v1/billing/payments/{id}': [404],
  'POST /api/v1/billing/payment-methods': [503],
  'GET /api/v1/billing/payment-methods/setups/{id}': [404],
  'POST /api/v1/billing/refunds': [409],
  'PUT /api/v1/billing/auto-top-up': [503],
  'DELETE /api/v1/billing/payment-methods/{id}': [404],
  'PATCH /api/v1/billing/payment-methods/{id}/default': [404],
  // Numbers are not for those on trial, and nobody has this one.
  'POST /api/v1/numbers': [403],
  'PATCH /api/v1/numbers/{number}': [404],
  'DELETE /api/v1/numbers/{number}': [404],
  // Nobody has talked, and no carrier took a message: nothing has a receipt.
  'GET /api/v1/calls/{id}/receipt': [404],
  'GET /api/v1/messages/{id}/receipt': [404],
  'GET /api/v1/receipts/{id}': [404],
  'GET /api/v1/billing/invoices/{id}': [404],
  'GET /api/v1/billing/invoices/{id}/download': [404],
  'POST /api/v1/billing/subscription': [409],
  'DELETE /api/v1/billing/subscription': [409],
  // No example is sent as a query, and it needs a plan.
  'GET /api/v1/billing/subscription/quote': [400],
};
