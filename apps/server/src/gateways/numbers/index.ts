export { createTelnyxNumbers } from './telnyx.ts';
