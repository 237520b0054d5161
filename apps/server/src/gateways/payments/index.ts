export { createSandboxPayments } from './sandbox.ts';
export { createStripePayments } from './stripe.ts';
