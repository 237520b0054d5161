import { randomUUID } from 'node:crypto';
import { isId } from '../../../platform/ids.ts';

const PREFIX = 'guest-';

const VERSION_AT = 14;

/** A UUIDv4, where an account's call has UUIDv7: a report's call id tells which of them it is about. */
export const newGuestCallId = (): string => randomUUID();
export const isGuestCallId = (id: string): boolean => isId(id) && id[VERSION_AT] === '4';

/** Whom the engine knows a guest by: each is good for one call, and has no other name. */
export const guestUser = (callId: string): string => `${PREFIX}${callId}`;
export const isGuestUser = (user: string): boolean => user.startsWith(PREFIX);
