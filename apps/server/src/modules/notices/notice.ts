import type { ToldNotice } from '@farline/contracts';

export type { ToldNotice as Told } from '@farline/contracts';

/** A notice to one user. */
export type StoredNotice = ToldNotice & { id: string; at: Date; readAt: Date | null };
