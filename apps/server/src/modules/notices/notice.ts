import type { Notice, NoticeKind } from '@farline/contracts';

/** What is told: its kind, with the facts of that kind. */
export type Told = {
  [Kind in NoticeKind]: { kind: Kind; facts: Extract<Notice, { kind: Kind }>['facts'] };
}[NoticeKind];

/** A notice to one user. */
export type StoredNotice = Told & { id: string; at: Date; readAt: Date | null };
