export { createConnectionGuard } from './connection-guard.ts';
