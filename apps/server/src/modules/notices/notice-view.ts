import type { Notice } from '@farline/contracts';
import type { StoredNotice } from './notice.ts';
import { sentenceIn } from './notice-sentence.ts';

/** A notice as its user sees it, in the time zone of the account. */
export function viewOfNotice(notice: StoredNotice, timeZone: string): Notice {
  return {
    ...notice,
    at: notice.at.toISOString(),
    readAt: notice.readAt?.toISOString() ?? null,
    text: sentenceIn({ language: 'en', timeZone }, notice),
  };
}
