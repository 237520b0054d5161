export type { HttpCarrier } from './http-carrier.ts';
export { openHttpCarrier } from './open-http-carrier.ts';
export { webhookReader } from './read-webhook.ts';
