import type { Notice } from '@farline/contracts';
import type { StoredNotice } from './notice.ts';
import { sentenceIn } from './notice-sentence.ts';

/** A notice as its user sees it. */
export function viewOfNotice(notice: StoredNotice): Notice {
  return {
    ...notice,
    at: notice.at.toISOString(),
    readAt: notice.readAt?.toISOString() ?? null,
    text: sentenceIn('en', notice),
  };
}
