import type { Notice, NoticeKind } from '@farline/contracts';

/** What is told: its kind, with the facts of that kind. */
export type Told = {
  [Kind in NoticeKind]: { kind: Kind; facts: Extract<Notice, { kind: Kind }>['facts'] };
}[NoticeKind];

/** A notice to one user. */
export type StoredNotice = Told & { id: string; at: Date; readAt: Date | null };

/** The notice as an English sentence. */
export function sentenceOf(told: Told): string {
  switch (told.kind) {
    case 'low_balance':
      return `Your balance is ${money(told.facts.balance)}, below your mark of ${money(told.facts.mark)}.`;
    case 'call_out_of_credit':
      return `Your call to ${told.facts.to} was not placed: your balance does not cover it.`;
    case 'call_cut_off':
      return `Your call to ${told.facts.to} ended after ${duration(told.facts.seconds)} because your balance was used up.`;
    case 'password_changed':
      return `Your password was changed from ${told.facts.address}.`;
    case 'email_changed':
      return `Your email address was changed to ${told.facts.email} from ${told.facts.address}.`;
    case 'new_device':
      return `Somebody signed in to your account with ${told.facts.device} from ${told.facts.address}.`;
  }
}

/** A notice as its user sees it. */
export function viewOfNotice(notice: StoredNotice): Notice {
  return {
    ...notice,
    at: notice.at.toISOString(),
    readAt: notice.readAt?.toISOString() ?? null,
    text: sentenceOf(notice),
  };
}

function money({ amount, currency }: { amount: string; currency: string }): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 4 }).format(Number(amount));
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
