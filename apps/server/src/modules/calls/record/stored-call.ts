import type { CallRecord } from './call-record.ts';

/** A call to be saved again: as it was read, as it is to be, and the revision that it had. */
export type StoredCall = { before: CallRecord; call: CallRecord; revision: number };
