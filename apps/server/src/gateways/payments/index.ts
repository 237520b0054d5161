export type { PaymentProvider } from './payment-provider.ts';
export { createSandboxPayments } from './sandbox.ts';
export { createStripePayments } from './stripe.ts';
