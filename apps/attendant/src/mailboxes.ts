import type { AttendantTask } from '@farline/contracts/voicemail/attendant';

/** Who speaks into which mailbox now. */
export interface Mailboxes {
  /** Does the work in a mailbox's name, and gives its place back however that ends. `false`: no place was free, and nothing was done. */
  within(mailbox: string, work: () => Promise<void>): Promise<boolean>;
}

/** So many at once have a place in each mailbox. */
export function createMailboxes(places: number): Mailboxes {
  const taken = new Map<string, number>();
  return {
    async within(mailbox, work) {
      const now = taken.get(mailbox) ?? 0;
      if (now >= places) return false;
      taken.set(mailbox, now + 1);
      try {
        await work();
        return true;
      } finally {
        const left = (taken.get(mailbox) ?? 1) - 1;
        if (left > 0) taken.set(mailbox, left);
        else taken.delete(mailbox);
      }
    },
  };
}

/** What a task is counted as: the same in the same mailbox. */
export const placeOf = ({ do: what, mailbox }: Pick<AttendantTask, 'do' | 'mailbox'>): string => `${what} ${mailbox}`;
