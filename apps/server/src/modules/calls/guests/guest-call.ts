import { randomUUID } from 'node:crypto';

const PREFIX = 'guest-';
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A UUIDv4, where an account's call has UUIDv7: a report's call id tells which of them it is about. */
export const newGuestCallId = (): string => randomUUID();
export const isGuestCallId = (id: string): boolean => UUID_V4.test(id);

/** Whom the engine knows a guest by: each is good for one call, and has no other name. */
export const guestUser = (callId: string): string => `${PREFIX}${callId}`;
export const isGuestUser = (user: string): boolean => user.startsWith(PREFIX);
