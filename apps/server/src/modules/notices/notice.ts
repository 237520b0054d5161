import type { ToldNotice } from '@farline/contracts';

export type { ToldNotice as Told } from '@farline/contracts';

/** A notice to one user. */
export type StoredNotice = ToldNotice & { id: string; at: Date; readAt: Date | null };

/** What names somebody else: not kept of an account that is closed, and not written down for one. */
export const NAMING_SOMEBODY: readonly ToldNotice['kind'][] = [
  'call_out_of_credit',
  'call_cut_off',
  'call_missed',
  'call_stopped_by_limit',
  'voicemail_received',
  'message_received',
  'scheduled_message_failed',
  'keyword_unanswered',
  'new_forward',
];
